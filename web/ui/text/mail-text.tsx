import { InParts } from './in-parts.tsx'

/** An email address as text; where its place is too narrow it breaks after its @ first, where it stands alone after the dots before it and late in a long domain too. */
export const MailText = ({ of, alone = false }: { of: string; alone?: boolean }) => (
  <InParts of={of.split(alone ? /(?<=@)|(?<=\.)(?=.*@)|(?<=@.{16,}\.)/ : /(?<=@)/)} hyphensHold />
)
