import { limits } from '#contract/kit/limits.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import type { ProjectCard } from '#contract/projects.ts'

import type { Connection } from '../database/connection.ts'
import { readCards } from './card-queries.ts'
import { readFeatured, readRelated } from './list/page-queries.ts'
import { readOwned } from './owner-queries.ts'
import { toCard } from './presenter.ts'
import { forSale } from './publish-queries.ts'

export { cardOf } from './card-queries.ts'
// What visitors find, by list, search, suggestions, facets, related and sitemap: another engine would answer these same calls.
// The row of published_projects itself is looked for outside where another round trip would cost more than it says: in a
// detail (with `cardOf`), in a list of orders and when a view is counted.
export {
  countCategories,
  countPublished,
  countTechnologies,
  figuresByCategory,
  listedCategories,
  picturesByCategory,
  technologiesByCategory,
} from './figure-queries.ts'
export { forgetListing, nextUnannounced, noteAnnounced } from './first-listing-queries.ts'
export { listPublished } from './list/list.ts'
export { publishedFiguresOf } from './owner-queries.ts'
export { averageOf, shownRuns, toCard } from './presenter.ts'
export { isPublished, publish, publishedAmong } from './publish-queries.ts'
export { suggest } from './search/suggestions.ts'
export { forgetWords, wordsOf } from './search/vocabulary-queries.ts'
export { sharedProject } from './sharing-queries.ts'
export { listedAt, listedFrom } from './sitemap-queries.ts'

/** The cards of these projects, published or not, in the order of the ids. */
export const cardsOf = async (connection: Connection, ids: string[]): Promise<ProjectCard[]> =>
  ids.length === 0 ? [] : (await readCards(connection, { ids })).map(toCard)

/** All featured projects, the one that staff featured last first, up to what a home page can take; the best selling where they are too few to fill it. */
export const featured = async (connection: Connection): Promise<ProjectCard[]> =>
  (await readFeatured(connection, {}, limits.featured + 1, limits.featuredCall)).map(toCard)

/** One page of an owner's published projects, newest first. */
export const publishedBy = async (
  connection: Connection,
  ownerId: string,
  window: PageWindow,
): Promise<ProjectCard[]> => (await readOwned(connection, ownerId, window)).map(toCard)

/** Other published projects of a project's category, best first; of an unpublished one, none. */
export const relatedTo = async (connection: Connection, projectId: string): Promise<ProjectCard[]> =>
  (await readRelated(connection, { projectId }, limits.related)).map(toCard)

/** What checkout may sell of these projects, at today's prices in paise. What is not published is left out. */
export const publishedForSale = async (connection: Connection, projectIds: string[]) =>
  projectIds.length === 0 ? [] : forSale(connection, projectIds)
