import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import type { Route } from './+types/suggestions-route'
import { choiceIn } from './list-query.ts'

export const handle: PageHandle = { reads: ['search'] }

/** Loads the suggestions of the list's search field for the words typed so far. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { search } = choiceIn(url.searchParams)
  const { titles, technologies, correctedSearch } = await context
    .get(apiContext)
    .catalogue.suggestions({ query: { search } })
  return { search, titles, technologies, correctedSearch }
}

/** Returns no suggestions after a failure, so that an error does not replace the list. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch {
    return { search: '', titles: [], technologies: [], correctedSearch: undefined }
  }
}
