import { day } from '#contract/kit/format.ts'
import type { EditionChange, Since } from '#contract/projects/editions.ts'
import type { Project } from '#contract/projects/project.ts'

import { Sheet, SheetHead } from '../ui/sheet.tsx'

/**
 * For staff: the parts of a project that are not as they were, before and now; `since` says when that was. Renders
 * nothing without any.
 */
export function EditionChanges({ title = 'Changes', since, changes }: EditionChangesProps) {
  if (changes.length === 0) return null
  return (
    <Sheet as="section" aria-label={title}>
      <SheetHead title={title}>
        <span className="text-14 text-quiet">{since}</span>
      </SheetHead>
      <ChangedParts changes={changes} className="px-4 sm:px-5" />
    </Sheet>
  )
}

interface EditionChangesProps {
  title?: string
  since: string
  changes: readonly EditionChange[]
}

/** The parts of a project that are not as they were, each before and now. */
export const ChangedParts = ({ changes, className }: ChangedPartsProps) => (
  <dl className="divide-rule divide-y">
    {changes.map(({ what, before, after }) => (
      <div
        key={what}
        className={`grid gap-x-6 gap-y-2 py-3 md:grid-cols-[8rem_minmax(0,1fr)] ${className ?? ''}`}
      >
        <dt className="text-13 text-quiet">{what}</dt>
        <dd className="grid min-w-0 gap-x-6 gap-y-2 lg:grid-cols-2">
          {isLong(before, after) ? (
            <Compared before={before.join('\n')} after={after.join('\n')} />
          ) : (
            <>
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
            </>
          )}
        </dd>
      </div>
    ))}
  </dl>
)

interface ChangedPartsProps {
  changes: readonly EditionChange[]
  className?: string
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <span className="block break-words whitespace-pre-line">
    {lines.length === 0 ? 'none' : lines.join('\n')}
  </span>
)

/** Two long texts of which only the words around what differs are shown, with that marked. */
function Compared(texts: { before: string; after: string }) {
  const { start, before, after, end } = differenceOf(texts.before, texts.after)
  return (
    <>
      <p className="text-quiet min-w-0 break-words whitespace-pre-line">
        <span>{start}</span>
        {before && <del className="bg-stopped-wash text-stopped">{before}</del>}
        <span>{end}</span>
      </p>
      <p className="min-w-0 break-words whitespace-pre-line">
        <span>{start}</span>
        {after && <ins className="bg-verified-wash text-verified no-underline">{after}</ins>}
        <span>{end}</span>
      </p>
    </>
  )
}

/** Whether a change is so long that only the words around it are shown. */
const isLong = (before: readonly string[], after: readonly string[]) =>
  before.length > 0 && after.length > 0 && Math.max(before.join('\n').length, after.join('\n').length) > 160

/**
 * Finds where two texts differ, in whole words, with what they have in common before and after it; of that only the
 * words next to it.
 */
export function differenceOf(before: string, after: string) {
  const [old, now] = [before.split(/(?<=\s)/), after.split(/(?<=\s)/)]
  const shorter = Math.min(old.length, now.length)
  let first = 0
  while (first < shorter && old[first] === now[first]) first += 1
  let last = 0
  while (last < shorter - first && old.at(-1 - last) === now.at(-1 - last)) last += 1
  const start = old.slice(0, first).join('')
  const end = old.slice(old.length - last).join('')
  return {
    start: start.length > shownWords ? start.slice(-shownWords).replace(/^\S*\s+/, '… ') : start,
    before: old.slice(first, old.length - last).join(''),
    after: now.slice(first, now.length - last).join(''),
    end: end.length > shownWords ? end.slice(0, shownWords).replace(/\s+\S*$/, ' …') : end,
  }
}

/** The characters that are shown on each side of what differs. */
const shownWords = 90

/** Whether changes are so short, as they are shown, that they are read at a glance. */
export const areShort = (changes: readonly EditionChange[]): boolean =>
  changes
    .map(({ before, after }) => {
      const [old, now] = [before.join('\n'), after.join('\n')]
      if (!isLong(before, after)) return old + now
      return Object.values(differenceOf(old, now)).join('')
    })
    .join('').length < 1500

/** Returns since when the changes are, in words. */
export const sinceText = ({ status, at }: Since): string =>
  `since it was ${status === 'approved' ? 'approved' : status === 'rejected' ? 'rejected' : 'sent back'} on ${day(at)}`

/** Says which edition of a project is on sale, or was. */
export const editionText = ({ number, since, isOnSale }: NonNullable<Project['edition']>): string =>
  `${isOnSale ? 'On sale' : 'Off sale'}: edition ${number}, ${isOnSale ? 'since' : 'of'} ${day(since)}`

/**
 * Names what waits in a few words, such as 'title, 2 pictures added, release 3'. Prices act at once, so they do not wait;
 * `release` is one that staff have not approved.
 */
export const namesOf = (changes: readonly EditionChange[], release?: number): string =>
  [
    ...changes
      .filter(({ what }) => !actsAtOnce(what))
      .flatMap(({ what, after }) => (what === 'pictures' ? after : [names[what] ?? what])),
    ...(release === undefined ? [] : [`release ${release}`]),
  ].join(', ')

/** Whether a change of this part acts at once, without staff. */
export const actsAtOnce = (what: EditionChange['what']) => what.endsWith('price')

const names: Partial<Record<EditionChange['what'], string>> = {
  demo: 'demo link',
  github: 'GitHub link',
}
