/** Reloads the page once the server can be reached; before that the browser would show its own error page. */
export async function reload() {
  await retryUntilAnswered(askServer)
  location.reload()
}

/** Returns whether the server answers at all. */
export const canReachServer = (): Promise<boolean> =>
  askServer().then(
    () => true,
    () => false,
  )

const askServer = () => fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })

/**
 * Repeats a request until it is answered: every 5 seconds, when the connection is back, and when `retryNow` is
 * called. Rejects only when `signal` is aborted.
 */
export async function retryUntilAnswered<Answer>(
  ask: () => Promise<Answer>,
  signal?: AbortSignal | null,
): Promise<Answer> {
  try {
    for (;;) {
      try {
        return await ask()
      } catch (failure) {
        if (signal?.aborted) throw failure
        await waitBeforeRetry(ask, signal)
      }
    }
  } finally {
    if (waiting.delete(ask)) notifyListeners()
  }
}

/** Returns whether a request waits for the connection, for useSyncExternalStore. */
export const isWaiting = () => waiting.size > 0

/** Calls the listener when `isWaiting` changes. Returns the function that unsubscribes. */
export function subscribeWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Repeats the waiting requests at once, as when the browser reports that it is online. */
export const retryNow = () => dispatchEvent(new Event('online'))

const waiting = new Set<unknown>()
const listeners = new Set<() => void>()
const notifyListeners = () => listeners.forEach((listener) => listener())

async function waitBeforeRetry(ask: unknown, signal?: AbortSignal | null) {
  waiting.add(ask)
  notifyListeners()
  const over = new AbortController()
  await new Promise((resolve) => {
    setTimeout(resolve, 5000)
    addEventListener('online', resolve, over)
    signal?.addEventListener('abort', resolve, over)
  })
  over.abort()
}
