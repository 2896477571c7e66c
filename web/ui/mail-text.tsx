import { Fragment } from 'react'

/** An email address as text; where its place is too narrow it breaks after its @ first, where it stands alone after the dots before it and late in a long domain too. */
export function MailText({ of, alone = false }: { of: string; alone?: boolean }) {
  const parts = of.split(alone ? /(?<=@)|(?<=\.)(?=.*@)|(?<=@.{16,}\.)/ : /(?<=@)/)
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index).join('')}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
