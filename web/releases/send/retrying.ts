import type { NoMessageError } from '#contract/kit/problem.ts'

import { problemOf } from '../../problem-of.ts'

/** What goes on around the calls of an upload. */
export interface Line {
  /** Ends the upload between two attempts, and the one that is on its way. */
  signal: AbortSignal
  /** Waits until another attempt is worth while: longer with every one, or until the connection is back. */
  pause(attempt: number): Promise<void>
  /** Hears that there is no connection, and that there is one again. */
  onWaiting?(isWaiting: boolean): void
}

/**
 * Makes a call until it is answered. Without a connection it is tried for as long as it takes, a server that fails up to 5
 * times; a refusal counts at once. Throws an Error with the text to show, or the reason of the signal.
 */
export async function retrying<T>(call: () => Promise<T>, { signal, pause, onWaiting }: Line): Promise<T> {
  for (let attempt = 1, failures = 0; ; attempt++) {
    signal.throwIfAborted()
    try {
      const answer = await call()
      onWaiting?.(false)
      return answer
    } catch (thrown) {
      signal.throwIfAborted()
      const { status = 0, answered = status, statusText = '' } = (thrown ?? {}) as Partial<NoMessageError>
      const isCut = answered === 0
      if (!isCut) failures++
      if (failures === 5 || (answered >= 400 && answered < 500)) {
        const { message } = problemOf(thrown, `Upload failed: ${answered} ${statusText}`.trim())
        throw new UploadError(message, answered, thrown)
      }
      onWaiting?.(isCut)
      await pause(attempt)
    }
  }
}

/** An upload that cannot go on by itself. Its message is what to show. */
export class UploadError extends Error {
  /** The HTTP status of the answer. */
  readonly status: number
  constructor(message: string, status: number, cause: unknown) {
    super(message, { cause })
    this.name = 'UploadError'
    this.status = status
  }
}
