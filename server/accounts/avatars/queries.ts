import type { Connection } from '../../database/connection.ts'
import { signedOut } from '../../sessions/service.ts'
import type { Member } from '../queries.ts'

/** Gives a member a picture or, with null, none. Answers the member and the id of the picture before. */
export async function replacePicture(
  trx: Connection,
  memberId: string,
  pictureId: string | null,
): Promise<{ member: Member; before: string | null }> {
  const { profilePicture: before } = await trx
    .selectFrom('members')
    .select('profilePicture')
    .where('id', '=', memberId)
    .where('deactivatedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(signedOut)
  const member = await trx
    .updateTable('members')
    .set({ profilePicture: pictureId })
    .where('id', '=', memberId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { member, before }
}

/** Those of some ids that are the picture of somebody. */
export const existingPictures = async (connection: Connection, ids: string[]): Promise<Set<string>> =>
  new Set(
    (
      await connection
        .selectFrom('members')
        .select('profilePicture')
        .where('profilePicture', 'in', ids)
        .execute()
    ).map(({ profilePicture }) => profilePicture!),
  )

/** Whether a picture is that of a member whose account is active. */
export const isShown = async (connection: Connection, pictureId: string): Promise<boolean> =>
  (await connection
    .selectFrom('members')
    .select('id')
    .where('profilePicture', '=', pictureId)
    .where('deactivatedAt', 'is', null)
    .executeTakeFirst()) !== undefined
