import { apiContext, problemOf } from '../shell/session/api.ts'
import type { Route } from './+types/following-route'

/**
 * Loads the members that the signed-in member follows, the first `?pages=` pages together, or returns the message of
 * the failure.
 */
export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const pages = Number(new URL(request.url).searchParams.get('pages') ?? 1)
  try {
    const lists = await Promise.all(
      Array.from({ length: pages }, (_, index) =>
        api.follows.mine({ query: { page: index + 1, limit: pageSize } }),
      ),
    )
    const members = lists.flatMap((list) => list.members)
    return { list: { members, total: lists[0]!.pagination.total, pages }, problem: undefined }
  } catch (thrown) {
    return { list: undefined, problem: problemOf(thrown, 'Failed to load whom you follow').message }
  }
}

const pageSize = 20
