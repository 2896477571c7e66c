import { redirect } from 'react-router'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { problemOf } from '../../shell/session/api.ts'
import { requireStaff } from '../../shell/session/staff-session.ts'
import type { Route } from './+types/similarity-route'

export const handle = { isPublic: false } satisfies PageHandle

/** Whoever comes here by hand is led to the project, where the similar listings are shown. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(`/admin/projects/${params.id}`)

/** The projects that are similar to one, for its page. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  try {
    return { similarity: (await api.similarity.get({ params: { id: params.id } })).similarity }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load similar listings').message }
  }
}
