import { endpoint, member } from '../kit/endpoint.ts'
import { Done } from '../kit/fields.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import { schemaNames, z } from '../kit/zod.ts'

/** 'pending': signed up without a payment yet; 'active': a payment of theirs earned commission. */
const referralStatuses = ['pending', 'active'] as const

/** A member who signed up with the caller's code. `commission` in rupees, less refunds. */
export const Referral = z.object({
  id: z.string(),
  /** First name and initial only. */
  referredUser: z.string(),
  date: z.string(),
  status: z.enum(referralStatuses),
  commission: z.number(),
})
schemaNames.add(Referral, { id: 'Referral' })
export type Referral = z.infer<typeof Referral>

/**
 * 'pending': still refundable to the buyer; 'frozen': the buyer's bank disputes the payment; 'payable'; 'paid' out;
 * 'reversed' by a refund.
 */
const referredSaleStates = ['pending', 'frozen', 'payable', 'paid', 'reversed'] as const

/** A purchase of a member whom the caller referred. Amounts in rupees. */
export const ReferredSale = z.object({
  date: z.string(),
  projectTitle: z.string(),
  amount: z.number(),
  commission: z.number(),
  state: z.enum(referredSaleStates),
})
schemaNames.add(ReferredSale, { id: 'ReferredSale' })
export type ReferredSale = z.infer<typeof ReferredSale>

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
      /** Whether the caller is an agent now, and so sees the sales. */
      isAgent: z.boolean(),
      totalCommission: z.number(),
      thisMonth: z.number(),
      referrals: z.array(Referral),
      pagination: Pagination,
    }),
  }),
  sales: endpoint({
    method: 'GET',
    path: '/referrals/sales',
    summary:
      'What those whom an agent referred have bought, newest first, with the commission of each. Not found for who is no agent.',
    access: member,
    problems: ['not_found'],
    query: z.object(pageWindow),
    reply: Done.extend({ sales: z.array(ReferredSale), pagination: Pagination }),
  }),
  salesFile: endpoint({
    method: 'GET',
    path: '/referrals/sales/file',
    summary: 'The same as a CSV file, at most the newest 20,000. Not found for who is no agent.',
    access: member,
    problems: ['not_found'],
    reply: 'file',
  }),
}
