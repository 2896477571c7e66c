import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** The look of an error in its place: below a field, or below what was pressed. */
export const errorLook =
  'text-14 text-stopped flex gap-2 before:mt-[7px] before:size-2 before:shrink-0 before:bg-current'

/**
 * What failed, at its place until the next try: scrolled into view and read out when it appears. Nothing when there
 * is none.
 */
export function Failure({ className, children }: { className?: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p ref={show} role="alert" className={clsx(errorLook, className)}>
      <span className="min-w-0 break-words whitespace-pre-line">{children}</span>
    </p>
  )
}

/** Scrolls an element into view. It is the same function at every render, so that React calls it once. */
function show(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}

/** What was pressed, with what failed below it. */
export const FailureBelow = ({ failure, children }: { failure: string | undefined; children: ReactNode }) => (
  <div
    className={
      failure
        ? 'failed-below inline-flex max-w-full min-w-0 flex-col items-start gap-1.5 text-left has-[>.w-full]:w-full'
        : 'contents'
    }
  >
    {children}
    <Failure className="max-w-80">{failure}</Failure>
  </div>
)
