import type { FilePair } from '#contract/projects/similarity.ts'

import type { Passage } from './match-queries.ts'

/** Pairs of files that have passages in common, those with most first, and how many more there are. */
export function pairsOf(
  passages: Passage[],
  files: string[],
  thatFiles: string[],
): { files: FilePair[]; omitted: number } {
  const pairs = [...Map.groupBy(passages, ({ file, thatFile }) => `${file} ${thatFile}`).values()]
    .map((found) => ({ found, matches: found.reduce((sum, { matches }) => sum + matches, 0) }))
    .toSorted((one, other) => other.matches - one.matches)
  return {
    files: pairs.slice(0, maxPairs).map(({ found }) => ({
      path: files[found[0]!.file]!,
      thatPath: thatFiles[found[0]!.thatFile]!,
      passages: found.map(({ from, to, thatFrom, thatTo }) => ({ from, to, thatFrom, thatTo })),
    })),
    omitted: Math.max(0, pairs.length - maxPairs),
  }
}

const maxPairs = 100
