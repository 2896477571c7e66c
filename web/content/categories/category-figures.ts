import type { CategorySummary } from '#contract/content.ts'
import { counted, grouped, nameOf } from '#contract/kit/counted.ts'
import { rupees } from '#contract/kit/rupees.ts'

/** The prices of a category, or the one price that all have. */
export const priceRange = ({ minPrice, maxPrice }: Pick<CategorySummary, 'minPrice' | 'maxPrice'>) =>
  minPrice === maxPrice ? rupees(minPrice) : `${rupees(minPrice)} to ${rupees(maxPrice)}`

/** The mean price in whole rupees. */
export const averagePrice = ({ avgPrice }: Pick<CategorySummary, 'avgPrice'>) => rupees(Math.round(avgPrice))

export const ratingText = ({ avgRating, reviews }: Pick<CategorySummary, 'avgRating' | 'reviews'>) =>
  reviews === 0 ? 'No reviews yet' : `${avgRating.toFixed(1)} of 5, ${counted(reviews, 'review')}`

export const projectCount = (count: number) => (count === 0 ? 'No projects yet' : counted(count, 'project'))

/** The address of the list of one category. */
export const listOf = (name: string) => `/projects?category=${encodeURIComponent(name)}`

/** What the whole catalogue has, from the figures of its categories. */
export function catalogueStats(categories: readonly CategorySummary[]) {
  const filled = categories.filter(({ count }) => count > 0)
  const technologies = new Set(
    filled.flatMap(({ technologies }) => technologies.map((name) => name.toLowerCase())),
  )
  const inAll = filled.reduce((sum, { count }) => sum + count, 0)
  const paid = filled.reduce((sum, { count, avgPrice }) => sum + count * avgPrice, 0)
  return [
    { value: grouped(inAll), label: nameOf(inAll, 'project') },
    {
      value: grouped(filled.length),
      label: nameOf(filled.length, 'category', 'categories'),
    },
    {
      value: grouped(technologies.size),
      label: nameOf(technologies.size, 'technology', 'technologies'),
    },
    { value: inAll > 0 ? averagePrice({ avgPrice: paid / inAll }) : '–', label: 'average price' },
  ]
}
