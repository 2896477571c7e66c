import { type Answer, type Api, createApi, type Send } from '#contract/client.ts'

import { fetchCall, noAnswer } from '../../shell/session/fetch-call.ts'
import { sendAsMember } from '../../shell/session/member-api.ts'

/** The signal that cancels a request, and the callback for its progress. */
interface FormHooks {
  signal: AbortSignal
  /** Called with the share of the body that has been sent, 0 to 1. */
  onShare: (share: number) => void
}

/**
 * The time in ms without progress after which a request is aborted. There is no limit to the whole request: a form may
 * be large and the connection slow.
 */
const stallTimeout = 60_000

/** Sends one call as fetchCall does, and reports the progress of its body, which fetch cannot. */
const sendForm = (
  { method, url, body }: Parameters<Send>[0],
  token: string | null,
  { signal, onShare }: FormHooks,
): Promise<Answer> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let stallTimer: ReturnType<typeof setTimeout> | undefined
    const abort = () => request.abort()
    const restartTimer = () => {
      clearTimeout(stallTimer)
      stallTimer = setTimeout(abort, stallTimeout)
    }
    request.open(method, url)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      restartTimer()
      onShare(loaded / total)
    })
    request.addEventListener('loadend', () => {
      clearTimeout(stallTimer)
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
    restartTimer()
    request.send(body ?? null)
  })

/** The API for the signed-in member, which reports the progress of forms. */
export const formApi = (hooks: FormHooks): Api =>
  createApi((call) =>
    sendAsMember(call, (request, token) =>
      request.body instanceof FormData ? sendForm(request, token, hooks) : fetchCall(request, token),
    ),
  )
