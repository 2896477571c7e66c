/** How fast something is worked off of which several wait, in milliseconds. */
export class Pace {
  #interval = 0
  #moved = 0

  /** The first one waits: time counts from now. */
  begin() {
    this.#moved = performance.now()
  }

  /** One is worked off while others wait, or did until now. */
  step() {
    const now = performance.now()
    this.#interval += (now - this.#moved - this.#interval) / 16
    this.#moved = now
  }

  /** The milliseconds until so many are worked off, a standstill reckoned in. */
  expected = (waiting: number): number =>
    waiting === 0 ? 0 : waiting * this.#interval + performance.now() - this.#moved
}
