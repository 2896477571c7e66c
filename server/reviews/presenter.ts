import type { Review } from '#contract/reviews.ts'

type Written = Omit<Review, '_id' | 'createdAt'> & { id: string; createdAt: Date }

/** A review as everybody may read it. */
export const toReview = ({ id, name, createdAt, ...review }: Written): Review => ({
  ...review,
  _id: id,
  name: shortName(name),
  createdAt: createdAt.toISOString(),
})

/** The first name and the initial of the last, so that a review does not expose its writer. */
function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const initial = Array.from(others.at(-1) ?? '')[0]
  return initial ? `${first} ${initial}.` : first
}
