import { endpoint, staff } from '../../endpoint.ts'
import { Done, Id } from '../../fields.ts'
import { pageWindow, Pagination } from '../../paging.ts'
import { z } from '../../zod.ts'
import { BoughtListing } from '../bought-listing.ts'
import { documentNumbers } from '../documents.ts'

const disputeStatuses = ['open', 'under_review', 'action_required', 'won', 'lost', 'closed'] as const

/** A payment that its payer's bank disputes. Amounts in rupees. */
export const Dispute = z.object({
  _id: z.string(),
  /** What the gateway calls dispute and payment. */
  gatewayId: z.string(),
  gatewayPaymentId: z.string(),
  amount: z.number(),
  /** What the bank took, once it is over. */
  deducted: z.number(),
  reason: z.string(),
  phase: z.string(),
  status: z.enum(disputeStatuses),
  openedAt: z.string(),
  /** Until when evidence may be sent. */
  respondBy: z.string().nullable(),
  settledAt: z.string().nullable(),
  /** What the payment was for; empty when it is none of ours, or not known yet. */
  titles: z.array(z.string()),
})
export type Dispute = z.infer<typeof Dispute>

const Times = z.object({ firstAt: z.string(), lastAt: z.string(), times: z.int() })

/** What proves one order of a disputed payment. */
const DisputedOrder = z.object({
  orderId: z.string(),
  number: z.string(),
  title: z.string(),
  kind: z.enum(['source', 'report']),
  amount: z.number(),
  status: z.string(),
  orderedAt: z.string(),
  completedAt: z.string().nullable(),
  /** Whether its credit is frozen, free again, or taken back; null when the dispute does not touch it. */
  outcome: z.enum(['frozen', 'released', 'refunded']).nullable(),
  ...documentNumbers,
  /** The words about money back that were in force. */
  policy: z.string().nullable(),
  downloads: z.array(Times.extend({ release: z.int() })),
  reportDownloads: Times.nullable(),
  /** Whether it ran, as the buyer said. */
  ran: z.boolean().nullable(),
  /** The buyer's own rating of it, 1 to 5. */
  rating: z.int().nullable(),
  refundAskedAt: z.string().nullable(),
  /** Null for what was ordered before it was kept: then `listing`, as it is now, is all there is. */
  asBought: BoughtListing.nullable(),
  listing: z.object({
    description: z.string(),
    release: z.int().nullable(),
    files: z.int().nullable(),
    bytes: z.int().nullable(),
    /** When the listing was last changed: before the purchase it is as it was bought. */
    changedAt: z.string(),
  }),
})
export type DisputedOrder = z.infer<typeof DisputedOrder>

export const DisputeCase = Dispute.extend({
  buyer: z.object({ name: z.string(), email: z.string(), since: z.string() }).nullable(),
  payment: z
    .object({ id: z.string(), amount: z.number(), capturedAt: z.string(), state: z.string() })
    .nullable(),
  /** The sentence that the buyer agreed to when they paid, when, and from which address; null for what was bought before it was kept. */
  accepted: z.object({ terms: z.string(), at: z.string(), address: z.string().nullable() }).nullable(),
  /** Emails about the payment that a mail server took. */
  mails: z.array(z.object({ kind: z.string(), sentAt: z.string() })),
  orders: z.array(DisputedOrder),
})
export type DisputeCase = z.infer<typeof DisputeCase>

const ofDispute = z.object({ id: Id })

export const disputes = {
  list: endpoint({
    method: 'GET',
    path: '/admin/disputes',
    summary:
      'Payments that banks dispute: the open ones, those to be answered first at the top, or those that ended.',
    access: staff,
    query: z.object({ ...pageWindow, state: z.enum(['open', 'ended']).default('open') }),
    reply: Done.extend({ disputes: z.array(Dispute), open: z.int(), pagination: Pagination }),
  }),
  case: endpoint({
    method: 'GET',
    path: '/admin/disputes/:id',
    summary:
      'A dispute with what proves the sale: downloads, emails, terms accepted, invoice, what was bought.',
    access: staff,
    params: ofDispute,
    reply: Done.extend({ dispute: DisputeCase }),
  }),
  evidence: endpoint({
    method: 'GET',
    path: '/admin/disputes/:id/evidence',
    summary: 'What proves the sale as a text file, ready to be sent to the bank.',
    access: staff,
    params: ofDispute,
    reply: 'file',
  }),
}
