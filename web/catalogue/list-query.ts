import { formatCount, pluralOf, rupees } from '#contract/kit/format.ts'
import { categories, difficulties } from '#contract/projects/categories.ts'
import { type Need, needs, needText } from '#contract/projects/needs.ts'
import { type Sort, sortLabels } from '#contract/projects/sorts.ts'

/** The filters, sort order and page of the list, as in its address. A text is empty when nothing is selected. */
export interface ListChoice {
  search: string
  category: string
  technology: string
  difficulty: string
  minPrice: string
  maxPrice: string
  needs: Need | ''
  /** 'yes' when a report is required. */
  report: string
  /** 'yes' when we must have run it. */
  ran: string
  sort: Sort
  page: number
}

/**
 * Reads the choices from an address. An invalid value counts as not selected, so that no shared link leads to an
 * error page. Categories and difficulties may be written in any case; unknown ones stay, because they match nothing.
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
    category: canonicalName(categories, text('category', 60)),
    technology: text('technology', 40),
    difficulty: canonicalName(difficulties, text('difficulty', 20)),
    minPrice: amountIn(params.get('minPrice')),
    maxPrice: amountIn(params.get('maxPrice')),
    needs: needs.find((need) => need === params.get('needs')) ?? '',
    report: params.get('report') === 'yes' ? 'yes' : '',
    ran: params.get('ran') === 'yes' ? 'yes' : '',
    sort: Object.hasOwn(sortLabels, sort) ? (sort as Sort) : 'featured',
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

/** The names of the choices in an address. */
export const listParameters = Object.keys(choiceIn(new URLSearchParams()))

/** Returns the name that equals a text in any case, or the text itself when there is none. */
export function canonicalName(names: readonly string[], text: string): string {
  const folded = text.toLowerCase()
  return names.find((name) => name.toLowerCase() === folded) ?? text
}

/** Converts the choices to the API's query. */
export function queryOf({ sort, page, needs, report, ran, ...filters }: ListChoice) {
  const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  return {
    ...chosen,
    ...(needs && { needs }),
    ...(report && { report: 'yes' as const }),
    ...(ran && { ran: 'yes' as const }),
    sort,
    page,
    limit: 12,
  }
}

/** Returns the address of the list with some choices changed. A changed filter leads back to the first page. */
export function listAddress(choice: Partial<ListChoice>, change: Partial<ListChoice> = {}): string {
  const { sort = 'featured', page, ...filters } = { ...choice, page: 1, ...change }
  const params = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
  if (sort !== 'featured') params.set('sort', sort)
  if (page > 1) params.set('page', String(page))
  return `/projects?${params}`.replace(/\?$/, '')
}

function amountIn(text: string | null): string {
  const amount = Number(text)
  return text?.trim() && Number.isFinite(amount) && amount >= 0 && amount <= 1e9 ? String(amount) : ''
}

/**
 * The heading of the list (specification section 2; a single one is '1 Project'), with '1,000+' when a text search
 * stopped counting.
 */
export const resultCountText = (found: ResultCount): string =>
  `${totalOf(found)} ${found.total === 1 ? 'Project' : 'Projects'} Found`

/** The label of the button that leads from the filters on a phone to the results. */
export const showResultsLabel = (found: ResultCount): string =>
  `Show ${totalOf(found)} ${pluralOf(found.total, 'project')}`

/** Formats a price range. The limits are in rupees and both included. */
export function priceText(min?: number, max?: number): string {
  if (!min) {
    if (max === undefined) return 'Any price'
    return max === 0 ? rupees(0) : `Up to ${rupees(max)}`
  }
  if (max === undefined) return `${rupees(min)} and above`
  return min === max ? rupees(min) : `${rupees(min)}–${rupees(max)}`
}

/** A selected filter as a text with its quotes, the plain text, and the change that removes it. */
export interface Chosen {
  text: string
  plain: string
  without: Partial<ListChoice>
}

/** Returns what is selected in a list. */
export function chosenIn(choice: ListChoice): Chosen[] {
  const { search, category, technology, difficulty, minPrice, maxPrice, needs, report, ran } = choice
  const price = [minPrice, maxPrice].map((limit) => (limit === '' ? undefined : Number(limit)))
  return [
    search && { text: `“${search}”`, plain: search, without: { search: '' } },
    category && { plain: category, without: { category: '' } },
    technology && { plain: technology, without: { technology: '' } },
    needs && {
      plain: needs === 'Browser' ? needText(needs) : `Needs ${needs}`,
      without: { needs: '' as const },
    },
    (minPrice || maxPrice) && { plain: priceText(...price), without: { minPrice: '', maxPrice: '' } },
    difficulty && { plain: difficulty, without: { difficulty: '' } },
    report && { plain: 'With report', without: { report: '' } },
    ran && { plain: 'Runs: seen', without: { ran: '' } },
  ]
    .filter((one) => typeof one === 'object')
    .map((one) => ({ text: one.plain, ...one }))
}

const totalOf = ({ total, capped }: ResultCount) => `${formatCount(total)}${capped ? '+' : ''}`

/** The number of projects in a list; `capped` when counting stopped before the end. */
export type ResultCount = { total: number; capped?: true | undefined }
