import { type Answer, type Api, createApi, type Send } from '#contract/client.ts'

import { fetchCall, noAnswer } from '../../shell/session/fetch-call.ts'
import { sendAsMember } from '../../shell/session/member-api.ts'

/** What goes on while a form is sent. */
interface FormHooks {
  signal: AbortSignal
  /** Hears the share of the body that is on its way, 0 to 1. */
  onShare: (share: number) => void
}

/** How long nothing may move, in milliseconds. A form may be large and its line slow, so there is no limit to all of it. */
const stallTimeout = 60_000

/** Sends one call as fetchCall does, and says how far its body has come, which fetch cannot. */
const sendForm = (
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

/** The API as the signed-in member, for a large form whose way is told. */
export const formApi = (hooks: FormHooks): Api =>
  createApi((call) =>
    sendAsMember(call, (request, token) =>
      request.body instanceof FormData ? sendForm(request, token, hooks) : fetchCall(request, token),
    ),
  )
