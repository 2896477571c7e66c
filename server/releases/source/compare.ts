import { structuredPatch } from 'diff'

import type { Hunk } from '#contract/projects/source.ts'

/** How many lines of a difference are shown. */
const maxLines = 3000

/** The lines that changed between two texts, with three lines around each place. Undefined when too much changed to be shown or found in 2 seconds. */
export function compare(before: string, after: string): Hunk[] | undefined {
  const patch = structuredPatch('', '', before, after, '', '', {
    context: 3,
    maxEditLength: 4000,
    timeout: 2000,
    stripTrailingCr: true,
  })
  if (!patch) return undefined
  const hunks = patch.hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart,
    newStart,
    lines: lines
      // '\ No newline at end of file' is no line of either.
      .filter((line) => !line.startsWith('\\'))
      .map((line) => ({ sign: line.charAt(0) as Hunk['lines'][number]['sign'], text: line.slice(1) })),
  }))
  return hunks.reduce((sum, { lines }) => sum + lines.length, 0) > maxLines ? undefined : hunks
}
