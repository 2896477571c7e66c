import { randomBytes } from 'node:crypto'

import { v7 as uuid } from 'uuid'

import type { Tokens } from '#contract/accounts.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection } from '../database/connection.ts'
import type { Caller } from '../http/session.ts'
import { sign } from '../http/signed-link.ts'
import type { Parts } from '../parts.ts'
import { deleteFinishedAttempts } from '../rate-limits/service.ts'
import {
  deleteEndedSessions,
  type Device,
  forgetExpiredLinks,
  insertSession,
  readAccessToken,
  revokeSession,
  signedOut,
  touchSession,
  writeAccessToken,
} from '../sessions/service.ts'
import { deleteExpiredCodes } from './codes/queries.ts'
import { deleteOldConfirmations } from './confirmations/queries.ts'
import {
  insertRefreshToken,
  liveSession,
  updateMember,
  usedRefreshToken,
  useRefreshToken,
} from './queries.ts'

export { mailRecipient } from './mail-recipient.ts'
export { askToConfirm, codesOver, requireRightCodes } from './confirmations/service.ts'
export { spendConfirmation } from './confirmations/queries.ts'
export { eraseAccount, lockAccount } from './erase.ts'
export { avatarFile } from './avatars/service.ts'
export { avatarAddress } from './avatars/address.ts'
export { type Member, memberByEmail, memberById } from './queries.ts'
export { membersNamed } from './named-queries.ts'
export {
  deactivateAccount,
  idsOfNamed,
  lockForStaff,
  memberIdsNamed,
  membersIn,
  reactivateAccount,
  requireActive,
  setAgent,
} from './standing/service.ts'
export { signUp } from './sign-up.ts'
export { countPublic, publicAt, publicFrom, publicMember } from './public-queries.ts'

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
