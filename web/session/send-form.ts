import type { Answer, Send } from '#contract/client.ts'

import { noAnswer } from './fetch-call.ts'

/** What goes on while a form is sent. */
export interface FormHooks {
  signal: AbortSignal
  /** Hears the share of the body that is on its way, 0 to 1. */
  onShare: (share: number) => void
}

/** How long nothing may move, in milliseconds. A form may be large and its line slow, so there is no limit to all of it. */
const stallTimeout = 60_000

/** Sends one call as fetchCall does, and says how far its body has come, which fetch cannot. */
export const sendForm = (
  { method, url, body }: Parameters<Send>[0],
  token: string | null,
  { signal, onShare }: FormHooks,
): Promise<Answer> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let stalled: ReturnType<typeof setTimeout> | undefined
    const abort = () => request.abort()
    const moved = () => {
      clearTimeout(stalled)
      stalled = setTimeout(abort, stallTimeout)
    }
    request.open(method, url)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      moved()
      onShare(loaded / total)
    })
    request.addEventListener('loadend', () => {
      clearTimeout(stalled)
      signal.removeEventListener('abort', abort)
      const { status, statusText, responseText } = request
      resolve(
        status === 0
          ? noAnswer
          : {
              status,
              statusText,
              text: async () => responseText,
              blob: async () => new Blob([responseText]),
            },
      )
    })
    signal.addEventListener('abort', abort)
    if (signal.aborted) return resolve(noAnswer)
    moved()
    request.send(body ?? null)
  })
