import { day } from '#contract/kit/format.ts'
import type { EditionChange, Since } from '#contract/projects/editions.ts'

import { Sheet, SheetHead } from '../../ui/sheet.tsx'

/**
 * The parts of a project that are not as they were when it was approved or sent back last, before and now. Renders
 * nothing without any.
 */
export function EditionChanges({ since, changes }: { since: Since; changes: readonly EditionChange[] }) {
  if (changes.length === 0) return null
  return (
    <Sheet as="section" aria-label="Changes">
      <SheetHead title="Changes">
        <span className="text-14 text-quiet">{sinceText(since)}</span>
      </SheetHead>
      <dl className="divide-rule divide-y">
        {changes.map(({ what, before, after }) => (
          <div
            key={what}
            className="grid gap-x-6 gap-y-2 px-4 py-3 sm:px-5 md:grid-cols-[8rem_minmax(0,1fr)]"
          >
            <dt className="text-13 text-quiet">{what}</dt>
            <dd className="grid min-w-0 gap-x-6 gap-y-2 lg:grid-cols-2">
              {before.length > 0 ? (
                <del className="text-quiet min-w-0">
                  <Lines lines={before} />
                </del>
              ) : (
                what !== 'pictures' && <span className="text-quiet">none</span>
              )}
              <ins className="min-w-0 no-underline">
                <Lines lines={after} />
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}

/** Returns since when the changes are, in words. */
export const sinceText = ({ status, at }: Since): string =>
  `since it was ${status === 'approved' ? 'approved' : status === 'rejected' ? 'rejected' : 'sent back'} on ${day(at)}`

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <span className="block break-words whitespace-pre-line">
    {lines.length === 0 ? 'none' : lines.join('\n')}
  </span>
)
