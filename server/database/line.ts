import type pg from 'pg'

import { ProblemError } from '#contract/problem.ts'

import { Pace } from './pace.ts'
import type { Visit } from './visit.ts'

/** How much longer than its patience a request waits when the line turns out slower than expected. */
const grace = 1.25

/** Where requests that have not begun wait for a connection, first come, first served; whoever has begun goes before them. */
export interface Line {
  /** Whether a request may ask for a connection now. */
  mayPass(visit: Visit): boolean
  /** Resolves when a request may ask for a connection. Throws unavailable when it has waited too long, or nobody waits for it. */
  turn(visit: Visit): Promise<void>
  /** Whether who comes now must be expected to wait for more than so many milliseconds. */
  isLongerThan(patience: number): boolean
}

export function lineBefore(pool: pg.Pool): Line {
  const waiting = new Set<Waiting>()
  const pace = new Pace()
  /** The pool's own queue costs less than a line; while it is as short as this nobody minds who goes first. */
  const shortQueue = 4 * pool.options.max
  const free = () => pool.idleCount + pool.options.max - pool.totalCount - pool.waitingCount

  function callNext() {
    pace.step()
    for (const first of waiting) {
      waiting.delete(first)
      clearTimeout(first.late)
      if (!first.visit.hasLeft) return first.go()
      first.refuse(nobodyWaits())
    }
  }
  function freed() {
    // The connection that is given back is not counted yet.
    if (waiting.size > 0 && free() >= 0) callNext()
  }
  pool.on('release', freed).on('remove', freed)

  return {
    mayPass: ({ hasBegun, hasLeft }) =>
      !hasLeft && (hasBegun || (waiting.size === 0 && pool.waitingCount < shortQueue)),
    turn(visit) {
      if (visit.hasLeft) return Promise.reject(nobodyWaits())
      return new Promise<void>((go, refuse) => {
        const late = setTimeout(() => {
          waiting.delete(one)
          refuse(tooMany())
        }, visit.patience * grace)
        const one = { visit, go, refuse, late }
        if (waiting.size === 0) pace.begin()
        waiting.add(one)
      })
    },
    isLongerThan: (patience) => waiting.size > 0 && pace.expected(waiting.size) > patience,
  }
}

/** The refusal of who came when too many were here. */
export const tooMany = () =>
  new ProblemError('unavailable', 'Too many people are here at once. Please try again in a moment.')

interface Waiting {
  visit: Visit
  go(): void
  refuse(problem: ProblemError): void
  late: NodeJS.Timeout
}

/** What is thrown for a visitor who has left; nobody reads it. */
export const nobodyWaits = () => new ProblemError('unavailable', 'The visitor has left')
