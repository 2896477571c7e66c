import { z } from 'zod'

import { limits } from '../kit/limits.ts'
import { pageWindow } from '../kit/paging.ts'
import { line, numeric } from '../kit/words.ts'
import { verificationStatuses } from './verification.ts'

const sorts = ['featured', 'newest', 'price-low', 'price-high', 'rating'] as const
export type Sort = (typeof sorts)[number]
/** The columns that the staff's list is ordered by. */
export const staffOrders = ['title', 'category', 'price', 'status', 'created'] as const
export type StaffOrder = (typeof staffOrders)[number]

/** A text of an address; an empty one counts as absent, as a form sends what is not filled in. */
const word = (max: number) =>
  line(max)
    .transform((text) => text || undefined)
    .optional()
const rupees = numeric.pipe(
  z.number({ error: 'Enter a price in rupees' }).min(0, 'Price cannot be negative').optional(),
)

export const ListQuery = z.object({
  search: word(limits.search),
  category: word(60),
  technology: word(40),
  /** In any case. */
  difficulty: word(20),
  minPrice: rupees,
  maxPrice: rupees,
  sort: z
    .enum([...sorts, ''])
    .default('')
    .transform((sort) => sort || 'featured'),
  ...pageWindow,
  /** Staff only: the verification status to list. */
  status: z
    .enum([...verificationStatuses, ''])
    .transform((status) => status || undefined)
    .optional(),
  /** Staff only: of the pending ones those that staff can decide on, or those whose owner has to settle findings first. */
  waitsFor: z
    .enum(['staff', 'owner', ''])
    .transform((who) => who || undefined)
    .optional(),
  /** Staff only: by which column, instead of `sort`, and which way. */
  orderBy: z
    .enum([...staffOrders, ''])
    .transform((column) => column || undefined)
    .optional(),
  order: z
    .enum(['asc', 'desc', ''])
    .transform((way) => way || undefined)
    .optional(),
})
export type ListQuery = z.output<typeof ListQuery>
