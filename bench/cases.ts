import { categories, difficulties } from '#contract/projects/categories.ts'
import { sorts } from '#contract/projects/sorts.ts'

import { type Catalogue, projectOf } from './catalogue/project.ts'
import { randomFor } from './catalogue/random.ts'
import { domains, technologies, vocabulary } from './catalogue/words.ts'
import type { Workload } from './measure.ts'

/** A kind of request: several addresses that are requested one after another. */
export interface Case extends Omit<Workload, 'origin'> {
  name: string
  /**
   * The floor that it is compared with: the same addresses answered with bare rows, the same list (or a plainer one) of
   * a bare React Router app, or 6 KB from memory.
   */
  floor?: 'rows' | 'router' | 'plain router' | 'fixed'
}

/**
 * The requests of public pages to the API: every filter, every order, first and distant pages, every kind of search,
 * details, counts.
 */
export const apiCases = (catalogue: Catalogue): Case[] => [
  list('list', pages(1, 20)),
  list('list, page 500', pages(491, 510)),
  ...sorts.slice(1).map((sort) =>
    list(
      `list by ${sort}`,
      pages(1, 20).map((page) => ({ ...page, sort })),
    ),
  ),
  list(
    'list of a category',
    categories.map((category) => ({ category })),
  ),
  list(
    'list of a technology',
    technologies.map((technology) => ({ technology })),
  ),
  list(
    'list of a difficulty',
    difficulties.flatMap((difficulty) => pages(1, 5).map((page) => ({ ...page, difficulty }))),
  ),
  list('list in a price range', priceRanges),
  list('list with all filters', filtered),
  list(
    'list with all filters, by rating',
    filtered.map((query) => ({ ...query, sort: 'rating' })),
  ),
  search(
    'search, common word',
    commonWords.map((search) => ({ search })),
  ),
  search(
    'search, two words',
    domains.slice(0, 30).map((search) => ({ search })),
  ),
  search(
    'search, rare word',
    rareWords.map((search) => ({ search })),
  ),
  search(
    'search, misspelt',
    domains.slice(0, 30).map((domain) => ({ search: misspelt(domain) })),
  ),
  search(
    'search with filters',
    domains.slice(0, 30).map((search, n) => ({ search, ...filtered[n] })),
  ),
  plain(
    'suggestions',
    typed.map((search) => address('/api/projects/suggestions', { search })),
  ),
  plain(
    'suggestions, misspelt',
    typed.map((search) => address('/api/projects/suggestions', { search: misspelt(search) })),
  ),
  {
    name: 'detail',
    addresses: publishedIds(catalogue, 50).map((id) => `/api/projects/${id}`),
    floor: 'rows',
  },
  plain('facet counts', ['/api/projects/categories', '/api/projects/technologies']),
]

/** The public pages, rendered for every request and cached. Browsers accept them compressed. */
export const pageCases = (catalogue: Catalogue): Case[] => {
  const lists = sorts.flatMap((sort) => pages(1, 10).map((page) => address('/projects', { ...page, sort })))
  const details = publishedIds(catalogue, 50).map((id) => `/projects/${id}`)
  return [
    { name: 'home page, rendered', addresses: ['/'], unique: true },
    { name: 'list page, rendered', addresses: lists, unique: true, floor: 'router' },
    {
      name: 'list page, rendered, beside a plain list',
      addresses: lists,
      unique: true,
      floor: 'plain router',
    },
    { name: 'list page, rendered and compressed', addresses: lists, unique: true, headers: compressed },
    { name: 'detail page, rendered', addresses: details, unique: true },
    { name: 'list page, cached', addresses: ['/projects'], headers: compressed, floor: 'fixed' },
    { name: 'detail page, cached', addresses: details.slice(0, 10), headers: compressed, floor: 'fixed' },
  ]
}

const compressed = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Picks ids of published projects from all over a catalogue. */
export function publishedIds(catalogue: Catalogue, count: number): string[] {
  const random = randomFor(catalogue.seed + 2, 0)
  const ids: string[] = []
  while (ids.length < count) {
    const project = projectOf(catalogue, random.below(catalogue.projects))
    if (project.is_active && project.verification_status === 'approved') ids.push(project.id)
  }
  return ids
}

type Query = Record<string, string | number | undefined>

const list = (name: string, queries: Query[]): Case => ({
  name,
  addresses: queries.map((query) => address('/api/projects', query)),
  floor: 'rows',
})
const search = (name: string, queries: Query[]): Case => plain(name, list(name, queries).addresses)
const plain = (name: string, addresses: string[]): Case => ({ name, addresses })

const address = (path: string, query: Query) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`

const pages = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ page: first + index }))

const priceRanges = [0, 99, 199, 350, 499, 750, 1000, 1234, 2000, 2500].flatMap((minPrice) => [
  { minPrice },
  { minPrice, maxPrice: minPrice + 500 },
  { minPrice, maxPrice: minPrice + 1499 },
])

/** Filters by category, technology, difficulty and price together, from the broadest to the narrowest. */
const filtered = categories.flatMap((category, n) =>
  difficulties.map((difficulty, m) => ({
    category,
    difficulty,
    technology: technologies[n * 3 + m]!,
    minPrice: 99 * n,
    maxPrice: 1999 + 250 * n,
  })),
)

const commonWords = vocabulary.slice(0, 30).filter((word) => word.length > 3)
const rareWords = vocabulary.slice(-600).filter((_, index) => index % 20 === 0)
const typed = domains.slice(0, 30).map((domain, n) => domain.slice(0, 4 + (n % 9)).trim())

/** Drops the fourth letter of each longer word: 'hospital management' becomes 'hosital manaement'. */
const misspelt = (text: string) => text.replaceAll(/\b(\w{3})\w(\w{2,})/g, '$1$2')
