import { ProblemError } from '#contract/kit/problem.ts'
import type { PublicMember } from '#contract/members.ts'
import type { ListQuery } from '#contract/projects.ts'

import { avatarAddress, publicMember } from '../accounts/service.ts'
import { averageOf, figuresOfOwner, paginationOf, publishedBy } from '../catalogue/service.ts'
import type { Connection } from '../database/connection.ts'
import { countFollowers } from '../follows/service.ts'

/** What everybody sees of a member whose profile is public. Throws not_found for any other as for an unknown one. */
export async function profileOf(
  connection: Connection,
  memberId: string,
  window: Pick<ListQuery, 'page' | 'limit'>,
) {
  const found = await publicMember(connection, memberId)
  if (!found) throw new ProblemError('not_found', 'Member not found')
  const [{ total, ratingSum, ratingCount }, projects, followers] = await Promise.all([
    figuresOfOwner(connection, memberId),
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
