import { categories, difficulties, priceRanges } from '#contract/project-lists.ts'
import type { Facets } from '#contract/projects.ts'

import type { FacetRow } from './facet-queries.ts'

/** Counted facets as the API gives them: every category, difficulty and price range, and the technologies that were counted. */
export function facetsFrom(rows: FacetRow[]): Facets {
  const counts = (facet: FacetRow['facet']) =>
    new Map(rows.filter((row) => row.facet === facet).map(({ name, projects }) => [name, projects]))
  const named = (facet: FacetRow['facet'], names: readonly string[]) => {
    const counted = counts(facet)
    return names.map((name) => ({ name, count: counted.get(name) ?? 0 }))
  }
  const prices = counts('price')
  return {
    categories: named('category', categories),
    difficulties: named('difficulty', difficulties),
    technologies: [...counts('technology')]
      .map(([name, count]) => ({ name, count }))
      .toSorted((one, other) => other.count - one.count),
    prices: priceRanges.map((range, place) => ({ ...range, count: prices.get(String(place)) ?? 0 })),
  }
}

/** The same values without their counts. */
export const withoutCounts = (facets: Facets): Facets => ({
  categories: facets.categories.map(uncounted),
  difficulties: facets.difficulties.map(uncounted),
  technologies: facets.technologies.map(uncounted),
  prices: facets.prices.map(uncounted),
})

/** How many projects match all filters, or how many there are at all. */
export const totalOf = (which: 'total' | 'all', rows: FacetRow[]): number =>
  rows.find(({ facet }) => facet === which)?.projects ?? 0

const uncounted = <T extends { count: number | null }>(value: T) => ({ ...value, count: null })
