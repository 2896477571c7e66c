import { endpoint, member } from '../kit/endpoint.ts'
import { Done, Id, prose } from '../kit/fields.ts'
import { limits } from '../kit/limits.ts'
import { schemaNames, z } from '../kit/zod.ts'

export const Review = z.object({
  _id: z.string(),
  name: z.string(),
  /** The picture of a writer with a public profile. */
  profilePicture: z.string().nullable(),
  rating: z.int(),
  text: z.string(),
  createdAt: z.string(),
  /** The time of the writer's last change. */
  editedAt: z.string().nullable(),
  /** Whether the project was free: such a review is not part of the average. */
  isFree: z.boolean(),
  /** Whether the writer paid less than the part of the list price from which on a review is part of the average. */
  isDiscounted: z.boolean(),
  /** The owner's reply. */
  reply: z.object({ text: z.string(), repliedAt: z.string() }).nullable(),
})
schemaNames.add(Review, { id: 'Review' })
export type Review = z.infer<typeof Review>

/** The caller's own review. `hiddenReason`: why staff hid it. */
export const OwnReview = Review.extend({
  hiddenReason: z.string().nullable(),
  /** Whether it waits for staff, because it has a link, an email, a UPI address or a phone number. */
  isHeld: z.boolean(),
})
schemaNames.add(OwnReview, { id: 'OwnReview' })
export type OwnReview = z.infer<typeof OwnReview>

const ofProject = z.object({ id: Id })
const ReviewInput = z.object({
  rating: z.int({ error: 'Choose 1 to 5 stars' }).min(1, 'Choose 1 to 5 stars').max(5, 'Choose 1 to 5 stars'),
  text: prose(limits.review).default(''),
})
schemaNames.add(ReviewInput, { id: 'NewReview' })
/** A review as it is changed; without a text, its text stays. */
const ReviewChanges = ReviewInput.extend({ text: prose(limits.review).optional() })

/** Whether what was written waits for staff, because it has a link, an email, a UPI address or a phone number. */
const isHeld = z.boolean()

/** The reviews of a project. */
export const Opinions = z.object({
  reviews: z.array(Review),
  /**
   * The numbers of reviews with 1, 2, 3, 4 and 5 stars, without those of free orders and of those that paid far less
   * than the price.
   */
  distribution: z.array(z.int()).length(5),
  /** The reviews of free orders, which are counted separately. */
  free: z.object({ count: z.int(), rating: z.number() }),
})

export const reviews = {
  list: endpoint({
    method: 'GET',
    path: '/projects/:id/reviews',
    summary: 'Reviews by buyers of a published project, newest first.',
    access: 'anyone',
    params: ofProject,
    reply: Done.extend(Opinions.shape),
  }),
  write: endpoint({
    method: 'POST',
    path: '/projects/:id/reviews',
    summary:
      'A review by a buyer with a completed order, one for each order: stars, with or without a text. A text with a link, an email, a UPI address or a phone number waits for staff first.',
    access: member,
    problems: ['conflict', 'too_many_requests'],
    params: ofProject,
    body: ReviewInput,
    reply: Done.extend({ review: Review, isHeld }),
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
    summary:
      "Changes the caller's review. A text with a link, an email, a UPI address or a phone number waits for staff first.",
    access: member,
    problems: ['too_many_requests'],
    params: ofProject,
    body: ReviewChanges,
    reply: Done.extend({ review: Review, isHeld }),
  }),
  reply: endpoint({
    method: 'PUT',
    path: '/projects/:id/reviews/:review/reply',
    summary:
      'The one reply of the project’s owner to a review; sent again, it takes the place of the first. A text with a link, an email, a UPI address or a phone number waits for staff first.',
    access: member,
    params: ofProject.extend({ review: Id }),
    body: z.object({ text: prose(limits.reviewReply).min(1, 'Write a few words') }),
    reply: Done.extend({ review: Review, isHeld }),
  }),
}
