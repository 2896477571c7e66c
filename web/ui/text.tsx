import { clsx } from 'clsx'
import { Fragment } from 'react'

import { langOf } from './language.ts'

/**
 * Shows running text, such as a rendered README, in lines of at most 70 characters. `html` must have been sanitised.
 */
export function Prose({ className, html }: { className?: string; html: string }) {
  const beginning = html.slice(0, 4000).replaceAll(/<[^>]*>/g, '')
  return (
    <div
      lang={langOf(beginning)}
      className={clsx('prose', className)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** A title whose long compound words break at their joints (a_b, a/b, a-b, a.b) instead of inside a part. */
export const Breakable = ({ text }: { text: string }) => (
  <InParts of={text.split(joints)} lang={langOf(text)} />
)

const joints = /(?<=\w{3}[-_/.])(?=\w{3})/

/**
 * A text whose line may end after each of its parts; with `hyphensHold` a short part does not break at its own
 * hyphens.
 */
const InParts = ({ of, hyphensHold = false, lang }: InPartsProps) => (
  <span lang={lang}>
    {of.map((part, index) => (
      <Fragment key={of.slice(0, index).join('')}>
        {index > 0 && <wbr />}
        {hyphensHold && part.includes('-') && part.length < 25 ? (
          <span className="inline-block">{part}</span>
        ) : (
          part
        )}
      </Fragment>
    ))}
  </span>
)

type InPartsProps = { of: readonly string[]; hyphensHold?: boolean; lang?: string | undefined }

/** Returns the number of characters of the longest word of a name. */
export const longestWord = (name: string) => Math.max(...name.split(/\s+/).map(({ length }) => length))

/**
 * Returns a class that makes the heading of a person smaller on phones when a word of the name does not fit on a
 * line.
 */
export const longNameLook = (name: string) => longestWord(name) > 17 && 'max-sm:text-22 max-[24rem]:text-18'

/**
 * An email address as text, which breaks after its @ in a narrow place; with `alone` also after the dots before the @
 * and late in a long domain.
 */
export const MailText = ({ of, alone = false }: { of: string; alone?: boolean }) => (
  <InParts of={of.split(alone ? /(?<=@)|(?<=\.)(?=.*@)|(?<=@.{16,}\.)/ : /(?<=@)/)} hyphensHold />
)

/** A link that writes to an email address; on narrow screens it breaks after its @. */
export const MailLink = ({ to }: { to: string }) => (
  <a href={`mailto:${to}`} className="link-rule">
    <MailText of={to} />
  </a>
)
