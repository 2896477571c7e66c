import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/**
 * The end of a dialog's content, with its buttons: stays in view while the rest scrolls. `stacked`: on phones they stand
 * one above the other, the last one first.
 */
export const DialogFoot = ({ stacked, className, children }: DialogFootProps) => (
  <div
    className={clsx(
      'foot-cue border-rule bg-sheet sticky -bottom-5 z-1 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t px-5 py-3',
      stacked && 'max-sm:flex-col-reverse max-sm:items-stretch',
      className,
    )}
  >
    {children}
  </div>
)

type DialogFootProps = { stacked?: boolean; className?: string; children: ReactNode }
