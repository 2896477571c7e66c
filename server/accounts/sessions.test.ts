import { createHmac, createSecretKey } from 'node:crypto'

import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, anEmail, codeMailedTo, deactivate } from '../../test/makers.ts'
import { timePasses } from '../../test/time.ts'
import { sign } from '../platform/crypto.ts'
import { writeAccessToken } from '../platform/sessions/access-token.ts'
import { deleteExpiredSignInData } from './service.ts'

const app = await startApp()
const { db, api, dependencies } = app
const refresh = async (refreshToken: string) =>
  (await api.accounts.refresh({ body: { refreshToken } })).tokens
const refused = { status: 401, code: 'signed_out', message: 'Token refresh failed' }
const signedOut = { status: 401, code: 'signed_out', message: 'Authentication required' }
const works = (token: string) =>
  app
    .as(token)
    .accounts.profile()
    .then(
      () => true,
      () => false,
    )
const sessionOf = (token: string) => decodeJwt<{ sid: string }>(token).sid
const ageUses = (token: string, seconds: number) =>
  timePasses(db, `${seconds} seconds`, 'refreshTokens', { sessionId: sessionOf(token) })
const liveRefreshTokens = (token: string) =>
  db
    .selectFrom('refreshTokens')
    .selectAll()
    .where('sessionId', '=', sessionOf(token))
    .where('usedAt', 'is', null)
    .execute()

test('an access token lives 15 minutes and names its member and session', async () => {
  const { token, id } = await aMember(app)
  const claims = decodeJwt(token)
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'at+jwt' })
  expect(claims).toMatchObject({ sub: id, iss: 'readymade', aud: 'member' })
  expect(claims.exp! - claims.iat!).toBe(15 * 60)
})

test('a refresh gives new tokens that work, and the old access token lives on', async () => {
  const { token, refreshToken } = await aMember(app)
  const tokens = await refresh(refreshToken)
  expect(tokens.refreshToken).not.toBe(refreshToken)
  expect(Buffer.from(tokens.refreshToken, 'hex')).toHaveLength(32)
  expect(await works(tokens.accessToken)).toBe(true)
  expect(await works(token)).toBe(true)
})

test('ten refreshes with one token at the same moment all get the same, single successor', async () => {
  for (let round = 0; round < 20; round++) {
    const { token, refreshToken } = await aMember(app)
    const all = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)))
    expect(new Set(all.map((tokens) => tokens.refreshToken)).size).toBe(1)
    expect(await liveRefreshTokens(token)).toHaveLength(1)
    expect(await works((await refresh(all[0]!.refreshToken)).accessToken)).toBe(true)
  }
})

test('a used refresh token answers its successor for 30 seconds', async () => {
  const { token, refreshToken } = await aMember(app)
  const first = await refresh(refreshToken)
  await ageUses(token, 28)
  expect((await refresh(refreshToken)).refreshToken).toBe(first.refreshToken)
})

test('a used refresh token that comes later ends the session for everyone who has it', async () => {
  const { token, refreshToken } = await aMember(app)
  const successor = await refresh(refreshToken)
  await ageUses(token, 31)
  await expect(refresh(refreshToken)).rejects.toMatchObject(refused)
  await expect(refresh(successor.refreshToken)).rejects.toMatchObject(refused)
  expect(await works(token)).toBe(false)
  expect(await works(successor.accessToken)).toBe(false)
})

test('a session ends 30 days after it began, however often it is refreshed', async () => {
  const { token, refreshToken } = await aMember(app)
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sessionOf(token))
    .executeTakeFirstOrThrow()
  expect(session.expiresAt.getTime() - session.createdAt.getTime()).toBe(30 * 24 * 3600 * 1000)
  const next = await refresh(refreshToken)
  await timePasses(db, '30 days', 'sessions', { id: sessionOf(token) })
  await expect(refresh(next.refreshToken)).rejects.toMatchObject(refused)
  expect(await works(next.accessToken)).toBe(false)
})

