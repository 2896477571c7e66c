import { apiContext, problemOf } from '../../shell/session/api.ts'
import type { Route } from './+types/sample-choices-route'

/** Loads the files of the signed-in owner's project that may become samples and whose path contains the search. */
export async function clientLoader({ context, request, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const search = new URL(request.url).searchParams.get('search') ?? ''
  try {
    const { choices, total } = await api.samples.choices({ params: { id: params.id }, query: { search } })
    return { choices, total }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load the files').message }
  }
}
