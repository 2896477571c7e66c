import type { Facets, ListQuery } from '#contract/catalogue/catalogue.ts'
import { limits } from '#contract/limits.ts'
import { offsetOf, paginationOf } from '#contract/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { type CardRow, readCards } from '../card-queries.ts'
import { countFacets, totalOf } from '../facet-queries.ts'
import { choiceOf } from '../filter-queries.ts'
import { toCard, toFacets, withoutCounts } from '../presenter.ts'
import { findCommon, findRare, searched, searchWords } from '../search/search-queries.ts'
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
  const rare = await findRare(connection, words, choice, query)
  if (rare?.found === 0) return undefined
  if (rare) {
    const { total, ids, facets } = rare
    return { total, cards: await readCards(connection, ids), facets: toFacets(facets) }
  }
  // The matches of common words are not counted for each filter.
  const facets = withoutCounts(toFacets(await countFacets(connection, choice)))
  const isFiltered = Object.values(choice).some((value) => value !== undefined)
  const filtered = isFiltered ? await findRare(connection, words, choice, query, choice) : undefined
  if (filtered) return { total: filtered.total, cards: await readCards(connection, filtered.ids), facets }
  const total = limits.countedMatches
  const ids = offsetOf(query) < total ? await findCommon(connection, words, choice, query) : []
  return { total, capped: true, cards: await readCards(connection, ids), facets }
}

const answer = (query: ListQuery, { total, capped, cards, facets }: List) => ({
  projects: cards.map(toCard),
  pagination: { ...paginationOf(query, total), ...(capped && { capped }) },
  facets,
})
