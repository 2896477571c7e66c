import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { anAddress, anAdmin, apiFrom, linkMailedTo, aStaffMember, staffPassword } from '../../test/makers.ts'
import { stepOf } from './totp.ts'

const app = await startApp()
const { db, mails } = app
const boss = await anAdmin(app)
const password = staffPassword
const login = (email: string, code?: string, secret = password) =>
  apiFrom(app, anAddress()).staff.login({ body: { email, password: secret, code } })

const aColleague = async () => {
  const { id, email } = await aStaffMember(boss)
  return { id, email, api: app.as((await login(email)).token) }
}
/** Creates a staff member with an authenticator app. `code(n)`: what it shows n periods from now. */
async function colleagueWithTotp() {
  const colleague = await aColleague()
  const { secret, qr, uri } = await colleague.api.totp.begin({ body: { currentPassword: password } })
  const code = (later = 0) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + later * 30_000 })
  const { recoveryCodes } = await colleague.api.totp.confirm({ body: { code: code(-1) } })
  return { ...colleague, secret, qr, uri, recoveryCodes, code }
}
const needsCode = { status: 401, details: { requiresCode: true } }

test('codes are those of RFC 6238, of now and of the 30 seconds before and after', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ] as const)
    expect(stepOf(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
  expect(stepOf(secret, '287082', 59_000 + 30_000)).toBe(1)
  expect(stepOf(secret, '287082', 59_000 + 61_000)).toBeUndefined()
})

test('with an authenticator app the password alone opens nothing, by mailed link neither', async () => {
  const { email, id, uri, qr, code } = await colleagueWithTotp()
  expect(uri).toContain(`Readymade:${encodeURIComponent(email)}`)
  expect(qr).toMatch(/^<svg /)
  await expect(login(email)).rejects.toMatchObject(needsCode)
  await expect(login(email, '', 'wrong')).rejects.not.toMatchObject({ details: { requiresCode: true } })
  await expect(login(email, '000000')).rejects.toMatchObject(needsCode)
  expect((await login(email, code())).success).toBe(true)

  for (let n = 0; n < 100; n++) await login(email, undefined, 'wrong').catch(() => {})
  await login(email).catch(() => {})
  const linkToken = linkMailedTo(app, email)!
  const byLink = (given?: string) => app.api.staff.loginByLink({ body: { linkToken, code: given } })
  await expect(byLink()).rejects.toMatchObject(needsCode)
  await expect(byLink('000000')).rejects.toMatchObject(needsCode)
  expect((await byLink(code(1))).admin._id).toBe(id)
})

test('a code works once, even for 20 simultaneous callers', async () => {
  const { email, code } = await colleagueWithTotp()
  const now = code()
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      app.api.staff.login({ body: { email, password, code: now } }).catch((problem: { code: string }) => {
        // A call shed by a full queue has not tried a code.
        if (problem.code === 'unavailable') return login(email, now)
        throw problem
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(login(email, now)).rejects.toMatchObject({ status: expect.any(Number) })
})

test('each of ten recovery codes signs in once, however it is typed, and none is stored as it is', async () => {
  const { email, id, api, recoveryCodes } = await colleagueWithTotp()
  expect(new Set(recoveryCodes).size).toBe(10)
  const [first, second] = recoveryCodes as [string, string]
  expect((await login(email, first)).success).toBe(true)
  await expect(login(email, first)).rejects.toMatchObject(needsCode)
  expect((await login(email, second.replace('-', ' ').toUpperCase())).success).toBe(true)
  expect((await api.staff.profile()).admin).toMatchObject({ hasTotp: true, recoveryCodes: 8 })
  const stored = await db.selectFrom('staffRecoveryCodes').selectAll().where('staffId', '=', id).execute()
  expect(stored).toHaveLength(8)
  for (const code of recoveryCodes) expect(JSON.stringify(stored)).not.toContain(code.replace('-', ''))
})

test('the secret is stored encrypted, and until it is confirmed nothing changes', async () => {
  const { id, email, api } = await aColleague()
  const { secret } = await api.totp.begin({ body: { currentPassword: password } })
  const row = await db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(secret)
  await expect(api.totp.confirm({ body: { code: '000000' } })).rejects.toMatchObject({ code: 'wrong_code' })
  expect((await login(email)).success).toBe(true)
  await expect(api.totp.begin({ body: { currentPassword: 'wrong' } })).rejects.toMatchObject({ status: 400 })
})

test('after ten wrong codes an hour no code is compared; a link is mailed, and a new password opens the account to its owner', async () => {
  const { email, code } = await colleagueWithTotp()
  for (let n = 0; n < 10; n++) await expect(login(email, '000000')).rejects.toMatchObject(needsCode)
  for (let n = 0; n < 2; n++)
    await expect(login(email, code())).rejects.toMatchObject({ code: 'too_many_requests' })
  const links = mails.filter(({ to, text }) => to === email && text.includes('/admin/password#'))
  expect(links).toHaveLength(1)
  const linkToken = links[0]!.text.match(/\/admin\/password#([A-Za-z]+)/)![1]!
  const renewed = 'walnut bicycle harbour'
  await app.api.staff.setPassword({ body: { linkToken, password: renewed } })
  await expect(login(email, undefined, renewed)).rejects.toMatchObject(needsCode)
  expect((await login(email, code(), renewed)).success).toBe(true)
})

test('strangers without the password use up no codes: the owner signs in with the first one', async () => {
  const { email, code } = await colleagueWithTotp()
  for (let n = 0; n < 60; n++) await login(email, '000000', 'wrong').catch(() => {})
  expect((await login(email, code())).success).toBe(true)
})

test('it is removed with password and code, or by a super admin when the phone is lost', async () => {
  const one = await colleagueWithTotp()
  const remove = (currentPassword: string, code: string) =>
    one.api.totp.remove({ body: { currentPassword, code } })
  await expect(remove('wrong', one.code())).rejects.toMatchObject({ status: 400 })
  await expect(remove(password, '000000')).rejects.toMatchObject({ code: 'wrong_code' })
  await remove(password, one.code())
  expect((await login(one.email)).success).toBe(true)

  const two = await colleagueWithTotp()
  await boss.api.admins.removeTotp({ params: { id: two.id } })
  await expect(two.api.staff.profile()).rejects.toMatchObject({ status: 401 })
  expect((await login(two.email)).success).toBe(true)
})
