import { randomBytes } from 'node:crypto'

import { v7 as uuid } from 'uuid'

import type { Session } from '#contract/accounts/account-settings.ts'
import type { Tokens } from '#contract/accounts/accounts.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../dependencies.ts'
import { sign } from '../platform/crypto.ts'
import type { Connection, Found } from '../platform/database/connection.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Recipient } from '../platform/mail/deliver.ts'
import { deleteFinishedAttempts } from '../platform/rate-limits/queries.ts'
import { readAccessToken, signedOut, writeAccessToken } from '../platform/sessions/access-token.ts'
import type { Device } from '../platform/sessions/device.ts'
import {
  deleteEndedSessions,
  deleteExpiredLinks,
  insertSession,
  revokeSession,
  revokeSessionsOf,
  sessionsOfMember,
  touchSession,
} from '../platform/sessions/queries.ts'
import { deleteExpiredCodes, deleteOldConfirmations } from './code-queries.ts'
import { deleteOldLeftBehind } from './left-behind-queries.ts'
import { memberById } from './lookup-queries.ts'
import {
  insertRefreshToken,
  liveSession,
  updateMember,
  usedRefreshToken,
  useRefreshToken,
} from './queries.ts'

const accessSeconds = 15 * 60
const sessionSeconds = 30 * 24 * 3600
/**
 * The seconds in which a used refresh token still answers, because two tabs may refresh with the same one; a later use
 * is treated as theft and ends the session.
 */
const graceSeconds = 30

/** The part of the dependencies that tokens need; `db` may be a transaction. */
interface TokenDependencies {
  db: Connection
  secret: string
}

/** Identifies the member of an access token whose session is still live. Throws signed_out otherwise. */
export async function identifyMember(
  { db, secret }: TokenDependencies,
  token: string,
): Promise<Caller<'member'>> {
  const { id, sessionId } = await readAccessToken(secret, 'member', token)
  if (!(await liveSession(db, sessionId, id))) throw signedOut()
  return { role: 'member', id, sessionId }
}

/** Opens a session of at most 30 days for a member. */
export async function openSession(
  { db, secret }: TokenDependencies,
  memberId: string,
  device?: Device,
): Promise<Tokens> {
  const sessionId = uuid()
  const refreshToken = randomBytes(32).toString('base64url')
  await insertSession(db, { id: sessionId, memberId }, sessionSeconds, device)
  await insertRefreshToken(db, hashOf(secret, refreshToken), sessionId)
  return tokens(secret, memberId, sessionId, refreshToken)
}

/**
 * Exchanges a refresh token for its successor, which is the same for every use within 30 seconds. A later use ends the
 * session. Throws signed_out 'Token refresh failed'.
 */
export async function refreshSession(
  { db, secret }: Dependencies,
  refreshToken: string,
  device: Device,
): Promise<Tokens> {
  const tokenHash = hashOf(secret, refreshToken)
  const successor = sign(secret, 'refresh token successor', refreshToken)
  const session = await db.transaction().execute(async (trx) => {
    const rotated = await useRefreshToken(trx, tokenHash)
    if (rotated) {
      await insertRefreshToken(trx, hashOf(secret, successor), rotated.sessionId)
      await touchSession(trx, rotated.sessionId, device)
      return rotated
    }
    const seen = await usedRefreshToken(trx, tokenHash, graceSeconds)
    if (seen && !seen.isRecent) await revokeSession(trx, seen.sessionId)
    return seen?.isRecent ? seen : undefined
  })
  if (!session) throw new ProblemError('signed_out', 'Token refresh failed')
  return tokens(secret, session.memberId, session.sessionId, successor)
}

/** Ends a session: its access and refresh tokens stop working at once, in every process. */
export const endSession = ({ db }: Dependencies, { sessionId }: Caller): Promise<void> =>
  revokeSession(db, sessionId)

/** Lists a member's sessions: the caller's own first, then by last use. */
export async function ownSessions(connection: Connection, { id, sessionId }: Caller): Promise<Session[]> {
  const sessions = (await sessionsOfMember(connection, id)).map((row) => toSession(row, sessionId))
  return sessions.toSorted((one, other) => Number(other.isThisDevice) - Number(one.isThisDevice))
}

/** Ends one of the member's sessions. Throws not_found alike for another member's, an ended and an unknown one. */
export async function endOwnSession(connection: Connection, memberId: string, id: string): Promise<void> {
  if ((await revokeSessionsOf(connection, memberId, { id })) === 0)
    throw new ProblemError('not_found', 'This device is signed out already.')
}

type SessionRow = Found<typeof sessionsOfMember>[number]

/** Presents a session to its member, relative to the session they ask with. */
const toSession = (
  { createdAt, lastUsedAt, ...session }: SessionRow,
  ownId: string | undefined,
): Session => ({
  ...session,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  isThisDevice: session.id === ownId,
})

/** Deletes expired sign-in data: codes, confirmations, links, sessions and finished counters. */
export async function deleteExpiredSignInData(db: Connection): Promise<void> {
  await deleteExpiredCodes(db)
  await deleteOldConfirmations(db)
  await deleteOldLeftBehind(db)
  await deleteExpiredLinks(db)
  await deleteEndedSessions(db)
  await deleteFinishedAttempts(db)
}

async function tokens(secret: string, id: string, sessionId: string, refreshToken: string): Promise<Tokens> {
  return {
    accessToken: await writeAccessToken(secret, 'member', { id, sessionId }, accessSeconds),
    refreshToken,
  }
}

const hashOf = (secret: string, refreshToken: string) => sign(secret, 'refresh token', refreshToken)

/** Saves the State that a member named when they paid in their profile. */
export const saveState = (trx: Connection, memberId: string, state: string) =>
  updateMember(trx, memberId, { address: { state } })

/** Returns a member's email and mail preferences; undefined for a member who is unknown or deactivated. */
export async function mailRecipient(
  connection: Connection,
  memberId: string,
): Promise<Recipient | undefined> {
  const member = await memberById(connection, memberId)
  if (!member || member.deactivatedAt) return undefined
  return { email: member.email, preferences: member.preferences as Recipient['preferences'] }
}

/**
 * The address of a member's picture in its largest variant; null without a picture. A new picture has a new address.
 */
export const avatarAddress = (pictureId: string | null) =>
  pictureId === null ? null : `/media/avatars/${pictureId}/384.webp`
