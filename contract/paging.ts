import { numeric } from './fields.ts'
import { limits } from './limits.ts'
import { z } from './zod.ts'

/** Which page of a list is asked for, and how many entries a page has. */
export const pageWindow = {
  page: numeric.pipe(z.int().min(1).max(100_000).default(1)),
  limit: numeric.pipe(z.int().min(1).max(limits.maxPageSize).default(limits.pageSize)),
}
export interface PageWindow {
  page: number
  limit: number
}

/** `capped`: a text search found more than `total`, which counts those of its pages. */
export const Pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  pages: z.int(),
  capped: z.literal(true).optional(),
})

/** How many entries come before a page. */
export const offsetOf = ({ page, limit }: PageWindow) => (page - 1) * limit

export const paginationOf = ({ page, limit }: PageWindow, total: number) => ({
  page,
  limit,
  total,
  pages: Math.ceil(total / limit),
})
