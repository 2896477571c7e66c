import type { ReactNode } from 'react'

/** What people wrote about one matter, in the order in which they did. */
export const Statements = ({ children }: { children: ReactNode }) => (
  <dl className="divide-rule divide-y">{children}</dl>
)

/**
 * What somebody wrote, below who it was and when; `children` stand beside these, a `title` above the text, and what is
 * `below` it, such as pictures. One of Statements.
 */
export const Statement = ({ by, on, title, text, below, children }: StatementProps) => (
  <div className="py-4 first:pt-0 last:pb-0">
    <dt className="text-13 text-quiet flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-ink wrap-anywhere">{by}</span>
      {on && <span className="whitespace-nowrap">{on}</span>}
      <span className="contents">{children}</span>
    </dt>
    <dd className="mt-1 max-w-(--container-text) break-words whitespace-pre-line">
      {title && <span className="block font-semibold">{title}</span>}
      <span>{text}</span>
      {below && <div className="whitespace-normal">{below}</div>}
    </dd>
  </div>
)

interface StatementProps {
  by: string
  on?: string | undefined
  title?: string | undefined
  text: string
  below?: ReactNode
  children?: ReactNode
}
