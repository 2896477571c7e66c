/** Random-looking numbers that are the same for the same seed on every machine. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** A whole number from 0 (inclusive) to the bound (exclusive). */
  below(bound: number): number
  pick<T>(list: readonly T[]): T
}

/**
 * Creates the generator of one row of a seeded catalogue, so that rows do not depend on each other (mulberry32 over a
 * hash of seed and row).
 */
export function randomFor(seed: number, row: number): Random {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(row + 1, 0xc2b2ae35)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return { next, below, pick: (list) => list[below(list.length)]! }
}

/**
 * Returns a picker that chooses the nth entry of a list in proportion to 1 / (n + shift), as words, technologies and
 * categories are distributed.
 */
export function zipf<T>(list: readonly T[], shift = 1): (random: Random) => T {
  const edges: number[] = []
  let total = 0
  for (let rank = 0; rank < list.length; rank++) edges.push((total += 1 / (rank + shift)))
  return (random) => {
    const mark = random.next() * total
    let [low, high] = [0, edges.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (edges[middle]! <= mark) low = middle + 1
      else high = middle
    }
    return list[low]!
  }
}
