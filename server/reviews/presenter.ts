import { shortName } from '#contract/kit/short-name.ts'
import type { Review } from '#contract/reviews.ts'

type Written = Omit<Review, '_id' | 'createdAt'> & { id: string; createdAt: Date }

/** A review as everybody may read it: its writer by first name and initial. */
export const toReview = ({ id, name, createdAt, ...review }: Written): Review => ({
  ...review,
  _id: id,
  name: shortName(name),
  createdAt: createdAt.toISOString(),
})
