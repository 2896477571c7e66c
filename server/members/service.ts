import { type PageWindow, paginationOf } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { PublicMember } from '#contract/members.ts'

import { avatarAddress, publicMember } from '../accounts/service.ts'
import { averageOf, publishedFiguresOf, publishedBy } from '../catalogue/service.ts'
import type { Connection } from '../database/connection.ts'
import { countFollowers } from '../follows/service.ts'

/** What everybody sees of a member whose profile is public. Throws not_found for any other as for an unknown one. */
export async function profileOf(connection: Connection, memberId: string, window: PageWindow) {
  const found = await publicMember(connection, memberId)
  if (!found) throw new ProblemError('not_found', 'Member not found')
  const [{ total, ratingSum, ratingCount }, projects, followers] = await Promise.all([
    publishedFiguresOf(connection, memberId),
    publishedBy(connection, memberId, window),
    countFollowers(connection, memberId),
  ])
  const { id, profilePicture, createdAt, ...shown } = found
  const member: PublicMember = {
    ...shown,
    _id: id,
    profilePicture: avatarAddress(profilePicture),
    memberSince: createdAt.toISOString(),
    rating: averageOf(ratingSum, ratingCount),
    reviews: ratingCount,
    followers,
  }
  return { member, projects, pagination: paginationOf(window, total) }
}
