/**
 * The sorts of the public list with their labels. Each has a row in the table of orders in
 * server/catalogue/filter-queries.ts.
 */
export const sortLabels = {
  featured: 'Featured',
  newest: 'Newest',
  'price-low': 'Price: Low to High',
  'price-high': 'Price: High to Low',
  rating: 'Rating',
} as const

/** The label of `featured` while something is searched: it ranks by relevance then. */
export const bestMatchLabel = 'Best match'

export type Sort = keyof typeof sortLabels
export const sorts = Object.keys(sortLabels) as Sort[]
