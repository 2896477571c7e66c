/** Loads the page again once the server can be reached: before that the browser would show a page of its own. */
export async function reload() {
  await untilAnswered(() => fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }))
  location.reload()
}

/** Asks until somebody answers: again every 5 seconds, when the connection is back, and when `askAgain` says so. Rejects only when it was given up. */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  signal?: AbortSignal | null,
): Promise<Answer> {
  try {
    for (;;) {
      try {
        return await ask()
      } catch (failure) {
        if (signal?.aborted) throw failure
        await pause(ask, signal)
      }
    }
  } finally {
    if (waiting.delete(ask)) tell()
  }
}

/** Whether something waits for the connection, for useSyncExternalStore. */
export const isWaiting = () => waiting.size > 0

/** Calls back when that changes; answers what ends it. */
export function subscribeWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Asks again at once, as when the browser says that it is online. */
export const askAgain = () => dispatchEvent(new Event('online'))

const waiting = new Set<unknown>()
const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())

async function pause(ask: unknown, signal?: AbortSignal | null) {
  waiting.add(ask)
  tell()
  const over = new AbortController()
  await new Promise((resolve) => {
    setTimeout(resolve, 5000)
    addEventListener('online', resolve, over)
    signal?.addEventListener('abort', resolve, over)
  })
  over.abort()
}
