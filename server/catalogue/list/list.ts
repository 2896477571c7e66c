import type { Facets, ListQuery } from '#contract/catalogue/catalogue.ts'
import { limits } from '#contract/limits.ts'
import { offsetOf, paginationOf } from '#contract/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { type CardRow, readCards } from '../card-queries.ts'
import { countFacets, totalOf } from '../facet-queries.ts'
import { type Choice, choiceOf } from '../filter-queries.ts'
import { toCard, toFacets, withoutCounts } from '../presenter.ts'
import {
  collectChosen,
  collectMatches,
  type Matches,
  readAmongMany,
  searched,
  type SearchWords,
  searchWords,
} from '../search/search-queries.ts'
import { correct } from '../search/suggestion-queries.ts'
import { readPage } from './page-queries.ts'

/** Lists one page of the published projects, with the counts for the other filters. */
export async function listPublished(connection: Connection, query: ListQuery) {
  const search = searched(query.search ?? '')
  if (!search) return answer(query, await listWithoutSearch(connection, query))
  const list = await listMatches(connection, search, query)
  if (list) return answer(query, list)
  const correctedSearch = await correct(connection, search)
  const corrected = correctedSearch && (await listMatches(connection, correctedSearch, query))
  return corrected
    ? { ...answer(query, corrected), correctedSearch }
    : answer(query, { total: 0, cards: [], facets: toFacets([]) })
}

interface List {
  total: number
  /** There are more matches than `total`, which counts those on the pages. */
  capped?: true
  cards: CardRow[]
  facets: Facets
}

async function listWithoutSearch(connection: Connection, query: ListQuery): Promise<List> {
  const choice = choiceOf(query)
  const counted = await countFacets(connection, choice)
  const total = totalOf('total', counted)
  const cards = await readPage(connection, choice, query, { total, of: totalOf('all', counted) })
  return { total, cards, facets: toFacets(counted) }
}

/** Returns the matches of a search, or undefined when no project has its words, whatever the filters. */
async function listMatches(
  connection: Connection,
  search: string,
  query: ListQuery,
): Promise<List | undefined> {
  const choice = choiceOf(query)
  const words = await searchWords(connection, search)
  const matches = await collectMatches(connection, words, choice, query)
  if (matches.found === 0) return undefined
  if (matches.found > limits.countedMatches) return listManyMatches(connection, words, choice, query, matches)
  return {
    total: matches.total,
    cards: await readCards(connection, matches.ids),
    facets: toFacets(matches.facets),
  }
}

/**
 * Returns the matches of a search with more than are counted. The filters may leave fewer; their values have no counts.
 */
async function listManyMatches(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  query: ListQuery,
  matches: Matches,
): Promise<List> {
  const facets = withoutCounts(toFacets(await countFacets(connection, choice)))
  const isChosen = Object.values(choice).some((value) => value !== undefined)
  const chosen = isChosen && !matches.areAll ? await collectChosen(connection, words, choice, query) : matches
  const isCapped = chosen.total > limits.countedMatches
  const total = isCapped ? limits.countedMatches : chosen.total
  const isRead = chosen.areAll || offsetOf(query) >= total
  const ids = isRead ? chosen.ids : await readAmongMany(connection, words, choice, query, chosen)
  const cards = await readCards(connection, offsetOf(query) >= total ? [] : ids)
  return { total, ...(isCapped && { capped: true }), cards, facets }
}

const answer = (query: ListQuery, { total, capped, cards, facets }: List) => ({
  projects: cards.map(toCard),
  pagination: { ...paginationOf(query, total), ...(capped && { capped }) },
  facets,
})
