import { shortName } from '#contract/kit/short-name.ts'
import type { Review } from '#contract/reviews.ts'

import { avatarAddress } from '../accounts/service.ts'

type Written = Omit<Review, '_id' | 'createdAt'> & { id: string; createdAt: Date }

/** A review as everybody may read it: its writer by first name and initial. */
export const toReview = ({ id, name, createdAt, profilePicture, ...review }: Written): Review => ({
  ...review,
  _id: id,
  name: shortName(name),
  profilePicture: avatarAddress(profilePicture),
  createdAt: createdAt.toISOString(),
})
