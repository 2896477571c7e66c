import { endpoint, staff } from '../kit/endpoint.ts'
import { Done, Id, line } from '../kit/fields.ts'
import { pageWindow, Pagination } from '../kit/paging.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { Question } from '../projects/questions.ts'
import { complaintReasons } from './complaint-kinds.ts'

/** The filters of the staff's list: reviews with open complaints, hidden ones, or all. */
export const reviewStates = ['reported', 'hidden', 'all'] as const

/** A review as staff see it, with the complaints about it. */
export const StaffReview = z.object({
  _id: z.string(),
  projectId: z.string(),
  projectTitle: z.string(),
  /** The author of the review. */
  writer: z.object({ name: z.string(), email: z.string() }),
  rating: z.int(),
  text: z.string(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  isFree: z.boolean(),
  isDiscounted: z.boolean(),
  reply: z.string().nullable(),
  hidden: z.object({ at: z.string(), reason: z.string() }).nullable(),
  /** The newest first, at most 20. */
  complaints: z.array(
    z.object({
      reason: z.enum(complaintReasons),
      text: z.string(),
      /** The name of the member who complained. */
      name: z.string(),
      sentAt: z.string(),
      /** Whether staff have not decided on it yet. */
      isOpen: z.boolean(),
    }),
  ),
})
schemaNames.add(StaffReview, { id: 'StaffReview' })
export type StaffReview = z.infer<typeof StaffReview>

/** What staff do about what members have written on the pages of projects. */
export const moderation = {
  reviews: endpoint({
    method: 'GET',
    path: '/admin/reviews',
    summary: 'Reviews of orders that are not refunded: those reported first, then the newest.',
    access: staff,
    query: z.object({ state: z.enum(reviewStates).default('reported'), ...pageWindow }),
    reply: Done.extend({
      reviews: z.array(StaffReview),
      /** The number of reviews with an open complaint. */
      reported: z.int(),
      pagination: Pagination,
    }),
  }),
  decideReview: endpoint({
    method: 'PUT',
    path: '/admin/reviews/:id',
    summary:
      'Keeps a review on its page, or hides it for a reason that its writer is told; a hidden one leaves the average. Settles the complaints about it.',
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
  hideQuestion: endpoint({
    method: 'PUT',
    path: '/projects/:id/questions/:question/hidden',
    summary: 'Takes a question with its answer off the page, or puts it back when no reason is given.',
    access: staff,
    params: z.object({ id: Id, question: Id }),
    body: z.object({ reason: line(300).min(1, 'Say why').nullable() }),
    reply: Done.extend({ question: Question }),
  }),
}
