import type { Answer, Send } from '#contract/client.ts'

/** Milliseconds for a call (specification section 9). */
export const callTimeout = 10_000
/** The same for a call that carries files. */
const fileTimeout = 600_000

/** What a call comes to that nobody answers. */
export const noAnswer: Answer = { status: 0, text: async () => '', blob: async () => new Blob() }
/** The same when it did not even get there, or back: the connection is lost. */
export const noConnection: Answer = { ...noAnswer }

/** Sends one call from the browser, as the holder of a token. A cut connection, and nothing in time, is an answer with status 0. */
export async function fetchCall(
  { method, url, body }: Parameters<Send>[0],
  token: string | null,
): Promise<Answer> {
  const isForm = body instanceof FormData
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), isForm ? fileTimeout : callTimeout)
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
  }
  try {
    const answer = await fetch(url, {
      method,
      headers,
      signal: late.signal,
      ...(body !== undefined && { body }),
    })
    if (answer.ok && !answer.headers.get('content-type')?.includes('json')) {
      // A file that has begun to come may take its time.
      clearTimeout(timer)
      return answer
    }
    const text = await answer.text()
    const { status, statusText } = answer
    return { status, statusText, text: async () => text, blob: async () => new Blob([text]) }
  } catch {
    return late.signal.aborted ? noAnswer : noConnection
  } finally {
    clearTimeout(timer)
  }
}
