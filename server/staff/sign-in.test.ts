import { decodeJwt } from 'jose'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'

import { buildApp } from '#server/app.ts'

import { startApp } from '../../test/app.ts'
import {
  anAddress,
  anEmail,
  apiFrom,
  outcome,
  aStaffMember,
  anAdmin,
  staffPassword,
} from '../../test/makers.ts'
import { timePasses } from '../../test/time.ts'
import { hashPassword, passwordCost } from './passwords.ts'

const app = await startApp()
const { db, api } = app
const failed = { status: 401, code: 'signed_out', message: 'Login failed. Please check your credentials.' }
const signedOut = { status: 401, message: 'Authentication required' }
const boss = await anAdmin(app)
const password = staffPassword

const login = (email: string, secret = password, address = anAddress()) =>
  apiFrom(app, address).staff.login({ body: { email, password: secret } })

test('the right pair signs in for 8 hours, and the session is the account', async () => {
  const { id, email } = await aStaffMember(boss)
  const { token, admin } = await login(email.toUpperCase())
  expect(admin).toEqual({ _id: id, name: 'Ravi', email, role: 'admin' })
  const claims = decodeJwt(token)
  expect(claims).toMatchObject({ sub: id, aud: 'staff' })
  expect(claims.exp! - claims.iat!).toBe(8 * 3600)
  expect((await app.as(token).staff.profile()).admin).toMatchObject(admin)
})

test('a wrong password and an unknown email get the same answer', async () => {
  const { email } = await aStaffMember(boss)
  const answers = await Promise.all(
    [email, anEmail()].map(async (one) => {
      const body = JSON.stringify({ email: one, password: 'wrong' })
      const reply = await app.send({ method: 'POST', url: '/api/auth/login', body })
      return { status: reply.status, body: JSON.parse(await reply.text()) as unknown }
    }),
  )
  expect(answers[0]).toEqual({
    status: 401,
    body: { success: false, code: 'signed_out', message: failed.message },
  })
  expect(answers[1]).toEqual(answers[0])
})

test.each([{}, { email: '', password: '' }, { email: 'a@x.in' }, { password: 'x' }])(
  '%j is asked to fill in all fields',
  async (body) => {
    const reply = await app.send({ method: 'POST', url: '/api/auth/login', body: JSON.stringify(body) })
    expect(reply.status).toBe(400)
    expect(JSON.parse(await reply.text())).toMatchObject({ message: 'Please fill in all fields' })
  },
)

test('one address may enter 5 wrong passwords, and cannot lock the owner out', async () => {
  const { email } = await aStaffMember(boss)
  const address = anAddress()
  const wrong = await Promise.all(Array.from({ length: 20 }, () => outcome(login(email, 'wrong', address))))
  expect(wrong.filter((one) => one === 'signed_out')).toHaveLength(5)
  await expect(login(email, password, address)).rejects.toMatchObject({
    message: expect.stringMatching(/^Too many wrong passwords for this account\./),
  })
  expect(await outcome(login(email))).toBe('in')
})

test('an address may enter 25 wrong passwords in 15 minutes over all accounts, other addresses are not touched', async () => {
  const address = anAddress()
  const { email } = await aStaffMember(boss)
  const wrong: string[] = []
  for (let attempt = 0; attempt < 40; attempt += 4) {
    wrong.push(
      ...(await Promise.all(Array.from({ length: 4 }, () => outcome(login(anEmail(), 'wrong', address))))),
    )
  }
  expect(wrong.filter((one) => one === 'signed_out')).toHaveLength(25)
  expect(await outcome(login(email, password, address))).toBe('too_many_requests')
  expect(await outcome(login(email))).toBe('in')
})

test('right passwords use up no attempts', async () => {
  const { email } = await aStaffMember(boss)
  const address = anAddress()
  for (let times = 0; times < 12; times++) expect(await outcome(login(email, password, address))).toBe('in')
})

test('sign-out ends this session at once and no other', async () => {
  const { email } = await aStaffMember(boss)
  const [one, other] = [(await login(email)).token, (await login(email)).token]
  await app.as(one).staff.logout()
  await expect(app.as(one).staff.profile()).rejects.toMatchObject(signedOut)
  expect((await app.as(other).staff.profile()).admin.email).toBe(email)
})

test('a deactivated account stops at once and cannot sign in', async () => {
  const { email, id } = await aStaffMember(boss)
  const { token } = await login(email)
  await db.updateTable('staff').set({ isActive: false }).where('id', '=', id).execute()
  await expect(app.as(token).staff.profile()).rejects.toMatchObject(signedOut)
  await expect(login(email)).rejects.toMatchObject(failed)
})

test('a changed role counts from the next request', async () => {
  const { email, id } = await aStaffMember(boss, { role: 'super_admin' })
  const { token } = await login(email)
  await db.updateTable('staff').set({ role: 'admin' }).where('id', '=', id).execute()
  expect((await app.as(token).staff.profile()).admin.role).toBe('admin')
})

test('an expired session is refused although its token is valid', async () => {
  const { token } = await login((await aStaffMember(boss)).email)
  const { sid } = decodeJwt<{ sid: string }>(token)
  await timePasses(db, '1 day', 'sessions', { id: sid })
  await expect(app.as(token).staff.profile()).rejects.toMatchObject(signedOut)
})

test('sign-in and sign-out are in the audit log with staff member, time and address', async () => {
  const { id, email } = await aStaffMember(boss)
  const address = anAddress()
  const { token } = await login(email, password, address)
  await app.as(token).staff.logout()
  const { entries } = await boss.api.audit.list({ query: { staff: id } })
  const about = { kind: 'staff', id, name: 'Ravi' }
  expect(entries.toReversed()).toMatchObject([
    { action: 'sign in', about, before: null, after: { address } },
    { action: 'sign out', about },
  ])
})

test('sign-ins and refusals are logged on one line each, without the password', async () => {
  const log: string[] = []
  const loud = await buildApp(app.dependencies, {
    logger: { stream: { write: (line: string) => void log.push(line) } },
  })
  const { email, id } = await aStaffMember(boss)
  const address = anAddress()
  const from = apiFrom({ app: loud }, address).staff
  await from.login({ body: { email, password } })
  await from.login({ body: { email, password: 'wrong\r\n{"event":"signed in"}' } }).catch(() => {})
  await loud.close()
  const events = log.map((line) => JSON.parse(line) as { event?: string }).filter(({ event }) => event)
  expect(events).toMatchObject([
    { event: 'signed in', staff: id, address },
    { event: 'sign-in refused', reason: 'signed_out', account: email, address },
  ])
  for (const line of log) expect(line.trimEnd()).not.toMatch(/[\r\n]|lanterns gravel omelette|wrong/)
})

test('passwords are stored as argon2id of OWASP strength, and every character of them counts', async () => {
  const long = 'x'.repeat(150)
  const hash = await hashPassword(passwordCost, long)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const email = anEmail()
  await db
    .insertInto('staff')
    .values({ id: uuid(), email, name: 'L', role: 'admin', passwordHash: hash })
    .execute()
  await expect(login(email, `${long.slice(1)}y`)).rejects.toMatchObject(failed)
  await expect(login(email, long.slice(1))).rejects.toMatchObject(failed)
  expect(await outcome(login(email, long))).toBe('in')
})

test('without a token there is no staff profile', async () => {
  await expect(api.staff.profile()).rejects.toMatchObject(signedOut)
  await expect(api.staff.logout()).rejects.toMatchObject(signedOut)
})
