import type { ListQuery } from '#contract/projects.ts'

/** The projects of one page in their order, and how many there are on all pages. */
export interface Page {
  total: number
  ids: string[]
}

export const offsetOf = ({ page, limit }: Pick<ListQuery, 'page' | 'limit'>) => (page - 1) * limit

export const paginationOf = ({ page, limit }: Pick<ListQuery, 'page' | 'limit'>, total: number) => ({
  page,
  limit,
  total,
  pages: Math.ceil(total / limit),
})

/** The paise that a limit in rupees lets through, within what a price column can hold. */
export const lowestPaise = (rupees: number) => Math.min(Math.ceil(rupees * 100 - 1e-6), largestInteger)
export const highestPaise = (rupees: number) => Math.min(Math.floor(rupees * 100 + 1e-6), largestInteger)

const largestInteger = 2 ** 31 - 1
