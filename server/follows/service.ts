import type { Followed, FollowState } from '#contract/follows.ts'
import { limits } from '#contract/kit/limits.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import { publicMember } from '../accounts/service.ts'
import type { Connection, Database } from '../database/connection.ts'
import { toFollowed } from './presenter.ts'
import {
  countFollowedLocked,
  countFollowers,
  deleteFollow,
  followedBy,
  insertFollow,
  isFollowing,
} from './queries.ts'

export { countFollowers, deleteFollowsOf, followersAfter } from './queries.ts'

/** Whether somebody follows a member, and how many do. Throws not_found unless the member's profile is public. */
export async function followState(
  connection: Connection,
  followerId: string,
  memberId: string,
): Promise<FollowState> {
  if (!(await publicMember(connection, memberId))) throw new ProblemError('not_found', 'Member not found')
  const [following, followers] = await Promise.all([
    isFollowing(connection, followerId, memberId),
    countFollowers(connection, memberId),
  ])
  return { following, followers }
}

/** Follows a member whose profile is public. Throws invalid_input for oneself, conflict beyond `limits.follows`. */
export const follow = (db: Database, followerId: string, memberId: string): Promise<FollowState> =>
  db.transaction().execute(async (trx) => {
    if (followerId === memberId) throw new ProblemError('invalid_input', 'You cannot follow yourself')
    const followed = await countFollowedLocked(trx, followerId)
    const { following, followers } = await followState(trx, followerId, memberId)
    if (following) return { following, followers }
    if (followed >= limits.follows)
      throw new ProblemError(
        'conflict',
        `You follow ${limits.follows} people already. Unfollow somebody first.`,
      )
    await insertFollow(trx, followerId, memberId)
    return { following: true, followers: followers + 1 }
  })

/** Follows a member no longer. Of one whose profile is not public, and of nobody, it says that 0 follow them. */
export async function unfollow(db: Database, followerId: string, memberId: string): Promise<FollowState> {
  await deleteFollow(db, followerId, memberId)
  if (!(await publicMember(db, memberId))) return { following: false, followers: 0 }
  return followState(db, followerId, memberId)
}

/** One page of those whom a member follows, the newest first. */
export async function followedPage(
  connection: Connection,
  followerId: string,
  window: PageWindow,
): Promise<{ total: number; members: Followed[] }> {
  const { total, members } = await followedBy(connection, followerId, window)
  return { total, members: members.map(toFollowed) }
}
