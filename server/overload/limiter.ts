import { ProblemError } from '#contract/kit/problem.ts'

import { FairQueue, type Queued } from './fair-queue.ts'

interface Limits {
  /** How many run at once. */
  slots: number
  /** How many wait at most. */
  maxQueued?: number
  /** Milliseconds that one waits at most. */
  maxWait?: number
}

interface Ask {
  /** Whose slot it is: clients take turns, and none has more than half of the slots while others wait. */
  client?: string
  priority?: Queued['priority']
  /** Milliseconds that this one waits at most, in place of the limiter's. */
  maxWait?: number
  /** Aborted: nobody needs the slot any more. */
  signal?: AbortSignal
}

/** Gives the slot back; a second time it does nothing. */
export type Release = () => void

/** Lets so many run at once; the others wait in a queue that is bounded in length and in time, and fair to every client. */
export class Limiter {
  readonly #limits: Required<Limits>
  readonly #queue = new FairQueue<Waiting>()
  /** How many slots each client has; only clients that have one are in it. */
  readonly #held = new Map<string, number>()
  #running = 0
  #shed = 0

  constructor({ slots, maxQueued = Infinity, maxWait = Infinity }: Limits) {
    this.#limits = { slots, maxQueued, maxWait }
  }

  get stats() {
    return { running: this.#running, queued: this.#queue.length, shed: this.#shed }
  }

  /** A slot, when its turn has come. Undefined: shed, or the signal was aborted first. */
  take({ client = '', priority = 'normal', maxWait = this.#limits.maxWait, signal }: Ask = {}): Promise<
    Release | undefined
  > {
    if (signal?.aborted) return Promise.resolve(undefined)
    if (this.#running < this.#limits.slots) return Promise.resolve(this.#begin(client))
    return new Promise((resolve) => {
      const { maxQueued } = this.#limits
      const leave = () => {
        this.#queue.remove(waiting)
        waiting.end()
      }
      const shed = () => {
        this.#shed++
        leave()
      }
      const late = maxWait < Infinity ? setTimeout(shed, maxWait) : undefined
      signal?.addEventListener('abort', leave)
      const end = (release?: Release) => {
        clearTimeout(late)
        signal?.removeEventListener('abort', leave)
        resolve(release)
      }
      const waiting: Waiting = { client, priority, deadline: performance.now() + maxWait, end, shed }
      this.#queue.add(waiting)
      if (this.#queue.length > maxQueued) this.#queue.leastEntitled()?.shed()
    })
  }

  /** Runs a task in a slot. Throws unavailable when it was shed. */
  async run<Result>(task: () => Promise<Result>, ask?: Ask): Promise<Result> {
    const release = await this.take(ask)
    if (!release) throw overloaded()
    try {
      return await task()
    } finally {
      release()
    }
  }

  #begin(client: string): Release {
    this.#running++
    this.#held.set(client, this.#heldBy(client) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#running--
      const held = this.#heldBy(client) - 1
      if (held > 0) this.#held.set(client, held)
      else this.#held.delete(client)
      const next = this.#next()
      next?.end(this.#begin(next.client))
    }
  }

  /** Whose turn it is. Under overload timers are late too: who is past the deadline by now is shed here, not begun. */
  #next(): Waiting | undefined {
    for (;;) {
      const next = this.#queue.next((client) => this.#heldBy(client) * 2 >= this.#limits.slots)
      if (!next || performance.now() < next.deadline) return next
      next.shed()
    }
  }

  #heldBy = (client: string) => this.#held.get(client) ?? 0
}

interface Waiting extends Queued {
  /** Until when it may wait, on the clock of performance.now(). */
  deadline: number
  end(release?: Release): void
  shed(): void
}

/** The refusal of who came when too many were here. */
export const overloaded = () =>
  new ProblemError('unavailable', 'Too many people are here at once. Please try again in a moment.')
