import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin } from '../../test/makers.ts'
import { timePasses } from '../../test/time.ts'
import { openSession } from './service.ts'

const app = await startApp()
const { db, dependencies } = app
const signedOut = { status: 401, code: 'signed_out' }
const sessionOf = (token: string) => decodeJwt<{ sid: string }>(token).sid

/** Creates a member who is signed in on some more devices. */
async function memberOnDevices(...devices: string[]) {
  const member = await aMember(app)
  const others = []
  for (const device of devices) {
    const tokens = await openSession(dependencies, member.id, { device, network: '103.21.x.x' })
    others.push({ ...tokens, id: sessionOf(tokens.accessToken), api: app.as(tokens.accessToken) })
  }
  return { ...member, sessionId: sessionOf(member.token), others }
}

test('a member sees where they are signed in, this device first, and nobody else does', async () => {
  const { api, sessionId, others } = await memberOnDevices('Chrome on Windows', 'Safari on iPhone')
  const stranger = await aMember(app)
  const { sessions } = await api.sessions.mine()
  expect(sessions.map(({ id }) => id).toSorted()).toEqual(
    [sessionId, ...others.map(({ id }) => id)].toSorted(),
  )
  expect(sessions.map(({ isThisDevice }) => isThisDevice)).toEqual([true, false, false])
  expect(sessions.find(({ id }) => id === others[0]!.id)).toMatchObject({
    device: 'Chrome on Windows',
    network: '103.21.x.x',
  })
  expect((await stranger.api.sessions.mine()).sessions).toHaveLength(1)
})

test('a sign-in and a refresh record the device, a shortened network and the time, and no more', async () => {
  const { token, refreshToken, api } = await aMember(app)
  await timePasses(db, '2 days', 'sessions', { id: sessionOf(token) })
  const { body } = await app.app.inject({
    method: 'POST',
    url: '/api/users/auth/refresh',
    remoteAddress: '103.21.244.7',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0' },
    payload: { refreshToken },
  })
  expect(JSON.parse(body)).toMatchObject({ success: true })
  const [session] = (await api.sessions.mine()).sessions
  expect(session).toMatchObject({ device: 'Firefox on Linux', network: '103.21.x.x' })
  expect(Date.now() - Date.parse(session!.lastUsedAt)).toBeLessThan(60_000)
  const row = await db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sessionOf(token))
    .executeTakeFirst()
  expect(JSON.stringify(row)).not.toContain('103.21.244')
})

test('signing one device out ends its access and refresh at once, and no other', async () => {
  const { api, others } = await memberOnDevices('Chrome on Windows', 'Safari on iPhone')
  const [lost, kept] = others as [(typeof others)[0], (typeof others)[0]]
  await api.sessions.end({ params: { id: lost.id } })
  await expect(lost.api.accounts.profile()).rejects.toMatchObject(signedOut)
  await expect(app.api.accounts.refresh({ body: { refreshToken: lost.refreshToken } })).rejects.toMatchObject(
    signedOut,
  )
  expect((await kept.api.sessions.mine()).sessions).toHaveLength(2)
  await expect(api.sessions.end({ params: { id: lost.id } })).rejects.toMatchObject({ status: 404 })
})

test('signing all others out leaves this device alone', async () => {
  const { api, others } = await memberOnDevices('Chrome on Windows', 'Safari on iPhone', '')
  expect(await api.sessions.endOthers()).toMatchObject({ ended: 3 })
  for (const other of others) await expect(other.api.accounts.profile()).rejects.toMatchObject(signedOut)
  expect((await api.sessions.mine()).sessions).toMatchObject([{ isThisDevice: true }])
  expect(await api.sessions.endOthers()).toMatchObject({ ended: 0 })
})

test("nobody ends a stranger's or a staff session", async () => {
  const { api } = await aMember(app)
  const stranger = await aMember(app)
  const admin = await anAdmin(app)
  for (const id of [sessionOf(stranger.token), sessionOf(admin.token)])
    await expect(api.sessions.end({ params: { id } })).rejects.toMatchObject({ status: 404 })
  await api.sessions.endOthers()
  expect((await stranger.api.accounts.profile()).success).toBe(true)
  expect((await admin.api.staff.profile()).success).toBe(true)
})
