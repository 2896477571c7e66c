import { createSecretKey, type KeyObject } from 'node:crypto'

import { ProblemError } from '#contract/kit/problem.ts'

import { sign } from '../crypto.ts'

/** The audience of a token: members or staff, never both. */
export type Audience = 'member' | 'staff'

/** The account and session in a token. Only the database knows whether that session is still live. */
export interface Bearer {
  id: string
  sessionId: string
}

const algorithm = 'HS256'
const type = 'at+jwt'
const issuer = 'readymade'
/** Seconds by which another machine's clock may be behind and still accept a new token. */
const clockSkew = 60

/** Loaded for the first token, so that the server starts faster. */
const tokens = () => import('jose')

/** Makes a signed token that is valid for a number of seconds. */
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

/**
 * Reads the account and session in a genuine, unexpired token for this audience. Throws signed_out for any other text.
 */
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

/** The audience that a token claims, unchecked; it only decides who checks the token. */
export async function claimedAudience(token: string): Promise<unknown> {
  const { decodeJwt } = await tokens()
  try {
    return decodeJwt(token).aud
  } catch {
    return undefined
  }
}

export const signedOut = () => new ProblemError('signed_out', 'Authentication required')

/** Derives a key for tokens alone, so that no other signature of ours can be used as one. */
const keyFrom = (secret: string): KeyObject => createSecretKey(sign(secret, 'access token key', ''), 'hex')
