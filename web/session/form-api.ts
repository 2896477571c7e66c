import { type Api, createApi } from '#contract/client.ts'

import { fetchCall } from './fetch-call.ts'
import { sendAsMember } from './member-api.ts'
import { type FormHooks, sendForm } from './send-form.ts'

/** The API as the signed-in member, for a large form whose way is told. */
export const formApi = (hooks: FormHooks): Api =>
  createApi((call) =>
    sendAsMember(call, (request, token) =>
      request.body instanceof FormData ? sendForm(request, token, hooks) : fetchCall(request, token),
    ),
  )
