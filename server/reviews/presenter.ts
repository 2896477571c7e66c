import { isoTime } from '#contract/kit/day.ts'
import { shortName } from '#contract/kit/short-name.ts'
import type { OwnReview, Review } from '#contract/reviews.ts'

import { avatarAddress } from '../accounts/service.ts'
import type { newestReviews } from './queries.ts'

type Row = Awaited<ReturnType<typeof newestReviews>>[number]

/** A review as everybody may read it: its writer by first name and initial. */
export const toReview = (row: Row): Review => ({
  _id: row.id,
  name: shortName(row.name),
  profilePicture: avatarAddress(row.profilePicture),
  rating: row.rating,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  editedAt: isoTime(row.editedAt),
  isFree: row.isFree,
  reply:
    row.reply !== null && row.repliedAt ? { text: row.reply, repliedAt: row.repliedAt.toISOString() } : null,
})

/** A review as its writer sees it. */
export const toOwnReview = (row: Row): OwnReview => ({ ...toReview(row), hiddenReason: row.hiddenReason })

/** Reviews of free orders as they count: apart. The rating with one decimal, 0 for none. */
export function toFreeRating(distribution: number[]) {
  const count = distribution.reduce((sum, many) => sum + many, 0)
  const stars = distribution.reduce((sum, many, index) => sum + many * (index + 1), 0)
  return { count, rating: count === 0 ? 0 : Math.round((stars / count) * 10) / 10 }
}
