import type { PublicMember } from '#contract/members.ts'

import { avatarAddress, type publicMember } from '../accounts/service.ts'
import { averageOf, type publishedFiguresOf } from '../catalogue/service.ts'
import type { Found } from '../database/connection.ts'

type MemberRow = Found<typeof publicMember>
type Figures = Found<typeof publishedFiguresOf>

/** A member as everybody sees them. */
export const toPublicMember = (
  { id, profilePicture, createdAt, ...shown }: MemberRow,
  { ratingSum, ratingCount }: Pick<Figures, 'ratingSum' | 'ratingCount'>,
  followers: number,
): PublicMember => ({
  ...shown,
  _id: id,
  profilePicture: avatarAddress(profilePicture),
  memberSince: createdAt.toISOString(),
  rating: averageOf(ratingSum, ratingCount),
  reviews: ratingCount,
  followers,
})
