import { type Insertable, sql } from 'kysely'

import { formerMember } from '#server/accounts/short-name.ts'

import type { Connection } from '../platform/database/connection.ts'
import type { DB } from '../platform/database/tables.ts'
import { signedOut } from '../platform/sessions/access-token.ts'
import { livingSessions } from '../platform/sessions/queries.ts'
import type { Member } from './lookup-queries.ts'

/** Inserts a member; undefined when the email or the referral code is taken. */
export const insertMember = (
  connection: Connection,
  member: Insertable<DB['members']>,
): Promise<Member | undefined> =>
  connection
    .insertInto('members')
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Parts of a profile; of the groups only the given entries are overwritten. */
interface ProfileChanges {
  name?: string
  phone?: string
  college?: string
  course?: string
  year?: string
  address?: object
  socialMedia?: object
  preferences?: object
}

export function updateMember(connection: Connection, id: string, changes: ProfileChanges): Promise<Member> {
  const { address, socialMedia, preferences, ...columns } = changes
  return connection
    .updateTable('members')
    .set({
      id,
      ...columns,
      ...(address && { address: merged('address', address) }),
      ...(socialMedia && { socialMedia: merged('social_media', socialMedia) }),
      ...(preferences && { preferences: merged('preferences', preferences) }),
    })
    .where('id', '=', id)
    .where('deactivatedAt', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow(signedOut)
}

/** A member, locked so that nobody changes them until the transaction ends. */
export const lockMember = (trx: Connection, id: string): Promise<Member | undefined> =>
  trx.selectFrom('members').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Leaves of a member only the id that the records of money need. */
export async function blankMember(trx: Connection, id: string): Promise<void> {
  const asAtFirst = sql`default`
  await trx
    .updateTable('members')
    .set({
      // No address, so that the real one is free and nobody signs in with this.
      email: `former member ${id}`,
      name: formerMember,
      phone: '',
      college: '',
      course: '',
      year: '',
      address: sql<string>`${asAtFirst}`,
      socialMedia: sql<string>`${asAtFirst}`,
      preferences: sql<string>`${asAtFirst}`,
      profilePicture: null,
      isEmailVerified: false,
      referralCode: id,
      deactivatedAt: new Date(),
      deactivationReason: '',
      erasedAt: new Date(),
    })
    .where('id', '=', id)
    .execute()
}

/** Gives a member another email; throws an error that isTaken when somebody else has it. */
export const setEmail = (connection: Connection, id: string, email: string): Promise<Member> =>
  connection
    .updateTable('members')
    .set({ email, isEmailVerified: true })
    .where('id', '=', id)
    .where('deactivatedAt', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow(signedOut)

/** Whether an error says that a unique value has an owner already. */
export const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505'

const merged = (column: string, entries: object) =>
  sql<string>`${sql.ref(column)} || ${JSON.stringify(entries)}::jsonb`

/** A session as long as it is neither ended nor over and its member is active. */
const liveSessions = (connection: Connection) =>
  livingSessions(connection)
    .innerJoin('members', 'members.id', 'sessions.memberId')
    .where('members.deactivatedAt', 'is', null)

export const liveSession = (connection: Connection, sessionId: string, memberId: string) =>
  liveSessions(connection)
    .select('sessions.id')
    .where('sessions.id', '=', sessionId)
    .where('members.id', '=', memberId)
    .executeTakeFirst()

export async function insertRefreshToken(
  connection: Connection,
  tokenHash: string,
  sessionId: string,
): Promise<void> {
  await connection.insertInto('refreshTokens').values({ tokenHash, sessionId }).execute()
}

/** Marks a fresh refresh token of a live session as used: exactly one of any number of simultaneous callers gets its session. */
export const useRefreshToken = (connection: Connection, tokenHash: string) =>
  connection
    .with('live', (query) =>
      liveSessions(query as Connection).select(['sessions.id as sessionId', 'members.id as memberId']),
    )
    .updateTable('refreshTokens')
    .from('live')
    .set({ usedAt: sql`now()` })
    .whereRef('live.sessionId', '=', 'refreshTokens.sessionId')
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .returning(['live.sessionId', 'live.memberId'])
    .executeTakeFirst()

/** The live session of a used refresh token, and whether the use is at most `grace` seconds ago. */
export const usedRefreshToken = (connection: Connection, tokenHash: string, grace: number) =>
  liveSessions(connection)
    .innerJoin('refreshTokens', 'refreshTokens.sessionId', 'sessions.id')
    .select(['sessions.id as sessionId', 'members.id as memberId'])
    .select(sql<boolean>`refresh_tokens.used_at > now() - make_interval(secs => ${grace})`.as('isRecent'))
    .where('refreshTokens.tokenHash', '=', tokenHash)
    .where('refreshTokens.usedAt', 'is not', null)
    .executeTakeFirst()

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

export const setDeactivated = (trx: Connection, id: string, reason: string) =>
  trx
    .updateTable('members')
    .set({ deactivatedAt: sql<Date>`now()`, deactivationReason: reason })
    .where('id', '=', id)
    .execute()

export const setReactivated = (trx: Connection, id: string) =>
  trx
    .updateTable('members')
    .set({ deactivatedAt: null, deactivationReason: '' })
    .where('id', '=', id)
    .execute()

export const setAgent = (trx: Connection, id: string, isAgent: boolean) =>
  trx.updateTable('members').set({ isAgent }).where('id', '=', id).execute()
