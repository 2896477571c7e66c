import { limits } from '#contract/kit/limits.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import type { ProjectCard } from '#contract/projects/project.ts'

import type { Connection } from '../platform/database/connection.ts'
import { readCards, readEditedCards, readOwnersCards } from './card-queries.ts'
import { countTechnologies } from './figures/lookup-queries.ts'
import { readFeatured, readRelated } from './list/page-queries.ts'
import { toCard, toOwnCard, toSuggestion } from './presenter.ts'
import { forSale } from './publish-queries.ts'
import { levelsOf } from './search/levels.ts'
import { readSearch, searchableText } from './search/search-terms.ts'
import { readSameNames, suggestTitles } from './search/suggestion-queries.ts'

/** Returns the cards of these published projects, in the order of the ids. */
export const cardsOf = async (connection: Connection, ids: string[]): Promise<ProjectCard[]> =>
  ids.length === 0 ? [] : (await readCards(connection, ids)).map(toCard)

/** Returns the cards of these projects, published or not, as their owners and staff see them, in the order of the ids. */
export const ownCardsOf = async (connection: Connection, ids: string[]): Promise<ProjectCard[]> =>
  ids.length === 0 ? [] : (await readEditedCards(connection, ids)).map(toOwnCard)

/**
 * Returns the featured projects, the one that staff featured last first, up to what a home page shows; the best selling
 * follow when they are too few.
 */
export const featured = async (connection: Connection): Promise<ProjectCard[]> =>
  (await readFeatured(connection, { min: limits.featured + 1, max: limits.featuredCall })).map(toCard)

/** Returns one page of an owner's published projects, newest first. */
export const publishedBy = async (
  connection: Connection,
  ownerId: string,
  window: PageWindow,
): Promise<ProjectCard[]> => (await readOwnersCards(connection, ownerId, window)).map(toCard)

/** Returns other published projects of a project's category, best first; none when it is not published. */
export const relatedTo = async (connection: Connection, projectId: string): Promise<ProjectCard[]> =>
  (await readRelated(connection, projectId, limits.related)).map(toCard)

/** Returns what checkout may sell of these projects, at current prices in paise. Unpublished projects are left out. */
export const publishedForSale = async (connection: Connection, projectIds: string[]) =>
  projectIds.length === 0 ? [] : forSale(connection, projectIds)

/**
 * Suggests projects and technologies for a search while it is typed: the projects that a search would find by their
 * title, technologies and tags, with the typing errors corrected.
 */
export async function suggest(connection: Connection, typed: string) {
  const text = searchableText(typed)
  const [search, names] = await Promise.all([
    readSearch(connection, text, { isTyping: true }),
    readSameNames(connection, text),
  ])
  const technologies = await countTechnologies(connection, {
    beginning: search.corrected ?? text.trim(),
    names,
    max: limits.suggestedTechnologies,
  })
  const titles = []
  for (const wanted of text.trim().length < 2 ? [] : levelsOf(search).slice(0, 2)) {
    titles.push(...(await suggestTitles(connection, wanted)))
    if (titles.length > 0) break
  }
  const { corrected } = search
  return {
    titles: titles.map(toSuggestion),
    technologies,
    ...(corrected !== undefined && titles.length > 0 && { correctedSearch: corrected }),
  }
}
