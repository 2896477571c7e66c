import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A 16:10 frame with a hairline for one picture, which fills it from its top edge. */
export function Frame({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={clsx(
        'aspect-16/10 overflow-hidden rounded-sheet border border-rule bg-sunk',
        '[&_img]:size-full [&_img]:object-cover [&_img]:object-top',
        className,
      )}
    >
      {children}
    </div>
  )
}
