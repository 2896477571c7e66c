import type { BrowserError } from '#contract/browser-errors.ts'
import { counted, grouped } from '#contract/kit/counted.ts'
import { minute } from '#contract/kit/day.ts'

import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'

/** What pages met in browsers lately, the newest first; nothing while they meet nothing. */
export function BrowserErrors({ errors, others }: { errors: BrowserError[]; others: number }) {
  if (errors.length === 0 && others === 0) return null
  return (
    <Sheet as="section" aria-label="Errors in browsers">
      <SheetHead title="Errors in browsers" />
      <ul className="divide-rule divide-y">
        {errors.map(({ message, page, browser, release, place, count, lastSeenAt }) => (
          <li
            key={`${message} ${page} ${browser} ${release}`}
            className="flex flex-wrap items-start justify-between gap-x-4 px-4 py-3 sm:flex-nowrap sm:px-5"
          >
            <div className="min-w-0 max-sm:basis-full">
              <p className="font-semibold wrap-anywhere">{message}</p>
              <p className="text-13 text-quiet font-mono wrap-anywhere">
                {[page, browser, `release ${release}`, place].filter(Boolean).join(' · ')}
              </p>
            </div>
            <p className="text-14 text-quiet shrink-0 tabular-nums max-sm:flex max-sm:gap-3 sm:text-right">
              <span className="text-ink block">{counted(count, 'time')}</span>
              <span className="text-13 block font-mono">{minute(lastSeenAt)}</span>
            </p>
          </li>
        ))}
      </ul>
      <p className="border-rule text-14 text-quiet border-t px-4 py-3 sm:px-5">
        The newest {grouped(errors.length)} of the last 30 days
        {others > 0 && `, and ${counted(others, 'more error')} counted together`}. Nothing that a reader typed
        is in them.
      </p>
    </Sheet>
  )
}
