import { z } from 'zod'

import { endpoint, member } from './kit/endpoint.ts'
import { pageWindow, Pagination } from './kit/paging.ts'
import { Done } from './kit/words.ts'

/** 'pending': signed up and paid for nothing yet; 'active': a payment of theirs earned commission. */
export const referralStatuses = ['pending', 'active'] as const

/** A member who signed up with the caller's code. `commission` in rupees, what was refunded taken off. */
const Referral = z.object({
  id: z.string(),
  /** First name and initial only. */
  referredUser: z.string(),
  date: z.string(),
  status: z.enum(referralStatuses),
  commission: z.number(),
})
export type Referral = z.infer<typeof Referral>

export const referrals = {
  mine: endpoint({
    method: 'GET',
    path: '/referrals',
    summary:
      "The caller's referral code, what it earned in all and in this calendar month of India, in rupees, and who signed up with it, newest first.",
    access: member,
    query: z.object(pageWindow),
    reply: Done.extend({
      referralCode: z.string(),
      totalCommission: z.number(),
      thisMonth: z.number(),
      referrals: z.array(Referral),
      pagination: Pagination,
    }),
  }),
}
