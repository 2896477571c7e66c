import { type Insertable, sql } from 'kysely'

import { formerMemberName } from '#server/accounts/short-name.ts'

import type { Connection } from '../platform/database/connection.ts'
import type { DB } from '../platform/database/tables.ts'
import { signedOut } from '../platform/sessions/access-token.ts'
import { validSessions } from '../platform/sessions/queries.ts'
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

/** Changes of a profile; in address, links and preferences only the given entries are overwritten. */
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

/** Locks a member until the transaction ends and returns them. */
export const lockMember = (trx: Connection, id: string): Promise<Member | undefined> =>
  trx.selectFrom('members').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Erases all data of a member except the id, which the records of money need. */
export async function anonymizeMember(trx: Connection, id: string): Promise<void> {
  const defaultValue = sql`default`
  await trx
    .updateTable('members')
    .set({
      // Not a valid address, so that the real one is free and nobody can sign in with this.
      email: `former member ${id}`,
      name: formerMemberName,
      phone: '',
      college: '',
      course: '',
      year: '',
      address: sql<string>`${defaultValue}`,
      socialMedia: sql<string>`${defaultValue}`,
      preferences: sql<string>`${defaultValue}`,
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

/** Changes a member's email. Throws an error that isTaken recognizes when another account has it. */
export const setEmail = (connection: Connection, id: string, email: string): Promise<Member> =>
  connection
    .updateTable('members')
    .set({ email, isEmailVerified: true })
    .where('id', '=', id)
    .where('deactivatedAt', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow(signedOut)

/** Whether an error is a violation of a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: string }).code === '23505'

const merged = (column: string, entries: object) =>
  sql<string>`${sql.ref(column)} || ${JSON.stringify(entries)}::jsonb`

/** Selects sessions that are neither ended nor expired and whose member is active. */
const liveSessions = (connection: Connection) =>
  validSessions(connection)
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

/**
 * Marks an unused refresh token of a live session as used: exactly one of any number of simultaneous callers gets its
 * session.
 */
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

/** Returns the live session of a used refresh token, and whether it was used at most `grace` seconds ago. */
export const usedRefreshToken = (connection: Connection, tokenHash: string, grace: number) =>
  liveSessions(connection)
    .innerJoin('refreshTokens', 'refreshTokens.sessionId', 'sessions.id')
    .select(['sessions.id as sessionId', 'members.id as memberId'])
    .select(sql<boolean>`refresh_tokens.used_at > now() - make_interval(secs => ${grace})`.as('isRecent'))
    .where('refreshTokens.tokenHash', '=', tokenHash)
    .where('refreshTokens.usedAt', 'is not', null)
    .executeTakeFirst()

/** Sets a member's picture or, with null, removes it. Returns the member and the id of the previous picture. */
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

/** Returns the ids, among those given, that are a member's picture. */
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

/** Whether a picture belongs to a member whose account is active. */
export const isActivePicture = async (connection: Connection, pictureId: string): Promise<boolean> =>
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

export const activeMemberByReferralCode = (connection: Connection, referralCode: string) =>
  connection
    .selectFrom('members')
    .select('id')
    .where('referralCode', '=', referralCode)
    .where('deactivatedAt', 'is', null)
    .executeTakeFirst()

/** Inserts an acceptance. */
export const insertAcceptance = (trx: Connection, acceptance: Insertable<DB['acceptances']>) =>
  trx.insertInto('acceptances').values(acceptance).execute()

/** Returns the version of the licence that was last given for a project; undefined for none. */
export async function newestLicence(connection: Connection, projectId: string): Promise<string | undefined> {
  const newest = await connection
    .selectFrom('acceptances')
    .select('version')
    .where('projectId', '=', projectId)
    .orderBy('acceptedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.version
}
