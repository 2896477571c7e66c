import type { Reporter, Suite } from '@playwright/test/reporter'

/** Prints a line that begins with FLAKY for each journey that passed only when it was tried again. */
export default class FlakyReporter implements Reporter {
  #all?: Suite

  onBegin(_config: unknown, all: Suite) {
    this.#all = all
  }

  onEnd() {
    for (const test of this.#all!.allTests())
      if (test.outcome() === 'flaky') console.log(`FLAKY ${test.titlePath().slice(2).join(' › ')}`)
  }
}
