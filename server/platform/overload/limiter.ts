import { ProblemError } from '#contract/kit/problem.ts'

interface Limits {
  /** Maximum tasks at once. */
  slots: number
  /** Maximum length of the queue. */
  maxQueued?: number
  /** Maximum wait in milliseconds. */
  maxWait?: number
}

interface Ask {
  /**
   * The client for whom the slot is: clients take turns, and none has more than half of the slots while others wait.
   */
  client?: string
  priority?: Queued['priority']
  /** Maximum wait in milliseconds, instead of the limiter's. */
  maxWait?: number
  /** Aborted when the slot is not needed any more. */
  signal?: AbortSignal
}

/** Gives the slot back; a second call does nothing. */
export type Release = () => void

/** Limits the tasks at once. Others wait in a queue that is limited in length and time, and fair among clients. */
export class Limiter {
  readonly #limits: Required<Limits>
  readonly #queue = new FairQueue<Waiting>()
  /** Slots of each client; a client without one is not in it. */
  readonly #held = new Map<string, number>()
  #running = 0
  #shed = 0

  constructor({ slots, maxQueued = Infinity, maxWait = Infinity }: Limits) {
    this.#limits = { slots, maxQueued, maxWait }
  }

  get stats() {
    return { running: this.#running, queued: this.#queue.length, shed: this.#shed }
  }

  /** Waits for a slot. Undefined when the request was shed or its signal was aborted first. */
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

  /**
   * Takes the next request from the queue. Timers are late under overload, so a request past its deadline is shed here.
   */
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
  /** End of the wait, on the clock of performance.now(). */
  deadline: number
  end(release?: Release): void
  shed(): void
}

/** The problem that a shed request gets. */
export const overloaded = () =>
  new ProblemError('unavailable', 'Too many people are here at once. Please try again in a moment.')

/**
 * Makes a limiter for each key, which is dropped when it has no slots taken and nothing queued. Returns a function that
 * takes a slot, undefined when shed.
 */
export function keyedLimiter(limits: ConstructorParameters<typeof Limiter>[0]) {
  const limiters = new Map<string, Limiter>()
  return async function take(key: string): Promise<Release | undefined> {
    const limiter = limiters.get(key) ?? new Limiter(limits)
    limiters.set(key, limiter)
    const release = await limiter.take()
    if (!release) return undefined
    return () => {
      release()
      const { running, queued } = limiter.stats
      if (running + queued === 0 && limiters.get(key) === limiter) limiters.delete(key)
    }
  }
}

/** `high` is served first and shed last. */
export type Priority = 'high' | 'normal'

interface Queued {
  client: string
  priority: Priority
}

/** A queue that serves the higher priority first, and within it the clients in turn, however many items each has. */
class FairQueue<Item extends Queued> {
  length = 0
  // A Map keeps the order in which clients were added, which is the order of their turns; only waiting clients are in
  // it.
  readonly #clients: Record<Priority, Map<string, Item[]>> = { high: new Map(), normal: new Map() }

  add(item: Item): void {
    const clients = this.#clients[item.priority]
    const own = clients.get(item.client)
    if (own) own.push(item)
    else clients.set(item.client, [item])
    this.length++
  }

  remove(item: Item): void {
    const own = this.#clients[item.priority].get(item.client)
    const index = own?.indexOf(item) ?? -1
    if (!own || index < 0) return
    own.splice(index, 1)
    this.length--
    if (own.length === 0) this.#clients[item.priority].delete(item.client)
  }

  /** Removes and returns the next item. Clients for which `hasShare` is true wait until no other client waits. */
  next(hasShare: (client: string) => boolean): Item | undefined {
    const item = this.#first((client) => !hasShare(client)) ?? this.#first(() => true)
    if (!item) return undefined
    const clients = this.#clients[item.priority]
    const own = clients.get(item.client)!
    this.remove(item)
    if (own.length > 0) {
      clients.delete(item.client)
      clients.set(item.client, own)
    }
    return item
  }

  #first(isEligible: (client: string) => boolean): Item | undefined {
    for (const clients of [this.#clients.high, this.#clients.normal])
      for (const [client, [item]] of clients) if (isEligible(client)) return item
    return undefined
  }

  /**
   * The item to shed when the queue is too long: the last one of the client with the most items, of the lowest
   * priority.
   */
  leastEntitled(): Item | undefined {
    const clients = this.#clients[this.#clients.normal.size > 0 ? 'normal' : 'high']
    let longest: Item[] = []
    for (const own of clients.values()) if (own.length > longest.length) longest = own
    return longest.at(-1)
  }
}
