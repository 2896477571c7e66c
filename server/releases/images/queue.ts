import { ProblemError } from '#contract/problem.ts'

interface Waiting {
  member: string
  begin: () => void
}

/**
 * Runs work that is heavy on processor and memory: at most `slots` tasks at once, one of each member. A free slot goes to
 * the member who has been served least recently, so that many tasks of one delay no other's. Throws unavailable when
 * `maxWaiting` are waiting.
 */
export function fairQueue({ slots, maxWaiting }: { slots: number; maxWaiting: number }) {
  const waiting: Waiting[] = []
  const running = new Set<string>()
  const lastServed = new Map<string, number>()
  let served = 0

  const rank = ({ member }: Waiting) => lastServed.get(member) ?? 0
  function fill() {
    while (running.size < slots) {
      const ready = waiting.filter(({ member }) => !running.has(member))
      if (ready.length === 0) return
      const next = ready.reduce((best, other) => (rank(other) < rank(best) ? other : best))
      waiting.splice(waiting.indexOf(next), 1)
      running.add(next.member)
      lastServed.set(next.member, ++served)
      next.begin()
    }
  }

  return async function run<Result>(member: string, task: () => Promise<Result>): Promise<Result> {
    if (waiting.length >= maxWaiting)
      throw new ProblemError(
        'unavailable',
        'Too many pictures are being worked on. Please try again in a moment.',
      )
    await new Promise<void>((begin) => {
      waiting.push({ member, begin })
      fill()
    })
    try {
      return await task()
    } finally {
      running.delete(member)
      if (!waiting.some((other) => other.member === member)) lastServed.delete(member)
      fill()
    }
  }
}

/** Admits at most `max` requests of one member at once. Throws too_many_requests for the next. */
export function memberAdmission(max: number) {
  const open = new Map<string, number>()
  return async function admit<Result>(member: string, work: () => Promise<Result>): Promise<Result> {
    const others = open.get(member) ?? 0
    if (others >= max)
      throw new ProblemError(
        'too_many_requests',
        'Your earlier pictures are still being worked on. Please try again in a moment.',
      )
    open.set(member, others + 1)
    try {
      return await work()
    } finally {
      const left = open.get(member)! - 1
      if (left > 0) open.set(member, left)
      else open.delete(member)
    }
  }
}
