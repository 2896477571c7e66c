import { z } from 'zod'

import { endpoint, member, staff } from '../kit/endpoint.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import { Done, Id, line, prose } from '../kit/words.ts'

/** Why a review should not stand on a page. */
export const reportReasons = ['abuse', 'spam', 'not_about_it', 'private_data', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** Whether staff hid a review, or are asked to look at it. */
export const reviewStates = ['reported', 'hidden', 'all'] as const

/** A review as staff see it, with what members reported. */
const StaffReview = z.object({
  _id: z.string(),
  projectId: z.string(),
  projectTitle: z.string(),
  /** Who wrote it. */
  writer: z.object({ name: z.string(), email: z.string() }),
  rating: z.int(),
  text: z.string(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  isFree: z.boolean(),
  reply: z.string().nullable(),
  hidden: z.object({ at: z.string(), reason: z.string() }).nullable(),
  /** The newest first, at most 20. */
  reports: z.array(
    z.object({
      reason: z.enum(reportReasons),
      text: z.string(),
      /** Who reported it. */
      name: z.string(),
      reportedAt: z.string(),
      /** Nobody of the staff has decided since. */
      isOpen: z.boolean(),
    }),
  ),
})
export type StaffReview = z.infer<typeof StaffReview>

export const reviewReports = {
  report: endpoint({
    method: 'POST',
    path: '/projects/:id/reviews/:review/report',
    summary: 'Reports a review of somebody else to the staff, once. Answers the number of the ticket.',
    access: member,
    params: z.object({ id: Id, review: Id }),
    body: z
      .object({
        reason: z.enum(reportReasons, { error: 'Choose what is wrong with it' }),
        text: prose(500).default(''),
      })
      .refine(({ reason, text }) => reason !== 'other' || text !== '', {
        path: ['text'],
        error: 'Say what is wrong with it',
      }),
    reply: Done.extend({ number: z.string() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/reviews',
    summary: 'Reviews of orders that are not refunded: those reported first, then the newest.',
    access: staff,
    query: z.object({ state: z.enum(reviewStates).default('reported'), ...pageWindow }),
    reply: Done.extend({
      reviews: z.array(StaffReview),
      /** How many have an open report. */
      reported: z.int(),
      pagination: Pagination,
    }),
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/admin/reviews/:id',
    summary:
      'Keeps a review on its page, or hides it for a reason that its writer is told; a hidden one leaves the average. Settles its reports.',
    access: staff,
    params: z.object({ id: Id }),
    body: z
      .object({ decision: z.enum(['keep', 'hide']), reason: line(300).default('') })
      .refine(({ decision, reason }) => decision === 'keep' || reason !== '', {
        path: ['reason'],
        error: 'Say why',
      }),
    reply: Done,
  }),
}
