import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, expect, test, vi } from 'vitest'

import { demoAdmin, readConfig } from '#server/config.ts'

import { startApp } from '../../test/app.ts'
import { ensureFirstAdmin, requireStrongPassword } from './first-admin.ts'
import { hashPassword } from './passwords.ts'

const app = await startApp()
const { db, api, dependencies } = app
const owner = { email: 'owner@example.in', password: 'a good long password' }
const staff = () => db.selectFrom('staff').select(['email', 'role', 'isActive']).execute()
const credentials = async () => (await api.staff.demoCredentials()).credentials

beforeEach(async () => {
  await sql`alter table staff_actions disable trigger staff_actions_final`.execute(db)
  await db.deleteFrom('staffActions').execute()
  await db.deleteFrom('staff').execute()
})

test('processes that start at the same moment make one first super_admin', async () => {
  const admins = Array.from({ length: 5 }, (_, index) => ({ ...owner, email: `owner${index}@example.in` }))
  await Promise.all(admins.map((admin) => ensureFirstAdmin(dependencies, { mode: 'live', admin })))
  const made = await staff()
  expect(made).toMatchObject([{ role: 'super_admin', isActive: true }])
  expect((await api.staff.login({ body: { ...owner, email: made[0]!.email } })).admin.role).toBe(
    'super_admin',
  )
})

test('an existing super_admin is left as it is, whatever is configured', async () => {
  await ensureFirstAdmin(dependencies, { mode: 'live', admin: owner })
  await ensureFirstAdmin(dependencies, {
    mode: 'live',
    admin: { email: 'other@example.in', password: 'another password' },
  })
  await ensureFirstAdmin(dependencies, { mode: 'live', admin: undefined })
  expect(await staff()).toHaveLength(1)
  expect((await api.staff.login({ body: owner })).success).toBe(true)
})

test('when the only super_admin is deactivated, the configured one can come back in', async () => {
  await ensureFirstAdmin(dependencies, { mode: 'live', admin: owner })
  await db.updateTable('staff').set({ isActive: false, role: 'admin' }).execute()
  await ensureFirstAdmin(dependencies, { mode: 'live', admin: { ...owner, password: 'a new long password' } })
  expect(await staff()).toEqual([{ email: owner.email, role: 'super_admin', isActive: true }])
  expect((await api.staff.login({ body: { ...owner, password: 'a new long password' } })).success).toBe(true)
})

test('a super_admin who was invited and never came lets nobody in, so the configured one comes in, without the phone that is lost', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await ensureFirstAdmin(dependencies, { mode: 'live', admin: owner })
  expect(said).not.toHaveBeenCalled()
  await db.updateTable('staff').set({ isActive: false, totpSecret: 'lost' }).execute()
  const invited = { id: uuid(), email: 'invited@example.in', name: 'Meera', role: 'super_admin' }
  await db
    .insertInto('staff')
    .values({ ...invited, passwordHash: null })
    .execute()
  await ensureFirstAdmin(dependencies, { mode: 'live', admin: { ...owner, password: 'a new long password' } })
  const { admin, token } = await api.staff.login({ body: { ...owner, password: 'a new long password' } })
  expect(admin.role).toBe('super_admin')
  expect(JSON.parse(said.mock.calls[0]![0] as string)).toMatchObject({
    alarm: 'No super admin could sign in; ADMIN_EMAIL was let in with ADMIN_PASSWORD',
    email: owner.email,
  })
  said.mockRestore()
  const { entries } = await app.as(token).audit.list({ query: { about: admin._id } })
  expect(entries.map(({ action }) => action)).toEqual(['sign in', 'let in at a start'])
})

test('a shop whose only super_admin has not come yet starts without a configured one, and the log says so', async () => {
  const invited = { id: uuid(), email: 'invited@example.in', name: 'Meera', role: 'super_admin' }
  await db
    .insertInto('staff')
    .values({ ...invited, passwordHash: null })
    .execute()
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await ensureFirstAdmin(dependencies, { mode: 'live', admin: undefined })
  expect(said.mock.calls[0]![0]).toContain('No super admin can sign in')
  said.mockRestore()
})

test('live mode without any admin refuses in plain words', async () => {
  await expect(ensureFirstAdmin(dependencies, { mode: 'live', admin: undefined })).rejects.toThrow(
    'There is no admin yet. Set ADMIN_EMAIL and ADMIN_PASSWORD to make the first one.',
  )
  expect(await staff()).toEqual([])
})

test('live mode refuses any account with the demo password, also a deactivated one', async () => {
  await ensureFirstAdmin(dependencies, { mode: 'demo', admin: demoAdmin })
  await expect(ensureFirstAdmin(dependencies, { mode: 'live', admin: owner })).rejects.toThrow(
    `${demoAdmin.email} still has the demo password`,
  )
  await db.updateTable('staff').set({ isActive: false }).execute()
  await expect(ensureFirstAdmin(dependencies, { mode: 'live', admin: owner })).rejects.toThrow(
    'still has the demo password',
  )
  expect(await staff()).toHaveLength(1)
})

test('the demo sign-in is shown in demo mode and works', async () => {
  expect(await credentials()).toBeNull()
  await ensureFirstAdmin(dependencies, dependencies.config)
  const shown = await credentials()
  expect(shown).toEqual(demoAdmin)
  expect((await api.staff.login({ body: shown! })).admin.role).toBe('super_admin')
})

test('the demo sign-in is shown no longer than it works', async () => {
  await ensureFirstAdmin(dependencies, dependencies.config)
  await db.updateTable('staff').set({ isActive: false }).execute()
  expect(await credentials()).toBeNull()
  await db
    .updateTable('staff')
    .set({ isActive: true, passwordHash: await hashPassword(dependencies.passwordCost, 'changed password') })
    .execute()
  expect(await credentials()).toBeNull()
})

test('live mode never shows a demo sign-in', async () => {
  await ensureFirstAdmin(dependencies, dependencies.config)
  const live = { ...dependencies, config: { ...dependencies.config, mode: 'live' as const } }
  const { buildApp } = await import('#server/app.ts')
  const liveApp = await buildApp(live)
  const reply = await liveApp.inject({ method: 'GET', url: '/api/auth/demo-credentials' })
  await liveApp.close()
  expect(reply.json()).toEqual({ success: true, credentials: null })
})

test.each(['readymade', 'Welcome@12345', 'Owner@Shop.in', 'aaaaaaaaaaaa', 'gN7#kq02Lmz'])(
  'live mode refuses the administrator password %s and says what was expected, demo mode takes it',
  async (adminPassword) => {
    const adminEmail = 'owner@shop.in'
    await expect(requireStrongPassword({ mode: 'live', adminEmail, adminPassword })).rejects.toThrow(
      /^ADMIN_PASSWORD is not usable with MODE=live: expected [^.]+\.$/,
    )
    await requireStrongPassword({ mode: 'demo', adminEmail, adminPassword })
  },
)

test('live mode refuses a password that is easy to guess also when no email goes with it', async () => {
  const config = readConfig({ ADMIN_PASSWORD: 'Welcome@12345' })
  expect(config.admin).toEqual(demoAdmin)
  await expect(requireStrongPassword({ ...config, mode: 'live' })).rejects.toThrow('ADMIN_PASSWORD is not')
})

test('live mode accepts an administrator password that is hard to guess, or none', async () => {
  await requireStrongPassword({ mode: 'live', adminEmail: owner.email, adminPassword: owner.password })
  await requireStrongPassword({ mode: 'live', adminEmail: owner.email, adminPassword: undefined })
})
