/** Shares work between concurrent callers with the same key: it is started once, and all get its outcome. */
export class SingleFlight<Result> {
  readonly #flights = new Map<string, Flight<Result>>()

  /**
   * The outcome of the work under way for a key; undefined when there is none. `signal` is aborted when this caller
   * does not need it any more.
   */
  join(key: string, signal?: AbortSignal): Promise<Result> | undefined {
    const flight = this.#flights.get(key)
    flight?.joined(signal)
    return flight?.outcome
  }

  /**
   * The outcome of the work under way for a key, or of `begin`. `ofAll` is aborted when the signals of all callers are.
   */
  run(key: string, begin: (ofAll: AbortSignal) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const underway = this.join(key, signal)
    if (underway) return underway
    const abort = new AbortController()
    const over = () => this.#flights.get(key) === flight && this.#flights.delete(key)
    let callers = 0
    const flight: Flight<Result> = {
      outcome: begin(abort.signal).finally(over),
      joined: (signal) => {
        callers++
        const leave = () => {
          if (--callers > 0) return
          over()
          abort.abort()
        }
        signal?.addEventListener('abort', leave, { once: true })
      },
    }
    flight.joined(signal)
    this.#flights.set(key, flight)
    return flight.outcome
  }

  /** Lets no later caller join the work under way for keys that contain a text: they start anew. */
  forget(part: string): void {
    for (const key of this.#flights.keys()) if (key.includes(part)) this.#flights.delete(key)
  }
}

interface Flight<Result> {
  outcome: Promise<Result>
  joined(signal?: AbortSignal): void
}