test('sign-out ends access and refresh at once, and no other session of the member', async () => {
  const member = await aMember(app)
  const { sessionToken } = await api.accounts.sendOtp({ body: { email: member.email } })
  const otp = codeMailedTo(app, member.email)
  const other = (await api.accounts.verifyOtp({ body: { email: member.email, sessionToken, otp } })).tokens
  await member.api.accounts.logout()
  await expect(member.api.accounts.profile()).rejects.toMatchObject(signedOut)
  await expect(member.api.accounts.logout()).rejects.toMatchObject(signedOut)
  await expect(refresh(member.refreshToken)).rejects.toMatchObject(refused)
  expect(await works(other.accessToken)).toBe(true)
  expect(await works((await refresh(other.refreshToken)).accessToken)).toBe(true)
})

test('a deactivated member stops at once, access and refresh', async () => {
  const { id, api: theirs, refreshToken } = await aMember(app)
  await deactivate(db, id)
  await expect(theirs.accounts.profile()).rejects.toMatchObject(signedOut)
  await expect(refresh(refreshToken)).rejects.toMatchObject(refused)
})

test.each(['x', 'a'.repeat(500), "' or 1=1 --", '\0'])('the refresh token %j is refused', async (token) => {
  await expect(refresh(token)).rejects.toMatchObject(refused)
})

test('a missing or empty refresh token is refused as specified', async () => {
  for (const body of [{}, { refreshToken: '' }]) {
    const reply = await app.send({
      method: 'POST',
      url: '/api/users/auth/refresh',
      body: JSON.stringify(body),
    })
    expect(reply.status).toBe(400)
    expect(JSON.parse(await reply.text())).toMatchObject({ message: 'No refresh token available' })
  }
})

test('a stale access token in the header keeps nobody from refreshing or signing in', async () => {
  const { token, refreshToken, email } = await aMember(app)
  const stale = app.as(`${token}x`)
  const { tokens } = await stale.accounts.refresh({ body: { refreshToken } })
  expect(await works(tokens.accessToken)).toBe(true)
  expect((await stale.accounts.sendOtp({ body: { email } })).success).toBe(true)
})

