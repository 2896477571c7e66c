/** Waits before another attempt: some seconds, more with each; without a connection until the browser has one again. */
export const whenWorthwhile = (signal: AbortSignal) => (attempt: number) =>
  new Promise<void>((resume) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      signal.removeEventListener('abort', go)
      resume()
    }
    // A browser may be wrong about having no connection.
    const timer = setTimeout(go, navigator.onLine ? Math.min(15_000, 500 * 2 ** attempt) : 30_000)
    window.addEventListener('online', go)
    signal.addEventListener('abort', go)
  })
