import { redirect } from 'react-router'

import { textIn } from '../../forms/entered.ts'
import type { PageHandle } from '../../page-handle.ts'
import { problemOf } from '../../problem-of.ts'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/claim-data'

export const handle = { isPublic: false } satisfies PageHandle

/** Whoever comes here by hand is led to the project. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(`/admin/projects/${params.id}`)

/** Claims a project, or gives the claim back. */
export async function clientAction({
  request,
  params,
}: Route.ClientActionArgs): Promise<{ message?: string }> {
  const api = await requireStaff()
  const of = { params: { id: params.id } }
  try {
    await (textIn(await request.formData(), 'claim') === 'take' ? api.desk.claim(of) : api.desk.unclaim(of))
    return {}
  } catch (thrown) {
    return { message: problemOf(thrown, 'Failed to claim the project').message }
  }
}
