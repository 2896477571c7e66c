import { sql } from 'kysely'

import type { Connection } from '../platform/database/connection.ts'

/** A member whose profile is public, as everybody may know them. */
export const publicMember = (connection: Connection, id: string) =>
  connection
    .selectFrom('members')
    .select(['id', 'name', 'college', 'profilePicture', 'createdAt'])
    .where('id', '=', id)
    .where('isPublic', '=', true)
    .executeTakeFirst()

/** The public profile before which so many others come, in the order of the ids; undefined when there are not so many. */
export const publicAt = async (connection: Connection, offset: number): Promise<string | undefined> =>
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

/** Public profiles in the order of the ids, from one on ('>=') or after it ('>'). */
export const publicFrom = (
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

export async function countPublic(connection: Connection): Promise<number> {
  const { count } = await connection
    .selectFrom('members')
    .select((from) => from.fn.countAll<number>().as('count'))
    .where('isPublic', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/** Members whose name or email contains what a LIKE pattern says, the newest first. */
export const membersNamed = (connection: Connection, pattern: string, max: number) =>
  connection
    .selectFrom('members')
    .select(['id', 'name', 'email'])
    .where(sql<boolean>`lower(name || ' ' || email) like ${pattern}`)
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute()