test('no forged, altered, expired or foreign token is accepted', async () => {
  const member = await aMember(app)
  const admin = await anAdmin(app)
  const { sub, sid } = decodeJwt<{ sub: string; sid: string }>(member.token)
  const now = Math.floor(Date.now() / 1000)
  const good = { sub, sid, iss: 'readymade', aud: 'member', iat: now, nbf: now - 30, exp: now + 900 }
  const key = createSecretKey(sign(dependencies.secret, 'access token key', ''), 'hex')
  const header = { alg: 'HS256', typ: 'at+jwt' }
  const made = (claims: object, over: object = {}, by = key) =>
    new SignJWT({ ...good, ...claims }).setProtectedHeader({ ...header, ...over }).sign(by)
  const without = async (claim: keyof typeof good) => {
    const { [claim]: _, ...rest } = good
    return new SignJWT(rest).setProtectedHeader(header).sign(key)
  }
  const [head, body, signature] = member.token.split('.') as [string, string, string]
  const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  // The control: a token made the same way with right claims is accepted.
  expect(await works(await made({}))).toBe(true)
  const forged: Record<string, string> = {
    'alg none': new UnsecuredJWT(good).encode(),
    'alg none, typed': `${json({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
    'alg none, signature kept': `${json({ alg: 'none', typ: 'at+jwt' })}.${body}.${signature}`,
    'other algorithm of the family': await made({}, { alg: 'HS512' }),
    'other secret': await made({}, {}, createSecretKey(Buffer.alloc(32, 7))),
    'the raw secret': await made({}, {}, createSecretKey(Buffer.from(dependencies.secret))),
    'an empty secret': `${head}.${body}.${createHmac('sha256', '').update(`${head}.${body}`).digest('base64url')}`,
    'altered claims': `${head}.${json({ ...good, sub: admin.id })}.${signature}`,
    'altered signature': `${head}.${body}.${signature.slice(0, -2)}${signature.endsWith('AA') ? 'BB' : 'AA'}`,
    'no signature': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'expired a second ago': await made({ exp: now - 1 }),
    'not yet valid': await made({ nbf: now + 60 }),
    'other issuer': await made({ iss: 'somebody' }),
    'other audience': await made({ aud: 'admin' }),
    'audience of the staff': await made({ aud: 'staff' }),
    'type of a plain JWT': await made({}, { typ: 'JWT' }),
    'unknown critical header': `${json({ ...header, crit: ['x'], x: 1 })}.${body}.${signature}`,
    'other session': await made({ sid: '0198c0de-0000-7000-8000-000000000000' }),
    "another member's session": await made({ sub: (await aMember(app)).id }),
    'no expiry': await without('exp'),
    'no audience': await without('aud'),
    'no issuer': await without('iss'),
    'no subject': await without('sub'),
    'no session': await without('sid'),
    'refresh token': member.refreshToken,
    'successor of the refresh token': (await refresh(member.refreshToken)).refreshToken,
    'a text': 'undefined',
    'a long text': 'a.'.repeat(5000),
  }
  const accepted = await Promise.all(
    Object.entries(forged).map(async ([name, token]) => {
      const refusals = await Promise.allSettled([
        app.as(token).accounts.profile(),
        app.as(token).staff.profile(),
      ])
      return refusals.every((one) => one.status === 'rejected' && one.reason.message === signedOut.message)
        ? []
        : [name]
    }),
  )
  expect(accepted.flat()).toEqual([])
})

test('a member token opens no staff call, a staff token no member call', async () => {
  const member = await aMember(app)
  const admin = await anAdmin(app)
  await expect(member.api.staff.profile()).rejects.toMatchObject({ status: 403 })
  await expect(admin.api.accounts.profile()).rejects.toMatchObject({ status: 403 })
  const { sub: id, sid: sessionId } = decodeJwt<{ sub: string; sid: string }>(member.token)
  const posing = await writeAccessToken(dependencies.secret, 'staff', { id, sessionId }, 900)
  await expect(app.as(posing).staff.profile()).rejects.toMatchObject(signedOut)
})

test.each(['Bearer', 'Bearer ', 'Basic YTpi', 'bearer a b', 'Bearer null'])(
  'the header %j is nobody',
  async (authorization) => {
    const reply = await app.app.inject({
      method: 'GET',
      url: '/api/users/profile',
      headers: { authorization },
    })
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({ success: false, message: 'Authentication required' })
  },
)

test('what has expired is deleted, what is live stays', async () => {
  const gone = await aMember(app)
  const member = await aMember(app)
  const waiting = anEmail()
  await api.accounts.sendOtp({ body: { email: waiting } })
  await timePasses(db, '31 days', 'sessions', { id: sessionOf(gone.token) })
  await timePasses(db, '1 hour', 'oneTimeCodes', { email: gone.email })
  await db
    .insertInto('oneTimeLinks')
    .values(
      ['old', 'living'].map((tokenHash, hours) => ({
        tokenHash,
        audience: 'member',
        subject: waiting,
        expiresAt: sql<Date>`now() + make_interval(hours => ${hours})`,
      })),
    )
    .execute()
  await db
    .insertInto('attempts')
    .values({ bucket: 'old', count: 3, windowEndsAt: sql`now() - interval '1 second'` })
    .execute()
  await deleteExpiredSignInData(db)
  expect(
    await db
      .selectFrom('refreshTokens')
      .select('tokenHash')
      .where('sessionId', '=', sessionOf(gone.token))
      .execute(),
  ).toEqual([])
  expect(
    await db.selectFrom('oneTimeCodes').select('email').where('email', 'in', [gone.email, waiting]).execute(),
  ).toEqual([{ email: waiting }])
  expect(await db.selectFrom('oneTimeLinks').select('tokenHash').execute()).toEqual([{ tokenHash: 'living' }])
  expect(await db.selectFrom('attempts').select('bucket').where('bucket', '=', 'old').execute()).toEqual([])
  expect(await works((await refresh(member.refreshToken)).accessToken)).toBe(true)
})
