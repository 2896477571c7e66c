import { formAction } from '../../shell/form/action-form.tsx'
import { rememberUser } from '../../shell/session/session.ts'

/** Saves the picture of a form as the signed-in member's, or removes it with `intent=remove`. */
export const clientAction = formAction(undefined, async ({ api, form }) => {
  const { user, message } = await (form.get('intent') === 'remove'
    ? api.accounts.removeAvatar()
    : api.accounts.changeAvatar({ form }))
  rememberUser(user)
  return message
})
