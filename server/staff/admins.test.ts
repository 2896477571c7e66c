import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import type { Admin } from '#contract/staff/accounts.ts'
import { demoAdmin } from '#server/config.ts'

import { startApp } from '../../test/app.ts'
import { repetitions } from '../../test/long.ts'
import { aMember, anAddress, anAdmin, anEmail, apiFrom } from '../../test/makers.ts'

const app = await startApp()
const { db, mails } = app
const password = 'lanterns gravel omelette'
let boss: Awaited<ReturnType<typeof anAdmin>>
/** Switches everybody of the staff off but the first admin. */
const onlyBossIsActive = () =>
  db
    .updateTable('staff')
    .set({ isActive: sql<boolean>`email = ${demoAdmin.email}` })
    .execute()
beforeEach(async () => {
  await onlyBossIsActive()
  boss = await anAdmin(app)
})
const login = (email: string, secret = password) =>
  apiFrom(app, anAddress()).staff.login({ body: { email, password: secret } })
/** Creates a staff member and signs them in. */
async function aColleague(role: Admin['role']) {
  const body = { name: 'Ravi', email: anEmail(), password, role }
  const { admin } = await boss.api.admins.create({ body })
  const { token } = await login(body.email)
  return { ...admin, token, api: app.as(token) }
}
const passwordLinkTo = (email: string) =>
  mails.findLast(({ to }) => to === email)?.text.match(/\/admin\/password#([A-Za-z]+)/)?.[1]

test('only super admins see who is on the staff, add somebody, or switch somebody off', async () => {
  const admin = await aColleague('admin')
  const member = await aMember(app)
  for (const [api, status] of [
    [admin.api, 403],
    [member.api, 403],
    [app.api, 401],
  ] as const) {
    const params = { id: boss.id }
    const calls = [
      () => api.admins.list(),
      () => api.admins.create({ body: { name: 'X', email: anEmail(), password, role: 'super_admin' } }),
      () => api.admins.toggleStatus({ params }),
      () => api.admins.invite({ params }),
      () => api.admins.removeTotp({ params }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ status })
  }
  const { admins } = await boss.api.admins.list()
  expect(admins.find(({ _id }) => _id === admin._id)).toMatchObject({
    name: 'Ravi',
    role: 'admin',
    isActive: true,
    hasPassword: true,
    hasTotp: false,
    lastSignInAt: expect.any(String),
  })
  expect(JSON.stringify(admins)).not.toContain('argon2')
})

test('a staff member added without a password sets one by the mailed link, once; a weak one keeps the link working', async () => {
  const email = anEmail()
  const { admin } = await boss.api.admins.create({ body: { name: 'Meera', email, role: 'admin' } })
  expect(admin).toMatchObject({ hasPassword: false, isActive: true })
  await expect(login(email)).rejects.toMatchObject({ code: 'signed_out' })
  const linkToken = passwordLinkTo(email)!
  for (const weak of ['short', 'password1234', 'meera meera meera', 'aaaaaaaaaaaaaaaa'])
    await expect(app.api.staff.setPassword({ body: { linkToken, password: weak } })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { fields: { password: expect.stringMatching(/^Use /) } },
    })
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => app.api.staff.setPassword({ body: { linkToken, password } })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await login(email)).admin).toMatchObject({ email, role: 'admin' })
})

test('a new link ends the previous one, and a taken email is refused at its field', async () => {
  const email = anEmail()
  const { admin } = await boss.api.admins.create({ body: { name: 'Meera', email, role: 'admin' } })
  const old = passwordLinkTo(email)!
  await boss.api.admins.invite({ params: { id: admin._id } })
  const use = (linkToken: string) => app.api.staff.setPassword({ body: { linkToken, password } })
  await expect(use(old)).rejects.toMatchObject({ code: 'expired' })
  await use(passwordLinkTo(email)!)
  const again = boss.api.admins.create({ body: { name: 'Other', email: email.toUpperCase(), role: 'admin' } })
  await expect(again).rejects.toMatchObject({
    code: 'conflict',
    details: { fields: { email: 'Somebody on the staff has this email already' } },
  })
})

test('the sessions and links of a deactivated account end at once, and stay ended when it is activated again', async () => {
  const colleague = await aColleague('admin')
  await boss.api.admins.invite({ params: { id: colleague._id } })
  const linkToken = passwordLinkTo(colleague.email)!
  const toggle = async () =>
    (await boss.api.admins.toggleStatus({ params: { id: colleague._id } })).admin.isActive
  expect(await toggle()).toBe(false)
  await expect(colleague.api.staff.profile()).rejects.toMatchObject({ status: 401 })
  await expect(login(colleague.email)).rejects.toMatchObject({ code: 'signed_out' })
  expect(await toggle()).toBe(true)
  await expect(colleague.api.staff.profile()).rejects.toMatchObject({ status: 401 })
  await expect(app.api.staff.setPassword({ body: { linkToken, password } })).rejects.toMatchObject({
    code: 'expired',
  })
  expect((await login(colleague.email)).success).toBe(true)
  const { entries } = await boss.api.audit.list({ query: { about: colleague._id, search: 'activate' } })
  expect(entries.map(({ action, after }) => [action, after])).toEqual([
    ['activate staff', { isActive: true }],
    ['deactivate staff', { isActive: false }],
  ])
})

test('nobody can deactivate the last super admin', async () => {
  await expect(boss.api.admins.toggleStatus({ params: { id: boss.id } })).rejects.toMatchObject({
    code: 'conflict',
    message: 'The last super admin who can sign in stays active. Another one has to set a password first.',
  })
  expect((await boss.api.staff.profile()).admin.role).toBe('super_admin')
})

test('the only super admin who can sign in does not leave beside one who was invited and never came', async () => {
  const email = anEmail()
  const { admin } = await boss.api.admins.create({ body: { name: 'Meera', email, role: 'super_admin' } })
  const leave = () => boss.api.admins.toggleStatus({ params: { id: boss.id } })
  await expect(leave()).rejects.toMatchObject({ code: 'conflict' })
  await app.api.staff.setPassword({ body: { linkToken: passwordLinkTo(email)!, password } })
  const { token } = await login(email)
  expect((await leave()).admin.isActive).toBe(false)
  const there = app.as(token)
  await there.admins.toggleStatus({ params: { id: boss.id } })
  boss = await anAdmin(app)
  await boss.api.admins.toggleStatus({ params: { id: admin._id } })
})

test('of two super admins who deactivate each other at the same moment one stays, in every round', async () => {
  const rounds = repetitions(50, 3)
  for (let round = 0; round < rounds; round++) {
    const other = await aColleague('super_admin')
    await Promise.allSettled([
      boss.api.admins.toggleStatus({ params: { id: other._id } }),
      other.api.admins.toggleStatus({ params: { id: boss.id } }),
    ])
    const active = await db
      .selectFrom('staff')
      .select('id')
      .where('role', '=', 'super_admin')
      .where('isActive', '=', true)
      .execute()
    expect(active, `round ${round} of ${rounds}`).toHaveLength(1)
    await onlyBossIsActive()
    boss = await anAdmin(app)
  }
})
