import { endpoint, staff } from '../../kit/endpoint.ts'
import { Done, Id } from '../../kit/fields.ts'
import { pageWindow, Pagination } from '../../kit/paging.ts'
import type { Transitions } from '../../kit/transitions.ts'
import { schemaNames, z } from '../../kit/zod.ts'
import { BoughtListing } from '../bought-listing.ts'
import { documentNumbers } from '../documents.ts'
import { HelpThread } from '../help.ts'
import { SeatDownloads } from '../seats.ts'

const disputeStatuses = ['open', 'under_review', 'action_required', 'won', 'lost', 'closed'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/**
 * The allowed transitions of a dispute. Its bank makes all of them: it asks for more evidence any number of times, and
 * its end is final.
 */
export const disputeTransitions: Transitions<DisputeStatus, 'bank'> = {
  open: {
    under_review: ['bank'],
    action_required: ['bank'],
    won: ['bank'],
    lost: ['bank'],
    closed: ['bank'],
  },
  under_review: {
    open: ['bank'],
    action_required: ['bank'],
    won: ['bank'],
    lost: ['bank'],
    closed: ['bank'],
  },
  action_required: {
    open: ['bank'],
    under_review: ['bank'],
    won: ['bank'],
    lost: ['bank'],
    closed: ['bank'],
  },
  won: {},
  lost: {},
  closed: {},
}

/** A dispute of a payment by the payer's bank. Amounts in rupees. */
export const Dispute = z.object({
  _id: z.string(),
  /** The gateway's ids of dispute and payment. */
  gatewayId: z.string(),
  gatewayPaymentId: z.string(),
  amount: z.number(),
  /** The amount that the bank took, once the dispute has ended. */
  deducted: z.number(),
  reason: z.string(),
  phase: z.string(),
  status: z.enum(disputeStatuses),
  openedAt: z.string(),
  /** The time by which evidence must be sent. */
  respondBy: z.string().nullable(),
  settledAt: z.string().nullable(),
  /** The titles of the items paid for; empty when the payment is not ours, or not known yet. */
  titles: z.array(z.string()),
})
schemaNames.add(Dispute, { id: 'Dispute' })
export type Dispute = z.infer<typeof Dispute>

const Times = z.object({ firstAt: z.string(), lastAt: z.string(), times: z.int() })

/** The evidence for one order of a disputed payment. */
const DisputedOrder = z.object({
  orderId: z.string(),
  number: z.string(),
  title: z.string(),
  kind: z.enum(['source', 'report']),
  amount: z.number(),
  status: z.string(),
  orderedAt: z.string(),
  completedAt: z.string().nullable(),
  /** Whether the owner's credit is frozen, released, or refunded; null when the dispute does not affect it. */
  outcome: z.enum(['frozen', 'released', 'refunded']).nullable(),
  ...documentNumbers,
  /** The refund policy that applied. */
  policy: z.string().nullable(),
  downloads: z.array(Times.extend({ release: z.int() })),
  reportDownloads: Times.nullable(),
  /** The downloads by the buyer's team; null without any. */
  seatDownloads: SeatDownloads.nullable(),
  /** The buyer's answer whether it ran. */
  ran: z.boolean().nullable(),
  /** The buyer's help requests about the order, the oldest first. */
  help: z.array(HelpThread),
  /** The buyer's own rating, 1 to 5. */
  rating: z.int().nullable(),
  refundAskedAt: z.string().nullable(),
  asBought: BoughtListing,
  /** The release that was bought; nulls for a report. */
  listing: z.object({
    release: z.int().nullable(),
    files: z.int().nullable(),
    bytes: z.int().nullable(),
  }),
})
export type DisputedOrder = z.infer<typeof DisputedOrder>

export const DisputeCase = Dispute.extend({
  buyer: z.object({ name: z.string(), email: z.string(), since: z.string() }).nullable(),
  payment: z
    .object({ id: z.string(), amount: z.number(), capturedAt: z.string(), state: z.string() })
    .nullable(),
  /** The terms that the buyer accepted when they paid, when, and from which address; null when we do not know. */
  accepted: z.object({ terms: z.string(), at: z.string(), address: z.string().nullable() }).nullable(),
  /** The emails about the payment that a mail server accepted. */
  mails: z.array(z.object({ kind: z.string(), sentAt: z.string() })),
  orders: z.array(DisputedOrder),
})
schemaNames.add(DisputeCase, { id: 'DisputeCase' })
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
