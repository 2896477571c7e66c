import { endpoint, member, staff } from '../kit/endpoint.ts'
import { Done, Id, prose } from '../kit/fields.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import type { Transitions } from '../kit/transitions.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { BoughtListing } from './bought-listing.ts'
import { documentNumbers } from './documents.ts'
import { HelpThread } from './help.ts'
import type { OrderActor } from './orders.ts'
import { RunAnswer } from './run-answers.ts'
import { SeatDownloads } from './seats.ts'

const refundOutcomes = ['approved', 'declined', 'withdrawn'] as const
export type RefundRequestStatus = 'waiting' | (typeof refundOutcomes)[number]

/**
 * The allowed transitions of a refund request: staff decide, unless the buyer withdraws it before, or the money goes
 * back without us. Those of its order are in orderTransitions.
 */
export const refundRequestTransitions: Transitions<RefundRequestStatus, OrderActor> = {
  waiting: { approved: ['staff', 'gateway'], declined: ['staff'], withdrawn: ['buyer'] },
  approved: {},
  declined: {},
  withdrawn: {},
}
const Outcome = z.enum(refundOutcomes)

const Request = z.object({
  _id: z.string(),
  /** The number that people see, such as RF-000123. */
  requestNumber: z.string(),
  reason: z.string(),
  requestedAt: z.string(),
  /** The owner's answer. */
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
  /** Null while it waits for a decision. */
  outcome: Outcome.nullable(),
  /** The note of staff to the buyer. */
  note: z.string().nullable(),
  decidedAt: z.string().nullable(),
})

const refundStatuses = ['due', 'sent', 'returned'] as const
type RefundStatus = (typeof refundStatuses)[number]

/**
 * The allowed transitions of a refund, as the gateway reports them: sent means that it has begun to return the money,
 * and a refund that it could not end is due again. One whose money went back in another way is returned at once.
 */
export const refundTransitions: Transitions<RefundStatus, 'gateway'> = {
  due: { sent: ['gateway'], returned: ['gateway'] },
  sent: { due: ['gateway'], returned: ['gateway'] },
  returned: {},
}

/** The money of a refund. */
const Money = z.object({
  status: z.enum(refundStatuses),
  amount: z.number(),
  /**
   * The part of `amount` that went back without us: the buyer's bank took it, or it was returned on the gateway's own
   * pages.
   */
  withoutUs: z.number(),
  returnedAt: z.string().nullable(),
})

/** Why money goes back. */
const refundCauses = [
  'requested',
  'disputed',
  'owned_already',
  'account_closed',
  'coupon_ended',
  'undeliverable',
  'returned_at_gateway',
  'other_amount',
  'paid_twice',
] as const
export type RefundCause = (typeof refundCauses)[number]

/** The refund of one order, as its buyer sees it. */
export const BuyersRefund = z.object({
  /** The refund policy at the time of the order; null for free orders. */
  policy: z.string().nullable(),
  /** The end of the time in which a refund may be requested. */
  until: z.string().nullable(),
  request: Request.nullable(),
  money: Money.extend({ cause: z.enum(refundCauses) }).nullable(),
  /** The actions that the buyer may take now. */
  allowed: z.array(z.enum(['ask', 'withdraw'])),
})
schemaNames.add(BuyersRefund, { id: 'BuyersRefund' })
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

/** A refund request for an item that the caller sold, without the buyer's name. */
export const OwnersRefund = Request.extend({
  ...OrderFacts.shape,
  /** The amount in rupees that approval takes off the owner's balance. */
  share: z.number(),
})
schemaNames.add(OwnersRefund, { id: 'OwnersRefund' })
export type OwnersRefund = z.infer<typeof OwnersRefund>

const decisions = ['approve', 'decline'] as const
export type RefundDecision = (typeof decisions)[number]

/** A refund request with the evidence for the decision of staff. */
export const RefundCase = Request.extend({
  ...OrderFacts.shape,
  decidedBy: z.string().nullable(),
  /**
   * Whether approval takes two people or a super admin: the refund days were over before it was asked for, or the
   * shares were paid out.
   */
  isFinalSale: z.boolean(),
  /** The approval of the first of two members of staff, while the request waits for the second. */
  firstApproval: z.object({ by: z.string(), note: z.string() }).nullable(),
  /** Whether another member of staff has to approve it besides the caller. */
  needsSecondPerson: z.boolean(),
  /** The decisions that the caller may take now. */
  allowed: z.array(z.enum(decisions)),
  buyer: z.object({ name: z.string(), email: z.string() }),
  owner: z.object({ name: z.string(), email: z.string() }),
  policy: z.string().nullable(),
  until: z.string().nullable(),
  ...documentNumbers,
  money: Money.extend({ lastFailure: z.string().nullable() }).nullable(),
  evidence: z.object({
    /** The downloads of each release by the buyer. */
    downloads: z.array(
      z.object({ release: z.int(), firstAt: z.string(), lastAt: z.string(), times: z.int() }),
    ),
    /** The downloads of the report by the buyer, when it was bought. */
    reportDownloads: z.object({ firstAt: z.string(), lastAt: z.string(), times: z.int() }).nullable(),
    /** The downloads by the buyer's team; null without any. */
    seatDownloads: SeatDownloads.nullable(),
    /** The buyer's answer whether it ran. */
    run: RunAnswer.nullable(),
    /** The buyer's help requests about the order, the oldest first. */
    help: z.array(HelpThread),
    /** The result of the check of the project's newest files; `open` counts findings that nobody explained. */
    findings: z.object({ summary: z.string(), running: z.int(), open: z.int() }),
    /** The buyer's own rating, 1 to 5. */
    rating: z.int().nullable(),
    /** The listing at the time of the order. */
    asBought: BoughtListing,
    /** The numbers of the buyer's paid orders and refund requests, including this one. */
    buyer: z.object({ paidOrders: z.int(), requests: z.int(), approved: z.int() }),
  }),
})
schemaNames.add(RefundCase, { id: 'RefundCase' })
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
      'Approves a request: the sale is taken back and the gateway returns the money. Or declines it, with a note to the buyer. The refund of a final sale waits until another member of staff approves it too, unless a super admin decides.',
    access: staff,
    problems: ['conflict', 'not_allowed'],
    params: z.object({ id: Id }),
    body: z
      .object({ decision: z.enum(decisions), note: prose(2000).default('') })
      .refine(({ decision, note }) => decision === 'approve' || note !== '', {
        path: ['note'],
        error: 'Tell the buyer why',
      }),
    /** `needsSecondPerson`: it waits for the approval of another member of staff. */
    reply: Done.extend({ needsSecondPerson: z.boolean() }),
  }),
}
