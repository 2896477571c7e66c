import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** What a list says when it has nothing: a blank label, one heading, what to do next and the button for it. `plain` has no picture: one on a page is enough. */
export function EmptyState({ title, action, as: Tag = 'h2', plain, className, children }: EmptyStateProps) {
  return (
    <div className={clsx('flex flex-col items-center gap-5 px-4 py-12 text-center md:py-16', className)}>
      {!plain && <BlankLabel />}
      <div>
        <Tag className="text-22">{title}</Tag>
        {children && <div className="text-quiet mx-auto mt-1.5 max-w-md text-balance">{children}</div>}
      </div>
      {action && <div className="flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

function BlankLabel() {
  return (
    <svg
      viewBox="0 0 96 56"
      className="text-edge w-24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M18 4h74v48H18L4 40V16z" strokeDasharray="4 4" />
      <circle cx="19" cy="28" r="4.5" />
      <path d="M36 20h44M36 28h44M36 36h28" className="text-rule" stroke="currentColor" />
    </svg>
  )
}

export type EmptyStateProps = {
  title: ReactNode
  action?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
  plain?: boolean
  className?: string
  children?: ReactNode
}
