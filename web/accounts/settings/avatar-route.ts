import { redirect } from 'react-router'

import { formAction } from '../../shell/form/action-form.tsx'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { rememberUser } from '../../shell/session/session.ts'

export const handle = { isPublic: false } satisfies PageHandle

/** Whoever comes here by hand is led to the profile. */
export const loader = () => redirect('/profile')

/** Makes the picture of a form the signed-in member's, or with `intent=remove` takes it away. */
export const clientAction = formAction(undefined, async ({ api, form }) => {
  const { user, message } = await (form.get('intent') === 'remove'
    ? api.accounts.removeAvatar()
    : api.accounts.changeAvatar({ form }))
  rememberUser(user)
  return message
})
