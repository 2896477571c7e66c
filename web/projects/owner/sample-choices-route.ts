import { redirect } from 'react-router'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { problemOf } from '../../shell/session/api.ts'
import { requireMember } from '../../shell/session/member-api.ts'
import type { Route } from './+types/sample-choices-route'

export const handle = { isPublic: false } satisfies PageHandle

/** Whoever comes here by hand is led to the project, where the files are chosen. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(`/owner/projects/${params.id}#samples`)

/** The files of the signed-in owner's project that may become samples, with what was typed in their path. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const api = await requireMember(request)
  const search = new URL(request.url).searchParams.get('search') ?? ''
  try {
    const { choices, total } = await api.samples.choices({ params: { id: params.id }, query: { search } })
    return { choices, total }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load the files').message }
  }
}
