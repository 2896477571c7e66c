import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'

import { limits } from '#contract/kit/limits.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import type { MemberStatus } from '#contract/members/staff-members.ts'

import type { Connection } from '../platform/database/connection.ts'
import { pageOf } from '../platform/database/paging.ts'
import type { DB } from '../platform/database/tables.ts'
import { idsByTextIndex } from '../platform/database/text-search.ts'

export type Member = Selectable<DB['members']>

export const memberById = (connection: Connection, id: string): Promise<Member | undefined> =>
  connection.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirst()

export const memberByEmail = (connection: Connection, email: string): Promise<Member | undefined> =>
  connection.selectFrom('members').selectAll().where('email', '=', email).executeTakeFirst()

/** Returns the public profile of a member, or undefined when it is not public. */
export const publicMember = (connection: Connection, id: string) =>
  connection
    .selectFrom('members')
    .select(['id', 'name', 'college', 'profilePicture', 'createdAt'])
    .where('id', '=', id)
    .where('isPublic', '=', true)
    .executeTakeFirst()

/** Returns the id of the public profile at an offset in the order of the ids, or undefined beyond the end. */
export const publicProfileIdAt = async (
  connection: Connection,
  offset: number,
): Promise<string | undefined> =>
  (
    await connection
      .selectFrom('members')
      .select('id')
      .where('isPublic', '=', true)
      .orderBy('id')
      .offset(offset)
      .limit(1)
      .executeTakeFirst()
  )?.id

/** Returns public profiles in the order of the ids, from an id on ('>=') or after it ('>'). */
export const publicProfileIdsFrom = (
  connection: Connection,
  [operator, id]: ['>=' | '>', string],
  max: number,
): Promise<{ id: string }[]> =>
  connection
    .selectFrom('members')
    .select('id')
    .where('isPublic', '=', true)
    .where('id', operator, id)
    .orderBy('id')
    .limit(max)
    .execute()

export async function countPublicProfiles(connection: Connection): Promise<number> {
  const { count } = await connection
    .selectFrom('members')
    .select((from) => from.fn.countAll<number>().as('count'))
    .where('isPublic', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns members whose name or email matches a LIKE pattern, the newest first. */
export const searchMembers = (connection: Connection, pattern: string, max: number) =>
  connection
    .selectFrom('members')
    .select(['id', 'name', 'email'])
    .where(isNamed(pattern))
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute()

/** Returns the ids of members whose name or email matches a LIKE pattern, at most `max`, by their index alone. */
export const searchMemberIds = (connection: Connection, pattern: string, max: number): Promise<string[]> =>
  idsByTextIndex(connection, (trx) => trx.selectFrom('members').select('id').where(isNamed(pattern)), max)

/** A subquery for the ids of all members whose name or email matches a LIKE pattern. */
export const matchingMemberIds = (pattern: string): RawBuilder<string> =>
  sql<string>`select id from members where ${isNamed(pattern)}`

const isNamed = (pattern: string) => sql<boolean>`lower(name || ' ' || email) like ${pattern}`

interface Filter {
  standing?: MemberStatus | undefined
  agents?: 'yes' | undefined
  /** The LIKE pattern that name or email must match. */
  pattern?: string | undefined
  ids?: string[] | undefined
}
type Members = SelectQueryBuilder<DB, 'members', {}>

/**
 * Returns a page of the members that match a filter, the newest first. The count is limited, so that it stays fast with
 * a million members.
 */
export const membersIn = (connection: Connection, filter: Filter, window: PageWindow) =>
  pageOf(
    connection,
    matches(connection, filter).selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc'),
    window,
    { max: filter.pattern ? limits.countedMatches : limits.staffListed },
  )

function matches(connection: Connection, { standing, agents, pattern, ids }: Filter): Members {
  let matching: Members = connection.selectFrom('members')
  if (pattern) matching = matching.where(isNamed(pattern))
  if (ids) matching = matching.where(sql<boolean>`id = any(${ids}::uuid[])`)
  if (standing === 'active') matching = matching.where('deactivatedAt', 'is', null)
  if (standing === 'deactivated')
    matching = matching.where('deactivatedAt', 'is not', null).where('erasedAt', 'is', null)
  if (standing === 'deleted')
    matching = matching.where('deactivatedAt', 'is not', null).where('erasedAt', 'is not', null)
  if (agents) matching = matching.where('isAgent', '=', sql<boolean>`true`)
  return matching
}
