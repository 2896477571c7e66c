import type { Connection } from '../database/connection.ts'

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
