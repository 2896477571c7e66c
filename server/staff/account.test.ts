import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { anAddress, apiFrom, aStaffMember, anAdmin, staffPassword } from '../../test/makers.ts'

const app = await startApp()
const boss = await anAdmin(app)
const password = staffPassword
const login = (email: string, secret = password) =>
  apiFrom(app, anAddress()).staff.login({ body: { email, password: secret } })
async function aColleague() {
  const { email } = await aStaffMember(boss)
  const signIn = async () => app.as((await login(email)).token)
  return { email, api: await signIn(), signIn }
}

test('a new password works from then on, the old one does not, and every other session ends', async () => {
  const { email, api, signIn } = await aColleague()
  const elsewhere = await signIn()
  const newPassword = `${'walnut bicycle harbour '.repeat(4)}73rd byte counts`
  await api.staff.changePassword({ body: { currentPassword: password, newPassword } })
  expect((await api.staff.profile()).admin.email).toBe(email)
  await expect(elsewhere.staff.profile()).rejects.toMatchObject({ status: 401 })
  await expect(login(email)).rejects.toMatchObject({ code: 'signed_out' })
  await expect(login(email, newPassword.replace('73rd', '74th'))).rejects.toMatchObject({
    code: 'signed_out',
  })
  expect((await login(email, newPassword)).success).toBe(true)
})

test('a password that is common, short, or made of the account name is refused at its field, and the session stays', async () => {
  const { email, api } = await aColleague()
  for (const newPassword of [
    '12345678',
    'password',
    'qwertyuiop12',
    'iloveyou1234',
    'P@ssw0rd1234',
    'RaviRavi2026ravi',
    password,
  ]) {
    const call = api.staff.changePassword({ body: { currentPassword: password, newPassword } })
    await expect(call, newPassword).rejects.toMatchObject({
      code: 'invalid_input',
      details: { fields: { newPassword: expect.stringMatching(/^Use /) } },
    })
  }
  expect((await api.staff.profile()).success).toBe(true)
  expect((await login(email)).success).toBe(true)
})

test('a stolen session cannot guess the password: five wrong ones, then none for a while; signing in still works', async () => {
  const { email, api } = await aColleague()
  const attempt = (currentPassword: string) =>
    api.staff.changePassword({ body: { currentPassword, newPassword: 'walnut bicycle harbour' } })
  for (let n = 0; n < 5; n++)
    await expect(attempt('wrong')).rejects.toMatchObject({
      status: 400,
      details: { fields: { currentPassword: 'This is not your password' } },
    })
  await expect(attempt(password)).rejects.toMatchObject({ code: 'too_many_requests' })
  expect((await login(email)).success).toBe(true)
})

test('staff rename themselves, and that is in the audit log', async () => {
  const { api } = await aColleague()
  const { admin } = await api.staff.updateProfile({ body: { name: ' Ravi Kumar ' } })
  expect(admin.name).toBe('Ravi Kumar')
  expect((await api.staff.profile()).admin).toEqual(admin)
  const { entries } = await api.audit.list({ query: { about: admin._id, search: 'Kumar' } })
  expect(entries).toMatchObject([{ before: { name: 'Ravi' }, after: { name: 'Ravi Kumar' } }])
  await expect(api.staff.updateProfile({ body: { name: '' } })).rejects.toMatchObject({ status: 400 })
})
