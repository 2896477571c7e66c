import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

interface Opened {
  close(): Promise<unknown>
  /** Seconds that closing it may take before the next one has its turn. */
  within: number
}

/** What this process has opened, to be closed last first. Nothing keeps the ones before it open for longer than it may take. */
export class Closing {
  readonly #opened: Opened[] = []
  readonly #report: (error: unknown) => void

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  add(close: Opened['close'], within: number) {
    this.#opened.push({ close, within })
  }

  async closeAll() {
    for (let last = this.#opened.pop(); last; last = this.#opened.pop()) {
      const { close, within } = last
      const late = new AbortController()
      const tooLate = pause(within * 1000, undefined, { signal: late.signal }).catch(() => {})
      await Promise.race([close().catch(this.#report), tooLate])
      late.abort()
    }
  }
}

const graceSeconds = 5

/** Takes no more requests; those under way, also slow uploads and downloads, have 5 seconds to end before they are cut. */
export async function closeApp(app: FastifyInstance) {
  const late = setTimeout(() => app.server.closeAllConnections(), graceSeconds * 1000)
  await app.close()
  clearTimeout(late)
}

/** Calls `react` once the process that started this one is gone, within a second. */
export function onParentGone(react: () => void) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    react()
  }, 1000).unref()
}
