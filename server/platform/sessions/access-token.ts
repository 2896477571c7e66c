import { createSecretKey, type KeyObject } from 'node:crypto'

import { ProblemError } from '#contract/problem.ts'

import { sign } from '../crypto.ts'

/** Which door a token opens: a member's or the staff's, never both. */
export type Audience = 'member' | 'staff'

/** Whom a token names. Whether that session still lives, only the database knows. */
export interface Bearer {
  id: string
  sessionId: string
}

const algorithm = 'HS256'
const type = 'at+jwt'
const issuer = 'readymade'
/** A token made by one machine is good at once on another whose clock is this many seconds behind. */
const clockSkew = 30

/** Loaded for the first token: 46 modules that a start and its first page have no use for. */
const tokens = () => import('jose')

/** Makes a signed token that is good for a number of seconds. */
export async function writeAccessToken(
  secret: string,
  audience: Audience,
  { id, sessionId }: Bearer,
  seconds: number,
) {
  const { SignJWT } = await tokens()
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(id)
    .setIssuedAt(now)
    .setNotBefore(now - clockSkew)
    .setExpirationTime(now + seconds)
    .sign(keyFrom(secret))
}

/** Whom a genuine, unexpired token for this audience names; throws signed_out for any other text. */
export async function readAccessToken(secret: string, audience: Audience, token: string): Promise<Bearer> {
  const { jwtVerify } = await tokens()
  const { payload } = await jwtVerify<{ sub: string; sid: string }>(token, keyFrom(secret), {
    algorithms: [algorithm],
    typ: type,
    issuer,
    audience,
    requiredClaims: ['sub', 'sid', 'exp', 'nbf'],
  }).catch(() => {
    throw signedOut()
  })
  return { id: payload.sub, sessionId: payload.sid }
}

/** The audience a token claims, unchecked: it only says who should check the token. */
export async function claimedAudience(token: string): Promise<unknown> {
  const { decodeJwt } = await tokens()
  try {
    return decodeJwt(token).aud
  } catch {
    return undefined
  }
}

export const signedOut = () => new ProblemError('signed_out', 'Authentication required')

/** A key of its own for tokens, so that no other signature of ours can be passed off as one. */
const keyFrom = (secret: string): KeyObject => createSecretKey(sign(secret, 'access token key', ''), 'hex')
