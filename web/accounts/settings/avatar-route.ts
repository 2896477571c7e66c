import { apiContext, problemOf } from '../../shell/session/api.ts'
import { rememberUser } from '../../shell/session/session.ts'
import type { Route } from './+types/avatar-route'

/** Makes the picture of a form the signed-in member's, or with `intent=remove` takes it away. */
export async function clientAction({ context, request }: Route.ClientActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const isRemoval = form.get('intent') === 'remove'
  try {
    const { user, message } = await (isRemoval
      ? api.accounts.removeAvatar()
      : api.accounts.changeAvatar({ form }))
    rememberUser(user)
    return { isRemoval, done: message, problem: undefined }
  } catch (thrown) {
    return { isRemoval, done: undefined, problem: problemOf(thrown).message }
  }
}
