import { MailText } from '../ui/text/mail-text.tsx'

/** An email address to write to; on narrow screens it breaks after its @. */
export const MailLink = ({ to }: { to: string }) => (
  <a href={`mailto:${to}`} className="link-rule">
    <MailText of={to} />
  </a>
)
