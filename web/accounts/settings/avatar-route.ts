import { formAction } from '../../shell/form/action-form.tsx'
import { rememberUser } from '../../shell/session/session.ts'

/** Makes the picture of a form the signed-in member's, or with `intent=remove` takes it away. */
export const clientAction = formAction(undefined, async ({ api, form }) => {
  const { user, message } = await (form.get('intent') === 'remove'
    ? api.accounts.removeAvatar()
    : api.accounts.changeAvatar({ form }))
  rememberUser(user)
  return message
})
