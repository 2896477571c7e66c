import { type Sort, sortLabels } from '#contract/catalogue/sorts.ts'
import { grouped, nameOf, rupees } from '#contract/format.ts'
import { categories, difficulties } from '#contract/projects/categories.ts'

/** What somebody chose on the list, as it stands in the address. Texts; empty when not chosen. */
export interface ListChoice {
  search: string
  category: string
  technology: string
  difficulty: string
  minPrice: string
  maxPrice: string
  sort: Sort
  page: number
}

/**
 * Reads an address; what makes no sense counts as not chosen, so that no shared link is an error page. Categories and
 * difficulties may be written in any case; unknown ones stay, for they find nothing.
 */
export function choiceIn(params: URLSearchParams): ListChoice {
  const text = (name: string, max: number) =>
    (params.get(name) ?? '')
      .trim()
      .slice(0, max)
      .replace(/[\p{Cc}\p{Cs}]/gu, '')
      .trim()
  const sort = params.get('sort') ?? ''
  const page = Number(params.get('page'))
  return {
    search: text('search', 200),
    category: asIn(categories, text('category', 60)),
    technology: text('technology', 40),
    difficulty: asIn(difficulties, text('difficulty', 20)),
    minPrice: amountIn(params.get('minPrice')),
    maxPrice: amountIn(params.get('maxPrice')),
    sort: Object.hasOwn(sortLabels, sort) ? (sort as Sort) : 'featured',
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

/** A text as the list writes it, whatever its case; itself when the list does not have it. */
export function asIn(names: readonly string[], text: string): string {
  const folded = text.toLowerCase()
  return names.find((name) => name.toLowerCase() === folded) ?? text
}

/** The choice as the API's query. */
export function queryOf({ sort, page, ...filters }: ListChoice) {
  const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  return { ...chosen, sort, page, limit: 12 }
}

/** The address of the list with some choices changed; a changed filter leads back to the first page. */
export function listAddress(choice: Partial<ListChoice>, change: Partial<ListChoice> = {}): string {
  const { sort = 'featured', page, ...filters } = { ...choice, page: 1, ...change }
  const params = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
  if (sort !== 'featured') params.set('sort', sort)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `/projects?${params}` : '/projects'
}

function amountIn(text: string | null): string {
  const amount = Number(text)
  return text?.trim() && Number.isFinite(amount) && amount >= 0 && amount <= 1e9 ? String(amount) : ''
}

/** The head of the list (specification section 2; one is one project); '1,000+' when a text search found more than it counts. */
export const foundText = (found: Found): string =>
  `${totalOf(found)} ${found.total === 1 ? 'Project' : 'Projects'} Found`

/** The button that leads from the filters on a phone to their results. */
export const showText = (found: Found): string => `Show ${totalOf(found)} ${nameOf(found.total, 'project')}`

/** A price range in words, its limits in rupees, both included. */
export function priceText(min?: number, max?: number): string {
  if (!min) {
    if (max === undefined) return 'Any price'
    return max === 0 ? rupees(0) : `Up to ${rupees(max)}`
  }
  if (max === undefined) return `${rupees(min)} and above`
  return min === max ? rupees(min) : `${rupees(min)}–${rupees(max)}`
}

const totalOf = ({ total, capped }: Found) => `${grouped(total)}${capped ? '+' : ''}`

/** How many a list has; `capped` when there are more than were counted. */
export type Found = { total: number; capped?: true | undefined }
