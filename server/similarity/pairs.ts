import type { FilePair } from '#contract/projects/similarity.ts'

import type { Match } from './queries.ts'

/** Pairs of files that have something in common, those with most first, with the lines on both sides. */
export function pairsOf(matches: Match[], files: string[], thatFiles: string[]): FilePair[] {
  const byPair = Map.groupBy(matches, ({ file, thatFile }) => `${file} ${thatFile}`)
  return [...byPair.values()]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, maxPairs)
    .map((found) => ({
      path: files[found[0]!.file]!,
      thatPath: thatFiles[found[0]!.thatFile]!,
      lines: united(found.map(({ firstLine, lastLine }) => ({ from: firstLine, to: lastLine }))),
      thatLines: united(found.map((one) => ({ from: one.thatFirstLine, to: one.thatLastLine }))),
    }))
}

const maxPairs = 100

/** Ranges in order, those that touch made one. */
function united(ranges: { from: number; to: number }[]): { from: number; to: number }[] {
  const whole: { from: number; to: number }[] = []
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = whole.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else whole.push({ from, to })
  }
  return whole
}
