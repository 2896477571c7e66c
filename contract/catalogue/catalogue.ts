import { z } from 'zod'

import { endpoint } from '../endpoint.ts'
import { Done, Id, line, numeric, text } from '../fields.ts'
import { limits } from '../limits.ts'
import { pageWindow } from '../paging.ts'
import { verificationStatuses } from '../projects/verification.ts'

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

/** Where somebody was before they looked at a project. */
const viewSources = [
  'Project list',
  'Search here',
  'Home',
  'Another project',
  'Owner’s profile',
  'Other pages here',
  'Google',
  'Bing',
  'DuckDuckGo',
  'WhatsApp',
  'Instagram',
  'Facebook',
  'YouTube',
  'LinkedIn',
  'Telegram',
  'X',
  'GitHub',
  'Other sites',
  'Direct or unknown',
] as const
export type ViewSource = (typeof viewSources)[number]

export const views = {
  count: endpoint({
    method: 'POST',
    path: '/projects/:id/views',
    summary:
      'Counts a view of a project’s page: once in a visit, of a published project only; those of crawlers are none.',
    access: 'anyone',
    ignoresCaller: true,
    limit: { requests: 300, seconds: 60 },
    params: z.object({ id: Id }),
    /** `from`: the address before it, of this site as a path; empty when none is known. */
    body: z.object({ from: text(2000) }),
    reply: Done,
  }),
}
