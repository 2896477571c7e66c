import { randomBytes } from 'node:crypto'

import { v7 as uuid } from 'uuid'

import type { Tokens } from '#contract/accounts/accounts.ts'
import { ProblemError } from '#contract/problem.ts'

import type { Parts } from '../parts.ts'
import { sign } from '../platform/crypto.ts'
import type { Connection } from '../platform/database/connection.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Recipient } from '../platform/mail/deliver.ts'
import { deleteFinishedAttempts } from '../platform/rate-limits/queries.ts'
import { readAccessToken, signedOut, writeAccessToken } from '../platform/sessions/access-token.ts'
import type { Device } from '../platform/sessions/device.ts'
import {
  deleteEndedSessions,
  deleteExpiredLinks as forgetExpiredLinks,
  insertSession,
  revokeSession,
  touchSession,
} from '../platform/sessions/queries.ts'
import { deleteExpiredCodes, deleteOldConfirmations } from './code-queries.ts'
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
/** Two tabs may refresh with the same token; a thief who comes later ends the session. */
const graceSeconds = 30

/** What tokens are made from: a connection (or transaction) and the secret. `Parts` will do. */
interface TokenParts {
  db: Connection
  secret: string
}

/** The member whom an access token names, in a session that still lives. Throws signed_out otherwise. */
export async function identifyMember({ db, secret }: TokenParts, token: string): Promise<Caller<'member'>> {
  const { id, sessionId } = await readAccessToken(secret, 'member', token)
  if (!(await liveSession(db, sessionId, id))) throw signedOut()
  return { role: 'member', id, sessionId }
}

/** Begins a session of at most 30 days for a member. */
export async function openSession(
  { db, secret }: TokenParts,
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
 * Trades a refresh token for its successor, which is the same for everyone who asks within 30 seconds.
 * Used again later it ends the session. Throws signed_out 'Token refresh failed'.
 */
export async function refreshSession(
  { db, secret }: Parts,
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

/** Ends a session: its access and refresh tokens stop at once, in every process. */
export const endSession = ({ db }: Parts, { sessionId }: Caller): Promise<void> =>
  revokeSession(db, sessionId)

/** Deletes what no sign-in can need any more: expired codes and links, sessions that are over, finished counters. */
export async function forgetFinished(db: Connection): Promise<void> {
  await deleteExpiredCodes(db)
  await deleteOldConfirmations(db)
  await forgetExpiredLinks(db)
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

/** Keeps the State that a member named when they paid, in their profile. */
export const rememberState = (trx: Connection, memberId: string, state: string) =>
  updateMember(trx, memberId, { address: { state } })

/** Where a member's mail goes and what of it they have switched off; undefined for one who is gone or deactivated. */
export async function mailRecipient(
  connection: Connection,
  memberId: string,
): Promise<Recipient | undefined> {
  const member = await memberById(connection, memberId)
  if (!member || member.deactivatedAt) return undefined
  return { email: member.email, preferences: member.preferences as Recipient['preferences'] }
}

/** Where a member's picture is served from, in its largest variant; null for nobody's. Another picture has another address. */
export const avatarAddress = (pictureId: string | null) =>
  pictureId === null ? null : `/media/avatars/${pictureId}/384.webp`
