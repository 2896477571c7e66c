import { execFileSync } from 'node:child_process'

/**
 * The seed of everything random in the tests: `FC_SEED`, which the run prints, or else a number taken from the commit,
 * so that each commit tries something else and what failed can be repeated.
 */
export const seed = Number(process.env.FC_SEED ?? seedOfCommit())

function seedOfCommit(): number {
  try {
    const options = { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' } as const
    return Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], options).slice(0, 7), 16)
  } catch {
    // There is no history where the files were copied.
    return 1
  }
}

/** Creates a generator of random numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function randomBy(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
