import { z } from 'zod'

import { endpoint, member } from './kit/endpoint.ts'
import { limits } from './kit/limits.ts'
import { Done, Id, prose } from './kit/words.ts'

const Review = z.object({
  _id: z.string(),
  name: z.string(),
  /** Of a writer whose profile is public. */
  profilePicture: z.string().nullable(),
  rating: z.int(),
  text: z.string(),
  createdAt: z.string(),
  /** When its writer changed it last. */
  editedAt: z.string().nullable(),
  /** Of somebody who got it for nothing: it is not part of the average. */
  isFree: z.boolean(),
  /** What the owner replied. */
  reply: z.object({ text: z.string(), repliedAt: z.string() }).nullable(),
})
export type Review = z.infer<typeof Review>

/** `hiddenReason`: why staff took it off the page. */
const OwnReview = Review.extend({ hiddenReason: z.string().nullable() })
export type OwnReview = z.infer<typeof OwnReview>

const ofProject = z.object({ id: Id })
const Opinion = z.object({
  rating: z.int({ error: 'Choose 1 to 5 stars' }).min(1, 'Choose 1 to 5 stars').max(5, 'Choose 1 to 5 stars'),
  text: prose(limits.review).min(1, 'Write a few words'),
})

export const reviews = {
  list: endpoint({
    method: 'GET',
    path: '/projects/:id/reviews',
    summary: 'Reviews by buyers of a published project, newest first.',
    access: 'anyone',
    params: ofProject,
    reply: Done.extend({
      reviews: z.array(Review),
      /** How many reviews gave 1, 2, 3, 4 and 5, those of free orders left out. */
      distribution: z.array(z.int()).length(5),
      /** The reviews of free orders, which count apart. */
      free: z.object({ count: z.int(), rating: z.number() }),
    }),
  }),
  write: endpoint({
    method: 'POST',
    path: '/projects/:id/reviews',
    summary: 'A review by a buyer with a completed order, one for each order.',
    access: member,
    params: ofProject,
    body: Opinion,
    reply: Done.extend({ review: Review }),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/projects/:id/reviews/mine',
    summary: "The caller's review of what they own, and whether they may write one.",
    access: member,
    params: ofProject,
    reply: Done.extend({ review: OwnReview.nullable(), mayWrite: z.boolean() }),
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/projects/:id/reviews/mine',
    summary: "Changes the caller's review.",
    access: member,
    params: ofProject,
    body: Opinion,
    reply: Done.extend({ review: Review }),
  }),
  reply: endpoint({
    method: 'PUT',
    path: '/projects/:id/reviews/:review/reply',
    summary: 'The one reply of the project’s owner to a review; sent again, it takes the place of the first.',
    access: member,
    params: ofProject.extend({ review: Id }),
    body: z.object({ text: prose(limits.reviewReply).min(1, 'Write a few words') }),
    reply: Done.extend({ review: Review }),
  }),
}
