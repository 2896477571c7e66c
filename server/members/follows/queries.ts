import type { PageWindow } from '#contract/kit/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'

export async function countFollowers(connection: Connection, memberId: string): Promise<number> {
  const { followers } = await connection
    .selectFrom('follows')
    .select((from) => from.fn.countAll<number>().as('followers'))
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return followers
}

export const isFollowing = async (
  connection: Connection,
  followerId: string,
  memberId: string,
): Promise<boolean> =>
  (await connection
    .selectFrom('follows')
    .select('memberId')
    .where('followerId', '=', followerId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()) !== undefined

/**
 * Counts whom a member follows and locks the member's row, so that other transactions that ask for the same member
 * wait.
 */
export async function lockAndCountFollowed(trx: Connection, followerId: string): Promise<number> {
  await trx.selectFrom('members').select('id').where('id', '=', followerId).forNoKeyUpdate().execute()
  const { followed } = await trx
    .selectFrom('follows')
    .select((from) => from.fn.countAll<number>().as('followed'))
    .where('followerId', '=', followerId)
    .executeTakeFirstOrThrow()
  return followed
}

export const insertFollow = (connection: Connection, followerId: string, memberId: string) =>
  connection
    .insertInto('follows')
    .values({ followerId, memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteFollow = (connection: Connection, followerId: string, memberId: string) =>
  connection
    .deleteFrom('follows')
    .where('followerId', '=', followerId)
    .where('memberId', '=', memberId)
    .execute()

/** A page of the members with a public profile whom a member follows, newest first. */
export const followedBy = (connection: Connection, followerId: string, window: PageWindow) =>
  pageOf(
    connection,
    connection
      .selectFrom('follows')
      .innerJoin('members', 'members.id', 'follows.memberId')
      .select(['members.id', 'members.name', 'members.profilePicture'])
      .where('followerId', '=', followerId)
      .where('members.isPublic', '=', true)
      .orderBy('follows.createdAt', 'desc')
      .orderBy('members.id'),
    window,
  )

/**
 * The next followers after an id, in the order of the ids, whose account is active and who want emails about new
 * listings.
 */
export const followersAfter = (
  connection: Connection,
  memberId: string,
  after: string | undefined,
  max: number,
) =>
  connection
    .selectFrom('follows')
    .innerJoin('members', 'members.id', 'follows.followerId')
    .innerJoin('members as followed', 'followed.id', 'follows.memberId')
    .select('members.id')
    .where('follows.memberId', '=', memberId)
    .where('followed.isPublic', '=', true)
    .where('members.deactivatedAt', 'is', null)
    .where('members.preferences', '@>', JSON.stringify({ newListings: true }))
    .$if(after !== undefined, (query) => query.where('follows.followerId', '>', after!))
    .orderBy('follows.followerId')
    .limit(max)
    .execute()

/** Deletes all follows by a member and of a member. */
export async function deleteFollowsOf(trx: Connection, memberId: string): Promise<void> {
  await trx
    .deleteFrom('follows')
    .where((row) => row.or([row('followerId', '=', memberId), row('memberId', '=', memberId)]))
    .execute()
}
