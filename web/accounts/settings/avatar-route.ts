import { redirect } from 'react-router'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { problemOf } from '../../shell/session/api.ts'
import { requireMember } from '../../shell/session/member-api.ts'
import { rememberUser } from '../../shell/session/session.ts'
import type { Route } from './+types/avatar-route'

export const handle = { isPublic: false } satisfies PageHandle

/** Whoever comes here by hand is led to the profile. */
export const loader = () => redirect('/profile')

/** Makes the picture of a form the signed-in member's, or with `intent=remove` takes it away. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const api = await requireMember(request)
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
