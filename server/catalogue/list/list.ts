import { limits } from '#contract/limits.ts'
import type { Facets, ListQuery } from '#contract/projects.ts'

import type { Connection } from '../../database/connection.ts'
import { type CardRow, readCards } from '../card-queries.ts'
import { toCard, toFacets, withoutCounts } from '../presenter.ts'
import { correct } from '../search/correction-queries.ts'
import { collectMatches, readAmongMany } from '../search/search-queries.ts'
import { searched, type SearchWords, searchWords } from '../search/search-words.ts'
import { countFacets, totalOf } from './facet-queries.ts'
import { type Choice, choiceOf } from './filter-queries.ts'
import { readPage } from './page-queries.ts'
import { paginationOf } from './page.ts'

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
  return matches.found > limits.countedMatches
    ? findMany(connection, words, choice, query)
    : {
        total: totalOf('total', matches.facets ?? []),
        cards: await readCards(connection, { ids: matches.ids }),
        facets: toFacets(matches.facets ?? []),
      }
}

async function findMany(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  query: ListQuery,
): Promise<List> {
  const counted = await countFacets(connection, choice)
  const { found, ids } = await readAmongMany(connection, words, choice, query, totalOf('all', counted))
  return {
    total: Math.min(found, limits.countedMatches),
    ...(found > limits.countedMatches && { capped: true }),
    cards: await readCards(connection, { ids }),
    facets: withoutCounts(toFacets(counted)),
  }
}

const answer = (query: ListQuery, { total, capped, cards, facets }: List) => ({
  projects: cards.map(toCard),
  pagination: { ...paginationOf(query, total), ...(capped && { capped }) },
  facets,
})
