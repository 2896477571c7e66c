import type { Match } from '#contract/projects/list.ts'

import type { Wanted } from './search-queries.ts'
import type { SearchTerms, Term } from './search-terms.ts'

/** Returns what a search looks for, each step wider than the one before; steps that can find nothing are left out. */
export function levelsOf(search: SearchTerms): Wanted[] {
  const required = search.terms.filter(({ isRequired }) => isRequired)
  const known = required.filter(sure)
  const some = smallestSets(known.slice(0, maxTerms), weightOf(required) / 2)
  const near = required.filter(({ ways }) => ways.length > 0)
  const strongest = Math.max(...near.map(({ weight }) => weight))
  const others = search.terms.filter(({ isRequired, ways }) => !isRequired && ways.length > 0)
  const queries = [
    known.length === required.length && known.length > 0 && allOf(known.map(sure)),
    some.length > 0 && anyOf(some.map((set) => allOf(set.map(sure)))),
    near.length > 0 && anyOf(near.filter(({ weight }) => weight >= strongest / 3).map(any)),
    near.length === 0 && others.length > 0 && anyOf(others.map(any)),
  ]
  const [whole] = queries
  return [...new Set(queries)]
    .filter((query) => query !== false)
    .map((query) => ({ ...search, query, whole: whole || '' }))
}

/**
 * Says how near the found projects are to a search, by the words that the first of them has, and which words none of them
 * has. Where it is not known which they have, they may have every word that a published project has.
 */
export function matchOf(
  { terms }: SearchTerms,
  { whole, matched, shown }: { whole: number; matched?: number[]; shown?: number[] },
): { match: Match; ignoredWords: string[] } {
  if (whole > 0) return { match: 'all', ignoredWords: [] }
  const required = terms.filter(({ isRequired }) => isRequired)
  const within = (places: number[] | undefined) =>
    required.filter((term) => (places ? places.includes(terms.indexOf(term)) : sure(term) !== ''))
  const has = within(shown)
  return {
    match: within(matched).length >= required.length / 2 ? 'some' : 'near',
    ignoredWords: required.filter((term) => !has.includes(term)).map(({ typed }) => typed),
  }
}

/** Whether a search asks for a project without saying of what: 'final year project for bca'. */
export const asksForAny = ({ terms, phrases, excluded }: SearchTerms): boolean =>
  terms.length > 0 && phrases.length + excluded.length === 0 && terms.every(({ asks }) => asks.length > 0)

/** Whether a search asks for any project to finish a degree with, whatever its words find. */
export const asksForFinalYear = (search: SearchTerms): boolean =>
  asksForAny(search) && search.terms.some(({ asks }) => asks.includes('final'))

const weightOf = (terms: readonly Term[]) => terms.reduce((sum, { weight }) => sum + weight, 0)

/** The most terms that are left out in turn. */
const maxTerms = 6

/** The smallest sets of terms that together have a weight. */
function smallestSets(terms: Term[], min: number): Term[][] {
  const sorted = terms.toSorted((one, other) => other.weight - one.weight)
  const extend = (set: Term[], from: number): Term[][] =>
    weightOf(set) >= min
      ? [set]
      : sorted.slice(from).flatMap((term, n) => extend([...set, term], from + n + 1))
  return extend([], 0).filter((set) => set.length > 0)
}

/** The tsquery of a term itself; empty when no published project has it. */
function sure({ ways }: Term): string {
  const queries = ways.filter(({ isSure }) => isSure).map(({ query }) => query)
  return queries.length > 0 ? anyOf(queries) : ''
}

const any = ({ ways }: Term) => anyOf(ways.map(({ query }) => query))
const anyOf = (queries: string[]) => `(${queries.join(' | ')})`
const allOf = (queries: string[]) => `(${queries.join(' & ')})`
