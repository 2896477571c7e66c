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

/** One page of what is published, as everybody sees it, with the counts for the other filters. */
export async function listPublished(connection: Connection, query: ListQuery) {
  const search = searched(query.search ?? '')
  if (!search) return answer(query, await browse(connection, query))
  const list = await find(connection, search, query)
  if (list) return answer(query, list)
  const correctedSearch = await correct(connection, search)
  const corrected = correctedSearch && (await find(connection, correctedSearch, query))
  return corrected
    ? { ...answer(query, corrected), correctedSearch }
    : answer(query, { total: 0, cards: [], facets: toFacets([]) })
}

interface List {
  total: number
  /** There are more than `total`, which counts those of the pages. */
  capped?: true
  cards: CardRow[]
  facets: Facets
}

async function browse(connection: Connection, query: ListQuery): Promise<List> {
  const choice = choiceOf(query)
  const counted = await countFacets(connection, choice)
  const total = totalOf('total', counted)
  const cards = await readPage(connection, choice, query, { total, of: totalOf('all', counted) })
  return { total, cards, facets: toFacets(counted) }
}

/** What a search finds, or nothing when no project has its words, whatever the filters. */
async function find(connection: Connection, search: string, query: ListQuery): Promise<List | undefined> {
  const choice = choiceOf(query)
  const words = await searchWords(connection, search)
  const matches = await collectMatches(connection, words, choice, query)
  if (matches.found === 0) return undefined
  if (matches.found > limits.countedMatches) return findAmongMany(connection, words, choice, query, matches)
  return {
    total: matches.total,
    cards: await readCards(connection, matches.ids),
    facets: toFacets(matches.facets),
  }
}

/** The same when it finds more than is counted: the filters may leave less; their values come without counts. */
async function findAmongMany(
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
