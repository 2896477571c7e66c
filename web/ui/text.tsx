import { clsx } from 'clsx'
import { Fragment } from 'react'

/** Sets running text, such as a rendered README, in lines of at most 70 characters. `html` must have been sanitised. */
export function Prose({ className, html }: { className?: string; html: string }) {
  return <div className={clsx('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}

/** A title in which long joined words break at their joints (a_b, a/b, a-b, a.b) instead of inside a name. */
export const Breakable = ({ text }: { text: string }) => <InParts of={text.split(joints)} />

const joints = /(?<=\w{3}[-_/.])(?=\w{3})/

/** A text in parts, after each of which its line may end; `hyphensHold` keeps a short part whole at a hyphen of its own. */
const InParts = ({ of, hyphensHold = false }: { of: readonly string[]; hyphensHold?: boolean }) =>
  of.map((part, index) => (
    <Fragment key={of.slice(0, index).join('')}>
      {index > 0 && <wbr />}
      {hyphensHold && part.includes('-') && part.length < 25 ? (
        <span className="whitespace-nowrap">{part}</span>
      ) : (
        part
      )}
    </Fragment>
  ))

/** How many letters the longest word of a name has. */
export const longestWord = (name: string) => Math.max(...name.split(/\s+/).map(({ length }) => length))

/** A heading of a person is smaller on phones when their line does not hold a word of the name at full size. */
export const longNameLook = (name: string) => longestWord(name) > 17 && 'max-sm:text-22 max-[24rem]:text-18'

/** An email address as text; where its place is too narrow it breaks after its @ first, where it stands alone after the dots before it and late in a long domain too. */
export const MailText = ({ of, alone = false }: { of: string; alone?: boolean }) => (
  <InParts of={of.split(alone ? /(?<=@)|(?<=\.)(?=.*@)|(?<=@.{16,}\.)/ : /(?<=@)/)} hyphensHold />
)

/** An email address to write to; on narrow screens it breaks after its @. */
export const MailLink = ({ to }: { to: string }) => (
  <a href={`mailto:${to}`} className="link-rule">
    <MailText of={to} />
  </a>
)
