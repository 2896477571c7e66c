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
 * times; a refusal counts at once. Throws an UploadError, or the reason of the signal.
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
      const { status = 0, answered = status } = (thrown ?? {}) as Partial<NoMessageError>
      const isCut = answered === 0
      if (!isCut) failures++
      if (failures === 5 || (answered >= 400 && answered < 500)) throw new UploadError(answered, thrown)
      onWaiting?.(isCut)
      await pause(attempt)
    }
  }
}

/** An upload that cannot go on by itself: `uploadFailure` has the text to show. */
export class UploadError extends Error {
  /** The HTTP status of the answer. */
  readonly status: number
  constructor(status: number, cause: unknown) {
    super('The upload cannot go on', { cause })
    this.name = 'UploadError'
    this.status = status
  }
}

/** What to show of a failed call of an upload: the server's message, else the status of the answer (specification section 8). */
export function uploadFailure(thrown: unknown, isReUpload: boolean): string {
  const failed = thrown instanceof UploadError ? thrown.cause : thrown
  const { answered, statusText } = (failed ?? {}) as Partial<NoMessageError>
  const status = answered && (isReUpload ? `: ${answered}` : `: ${answered} ${statusText}`.trimEnd())
  return problemOf(failed, `${isReUpload ? 'Re-upload' : 'Upload'} failed${status || ''}`).message
}
