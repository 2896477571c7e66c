/** Numbers that look random and are the same for the same seed, on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from 0 up to, not including, the bound. */
  below(bound: number): number
  pick<T>(list: readonly T[]): T
}

/** A generator for one row of a seeded catalogue: rows do not depend on each other (mulberry32 over a hash of both). */
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

/** Picks from a list so that the nth is chosen about 1 / (n + shift) as often: words, technologies, categories. */
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
