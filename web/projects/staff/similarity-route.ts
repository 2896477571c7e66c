import { apiContext, problemOf } from '../../shell/session/api.ts'
import type { Route } from './+types/similarity-route'

/** Loads the projects that are similar to one, or the problem when they could not be loaded. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  try {
    return { similarity: (await api.similarity.get({ params: { id: params.id } })).similarity }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load similar listings').message }
  }
}
