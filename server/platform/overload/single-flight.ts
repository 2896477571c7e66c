/** Shares work between callers who ask for the same at the same time: it is begun once for each key, and all get its outcome. */
export class SingleFlight<Result> {
  readonly #flights = new Map<string, Flight<Result>>()

  /** The outcome of what is underway for a key; undefined when nothing is. `signal` is aborted when this caller needs it no more. */
  join(key: string, signal?: AbortSignal): Promise<Result> | undefined {
    const flight = this.#flights.get(key)
    flight?.joined(signal)
    return flight?.outcome
  }

  /** The outcome of what is underway for a key, or of what `begin` begins; `ofAll` is aborted when the signals of all callers are. */
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

  /** Nobody joins what is underway now for keys with this in them: who asks from here on begins anew. */
  forget(part: string): void {
    for (const key of this.#flights.keys()) if (key.includes(part)) this.#flights.delete(key)
  }
}

interface Flight<Result> {
  outcome: Promise<Result>
  joined(signal?: AbortSignal): void
}
