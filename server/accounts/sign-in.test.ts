import { expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { aMember, anAdmin } from '../../test/makers.ts'

const app = await startApp()

test('makers', async () => {
  const m = await aMember(app)
  expect((await m.api.accounts.profile()).user.email).toBe(m.email)
  const a = await anAdmin(app)
  expect((await a.api.staff.profile()).admin.role).toBe('super_admin')
})
