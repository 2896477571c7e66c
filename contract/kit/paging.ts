import { numeric } from './fields.ts'
import { limits } from './limits.ts'
import { schemaNames, z } from './zod.ts'

/** The requested page of a list, and the number of entries on a page. */
export const pageWindow = {
  page: numeric.pipe(z.int().min(1).max(100_000).default(1)),
  limit: numeric.pipe(z.int().min(1).max(limits.maxPageSize).default(limits.pageSize)),
}
export interface PageWindow {
  page: number
  limit: number
}

/** The pagination of a list. `capped`: there are more matches than `total`, which counts those on the pages. */
export const Pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  pages: z.int(),
  capped: z.literal(true).optional(),
})
schemaNames.add(Pagination, { id: 'Pagination' })

/** Returns the number of entries before a page. */
export const offsetOf = ({ page, limit }: PageWindow) => (page - 1) * limit

export const paginationOf = ({ page, limit }: PageWindow, total: number) => ({
  page,
  limit,
  total,
  pages: Math.ceil(total / limit),
})
