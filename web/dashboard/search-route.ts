import { apiContext, problemOf } from '../shell/session/api.ts'
import type { Route } from './+types/search-route'

/** Loads what matches the words of `q`, or returns the message of the failure. */
export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const q = new URL(request.url).searchParams.get('q') ?? ''
  try {
    return { q, found: (await api.dashboard.search({ query: { q } })).found }
  } catch (thrown) {
    return { q, problem: problemOf(thrown, 'Failed to search').message }
  }
}
