import { ProblemError } from '#contract/problem.ts'

/**
 * Keeps what was made at some cost, up to so many bytes, the longest unused going first. One thing is made at a time and
 * at most `waiting` wait; beyond that it throws unavailable, so that nobody can keep the machine busy with it.
 */
export function keeper({ bytes, waiting }: { bytes: number; waiting: number }) {
  const kept = new Map<string, Buffer>()
  const underway = new Map<string, Promise<Buffer>>()
  let held = 0
  let last: Promise<unknown> = Promise.resolve()

  return async function keep(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const found = kept.get(name)
    if (found) {
      kept.delete(name)
      kept.set(name, found)
      return found
    }
    const coming = underway.get(name)
    if (coming) return coming
    if (underway.size > waiting)
      throw new ProblemError('unavailable', 'Too much is being drawn; try again in a moment')
    const turn = last.then(make)
    last = turn.catch(() => {})
    underway.set(name, turn)
    try {
      const made = await turn
      kept.set(name, made)
      held += made.length
      for (const [oldest, { length }] of kept) {
        if (held <= bytes) break
        kept.delete(oldest)
        held -= length
      }
      return made
    } finally {
      underway.delete(name)
    }
  }
}
