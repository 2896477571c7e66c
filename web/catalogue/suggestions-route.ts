import { apiContext } from '../shell/session/api.ts'
import type { Route } from './+types/suggestions-route'
import { choiceIn } from './list-query.ts'

/** What the list's search field offers for the words typed so far. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { search } = choiceIn(url.searchParams)
  const { titles, technologies, correctedSearch } = await context
    .get(apiContext)
    .catalogue.suggestions({ query: { search } })
  return { search, titles, technologies, correctedSearch }
}

/** Suggestions that fail are none: they never take the list away. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch {
    return { search: '', titles: [], technologies: [], correctedSearch: undefined }
  }
}
