import type { Answer, Send } from '#contract/client.ts'

/** The timeout of a call in milliseconds (specification section 9). */
export const callTimeout = 10_000
/** The timeout of a call that carries files, in milliseconds. */
const fileTimeout = 600_000

/** The result of a call that gets no answer. */
export const noAnswer: Answer = { status: 0, text: async () => '', blob: async () => new Blob() }
/** The result of a call whose connection was lost. */
export const noConnection: Answer = { ...noAnswer }

/** Sends one call from the browser with a token. A lost connection and a timeout are answers with status 0. */
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
      // Once a file has begun to arrive, it may take longer than the timeout.
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
