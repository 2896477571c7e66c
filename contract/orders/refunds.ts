import { endpoint, member, staff } from '../endpoint.ts'
import { Done, Id, prose } from '../fields.ts'
import { pageWindow, Pagination } from '../paging.ts'
import { z } from '../zod.ts'
import { BoughtListing } from './bought-listing.ts'
import { documentNumbers } from './documents.ts'
import { RunAnswer } from './run-answers.ts'

/** How a request ended: staff decide, its buyer may take it back before. The moves of the order itself stand in orderMoves. */
const refundOutcomes = ['approved', 'declined', 'withdrawn'] as const
const Outcome = z.enum(refundOutcomes)

const Request = z.object({
  _id: z.string(),
  reason: z.string(),
  requestedAt: z.string(),
  /** What the owner answered. */
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
  /** Null while it waits for a decision. */
  outcome: Outcome.nullable(),
  /** What staff wrote to the buyer. */
  note: z.string().nullable(),
  decidedAt: z.string().nullable(),
})

/** The money of a refund: due, on its way at the gateway, or returned. */
const Money = z.object({
  status: z.enum(['due', 'sent', 'returned']),
  amount: z.number(),
  returnedAt: z.string().nullable(),
})

/** The refund of one order, as its buyer sees it. */
export const BuyersRefund = z.object({
  /** The words in force when it was bought; null for what cost nothing. */
  policy: z.string().nullable(),
  /** Until when it may be asked for. */
  until: z.string().nullable(),
  request: Request.nullable(),
  money: Money.nullable(),
  /** What the buyer may do now. */
  allowed: z.array(z.enum(['ask', 'withdraw'])),
})
export type BuyersRefund = z.infer<typeof BuyersRefund>

const OrderFacts = z.object({
  orderId: z.string(),
  number: z.string(),
  projectId: z.string(),
  title: z.string(),
  kind: z.enum(['source', 'report']),
  amount: z.number(),
  orderDate: z.string(),
  completedAt: z.string().nullable(),
})

/** A request for something that the caller sold. Who bought it stays unnamed. */
export const OwnersRefund = Request.extend({
  ...OrderFacts.shape,
  /** What leaves the owner's balance if it is approved, in rupees. */
  share: z.number(),
})
export type OwnersRefund = z.infer<typeof OwnersRefund>

/** A request with all that helps staff to decide. */
export const RefundCase = Request.extend({
  ...OrderFacts.shape,
  decidedBy: z.string().nullable(),
  buyer: z.object({ name: z.string(), email: z.string() }),
  owner: z.object({ name: z.string(), email: z.string() }),
  policy: z.string().nullable(),
  until: z.string().nullable(),
  ...documentNumbers,
  money: Money.extend({ lastFailure: z.string().nullable() }).nullable(),
  evidence: z.object({
    /** Each release that the buyer downloaded. */
    downloads: z.array(
      z.object({ release: z.int(), firstAt: z.string(), lastAt: z.string(), times: z.int() }),
    ),
    /** How often the buyer downloaded the report, when that was bought. */
    reportDownloads: z.object({ firstAt: z.string(), lastAt: z.string(), times: z.int() }).nullable(),
    /** Whether it ran, as the buyer said. */
    run: RunAnswer.nullable(),
    /** What the check of the project's newest files says; `open` counts findings that nobody explained. */
    findings: z.object({ summary: z.string(), running: z.int(), open: z.int() }),
    /** The buyer's own rating of it, 1 to 5. */
    rating: z.int().nullable(),
    /** What the listing said when it was ordered; null for what was ordered before that was kept. */
    asBought: BoughtListing.nullable(),
    /** All that the buyer paid for and asked back, this order included. */
    buyer: z.object({ paidOrders: z.int(), requests: z.int(), approved: z.int() }),
  }),
})
export type RefundCase = z.infer<typeof RefundCase>

const ofOrder = z.object({ id: Id })
const buyersAnswer = Done.extend({ refund: BuyersRefund })

export const refundRequests = {
  get: endpoint({
    method: 'GET',
    path: '/orders/:id/refund',
    summary:
      "The refund of one of the caller's orders: what was promised, what was asked, what became of it.",
    access: member,
    params: ofOrder,
    reply: buyersAnswer,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/orders/:id/refund',
    summary: 'Asks for the money of a completed order back, within the days promised when it was bought.',
    access: member,
    problems: ['conflict'],
    params: ofOrder,
    body: z.object({
      reason: prose(2000, 'Say what is wrong with it').min(10, 'Say what is wrong, in 10 letters or more'),
    }),
    reply: buyersAnswer,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/orders/:id/refund',
    summary: 'Takes a request back that nobody has decided yet.',
    access: member,
    problems: ['conflict'],
    params: ofOrder,
    reply: buyersAnswer,
  }),
  received: endpoint({
    method: 'GET',
    path: '/refunds/received',
    summary: 'Requests for what the caller sold, those that wait first, then the newest.',
    access: member,
    query: z.object(pageWindow),
    reply: Done.extend({ refunds: z.array(OwnersRefund), pagination: Pagination }),
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/refunds/:id/answer',
    summary: 'What the owner says to a request that waits. It may be changed until staff decide.',
    access: member,
    problems: ['conflict'],
    params: z.object({ id: Id }),
    body: z.object({ answer: prose(2000, 'Write an answer').min(1, 'Write an answer') }),
    reply: Done,
  }),
  cases: endpoint({
    method: 'GET',
    path: '/admin/refunds',
    summary: 'Requests with their evidence: those that wait, oldest first, or those decided, newest first.',
    access: staff,
    problems: ['not_found'],
    query: z.object({ state: z.enum(['waiting', 'decided']).default('waiting'), ...pageWindow }),
    reply: Done.extend({ refunds: z.array(RefundCase), waiting: z.int(), pagination: Pagination }),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/admin/refunds/:id',
    summary:
      'Approves a request: the sale is taken back and the gateway returns the money. Or declines it, with a note to the buyer.',
    access: staff,
    problems: ['conflict'],
    params: z.object({ id: Id }),
    body: z
      .object({ decision: z.enum(['approve', 'decline']), note: prose(2000).default('') })
      .refine(({ decision, note }) => decision === 'approve' || note !== '', {
        path: ['note'],
        error: 'Tell the buyer why',
      }),
    reply: Done,
  }),
}
