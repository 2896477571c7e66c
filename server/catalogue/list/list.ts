import { limits } from '#contract/kit/limits.ts'
import { offsetOf, paginationOf } from '#contract/kit/paging.ts'
import type { Facets, ListQuery, Match } from '#contract/projects/list.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { type CardRow, readCards } from '../card-queries.ts'
import { countFacets, totalOf } from '../facet-queries.ts'
import { type Choice, choiceOf, type Window } from '../filter-queries.ts'
import { toCard, toFacets, withoutCounts, withoutZeros } from '../presenter.ts'
import { asksForAny, asksForFinalYear, levelsOf, matchOf } from '../search/levels.ts'
import { findCommon, findMatches, type Wanted, wantedBy } from '../search/search-queries.ts'
import { readSearch, searchableText, type SearchTerms } from '../search/search-terms.ts'
import { readNearWords } from '../search/text-queries.ts'
import { readPage } from './page-queries.ts'

/** Lists one page of the published projects, with the counts for the other filters. */
export async function listPublished(connection: Connection, query: ListQuery) {
  const search = searchableText(query.search ?? '')
  return search
    ? listSearched(connection, search, query)
    : answer(query, await listChosen(connection, choiceOf(query), query))
}

async function listChosen(connection: Connection, choice: Choice, window: Window): Promise<List> {
  const wanted = wantedBy(choice)
  if (wanted) {
    const list = await listMatches(connection, wanted, choice, window)
    if (!choice.needs) return list
    // Those that do not need it were not read.
    const needs = await countOpenNeeds(connection, { ...choice, needs: undefined }, window)
    return { ...list, facets: { ...list.facets, needs } }
  }
  const counted = await countFacets(connection, choice)
  const total = totalOf('total', counted)
  const cards = await readPage(connection, choice, window, { total, of: totalOf('all', counted) })
  return { total, cards, facets: toFacets(counted) }
}

/** Counts what the projects of a choice without needs need. */
async function countOpenNeeds(connection: Connection, choice: Choice, window: Window) {
  const wanted = wantedBy(choice)
  return wanted
    ? (await listMatches(connection, wanted, choice, window)).facets.needs
    : toFacets(await countFacets(connection, choice)).needs
}

/**
 * Answers a search with the projects that have all its words. Where they do not fill a page, those without the weakest
 * words follow, and then those that are only near; where there are none at all, the popular ones stand in. Every
 * project, the best selling first, is what a search for one to finish a degree with asks for, and any other search
 * without a subject where few have its words.
 */
async function listSearched(connection: Connection, text: string, query: ListQuery) {
  const choice = choiceOf(query)
  const search = await readSearch(connection, text)
  const correctedSearch = search.corrected
  let list: List | undefined
  let whole = 0
  for (const wanted of asksForFinalYear(search) ? [] : levelsOf(search)) {
    // What is common in one step is so in the next, which is wider.
    list = await listMatches(connection, wanted, choice, query, list?.isCommon)
    if (wanted.query === wanted.whole) whole = list.total
    if (list.total >= limits.pageSize) break
  }
  if (asksForAny(search) && whole < limits.pageSize) {
    list = await listChosen(connection, choice, {
      ...query,
      sort: query.sort === 'featured' ? 'sold' : query.sort,
    })
    whole = list.total
  }
  if (!list || list.total === 0) {
    const facets = list
      ? withoutZeros(list.facets)
      : withoutCounts(toFacets(await countFacets(connection, choice)))
    const cards = await readPopular(connection, choice, query)
    const match: Match = 'popular'
    const nearWords = await nearWordsOf(connection, search)
    return {
      ...answer(query, { total: 0, cards, facets }),
      match,
      ignoredWords: [],
      nearWords,
      correctedSearch,
    }
  }
  const nearness = matchOf(search, { whole, ...list })
  const facets = nearness.match === 'all' ? list.facets : withoutZeros(list.facets)
  return { ...answer(query, { ...list, facets }), ...nearness, correctedSearch }
}

/** Returns words to search for instead: those that are nearest to the unknown ones. */
async function nearWordsOf(connection: Connection, { terms }: SearchTerms) {
  const unknown = terms
    .filter(({ isRequired, ways }) => isRequired && ways.length === 0)
    .map(({ typed }) => typed.slice(0, 60))
  return unknown.length > 0 ? readNearWords(connection, unknown, limits.nearWords) : []
}

interface List {
  total: number
  /** There are more matches than `total`, which counts those on the pages. */
  capped?: true
  /** There are more matches without the filters than are counted. */
  isCommon?: true
  cards: CardRow[]
  facets: Facets
  /** Unless the matches are common: how many have all words, and the places of the terms that they have. */
  whole?: number
  matched?: number[]
  shown?: number[]
}

/** Returns the matches of a query; those of common words are not counted for each filter. */
async function listMatches(
  connection: Connection,
  wanted: Wanted,
  choice: Choice,
  window: Window,
  isCommon = false,
): Promise<List> {
  const rare = isCommon ? undefined : await findMatches(connection, wanted, choice, window)
  if (rare) return { ...rare, cards: await readCards(connection, rare.ids), facets: toFacets(rare.facets) }
  const counted = await countFacets(connection, choice)
  const facets = withoutCounts(toFacets(counted))
  const isFiltered = Object.values(choice).some((value) => value !== undefined)
  const filtered = isFiltered ? await findMatches(connection, wanted, choice, window, choice) : undefined
  if (filtered)
    return { ...filtered, cards: await readCards(connection, filtered.ids), facets, isCommon: true }
  const total = limits.countedMatches
  const ids =
    offsetOf(window) < total
      ? await findCommon(connection, wanted, choice, window, totalOf('all', counted))
      : []
  return { total, capped: true, cards: await readCards(connection, ids), facets, isCommon: true }
}

/** Returns the most popular projects of the chosen category, or of all; the first page has them all. */
async function readPopular(connection: Connection, { category }: Choice, { page, limit }: ListQuery) {
  if (page > 1) return []
  const window = { sort: 'featured', page, limit } as const
  const read = async (choice: Choice) => {
    const counted = await countFacets(connection, choice)
    return readPage(connection, choice, window, {
      total: totalOf('total', counted),
      of: totalOf('all', counted),
    })
  }
  const nearest = category ? await read({ category }) : []
  return nearest.length > 0 ? nearest : read({})
}

const answer = (query: ListQuery, { total, capped, cards, facets }: List) => ({
  projects: cards.map(toCard),
  pagination: { ...paginationOf(query, total), ...(capped && { capped }) },
  facets,
})
