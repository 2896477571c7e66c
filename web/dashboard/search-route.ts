import { redirect } from 'react-router'

import type { PageHandle } from '../shell/page-handle.tsx'
import { problemOf } from '../shell/session/api.ts'
import { requireStaff } from '../shell/session/staff-session.ts'
import type { Route } from './+types/search-route'

export const handle = { isPublic: false } satisfies PageHandle

/** Whoever comes here by hand is led to the dashboard, where the search opens with Ctrl K. */
export const loader = () => redirect('/admin/dashboard')

/** What the words of `q` name, or why it could not be found. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  const q = new URL(request.url).searchParams.get('q') ?? ''
  try {
    return { q, found: (await api.dashboard.search({ query: { q } })).found }
  } catch (thrown) {
    return { q, problem: problemOf(thrown, 'Failed to search').message }
  }
}
