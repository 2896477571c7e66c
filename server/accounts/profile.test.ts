import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, memberRow } from '../../test/makers.ts'

const app = await startApp()
const put = async (token: string, body: object) => {
  const reply = await app.send(
    { method: 'PUT', url: '/api/users/profile', body: JSON.stringify(body) },
    token,
  )
  return { status: reply.status, body: JSON.parse(await reply.text()) }
}
const rowOf = (id: string) => memberRow(app.db, id)

test('without a token there is no profile', async () => {
  await expect(app.api.accounts.profile()).rejects.toMatchObject({
    status: 401,
    message: 'Authentication required',
  })
  await expect(app.api.accounts.updateProfile({ body: { name: 'x' } })).rejects.toMatchObject({ status: 401 })
})

test('the profile is the member, and nothing of the row beyond it', async () => {
  const { api, id, email } = await aMember(app, {
    phone: '9876543210',
    college: 'IIT Madras',
    course: 'B.Tech',
    year: '3rd Year',
  })
  const { user } = await api.accounts.profile()
  expect(user).toMatchObject({
    _id: id,
    email,
    name: 'Asha Rao',
    phone: '9876543210',
    college: 'IIT Madras',
    course: 'B.Tech',
    year: '3rd Year',
  })
  expect(Object.keys(user)).not.toContain('referredBy')
})

test.each([
  [{ name: 'Asha R.' }],
  [{ phone: '9000000000' }],
  [{ college: '' }],
  [{ year: '' as const }],
  [{ year: 'Final Year' as const, course: 'MCA' }],
])('changing %j leaves every other field alone', async (changes) => {
  const { api, id } = await aMember(app, { college: 'IIT Madras', course: 'B.Tech', year: '3rd Year' })
  const before = await rowOf(id)
  const { user } = await api.accounts.updateProfile({ body: changes })
  expect(user).toMatchObject(changes)
  expect(await rowOf(id)).toEqual({ ...before, ...changes })
})

test('of address, links and preferences only the given entries change', async () => {
  const { api, id } = await aMember(app)
  await api.accounts.updateProfile({
    body: {
      address: { street: '1 MG Road', pincode: '560001' },
      socialMedia: { linkedin: 'https://linkedin.com/in/asha' },
      preferences: { newsletter: true },
    },
  })
  const before = await rowOf(id)
  const { user } = await api.accounts.updateProfile({
    body: {
      address: { city: 'Bengaluru' },
      socialMedia: { youtube: 'https://youtube.com/@asha' },
      preferences: { publicProfile: true },
    },
  })
  expect(user.address).toEqual({
    street: '1 MG Road',
    city: 'Bengaluru',
    state: '',
    country: 'India',
    pincode: '560001',
  })
  expect(user.socialMedia).toMatchObject({
    linkedin: 'https://linkedin.com/in/asha',
    youtube: 'https://youtube.com/@asha',
    twitter: null,
  })
  expect(user.preferences).toEqual({
    newsletter: true,
    notifications: true,
    newListings: true,
    marketingEmails: false,
    publicProfile: true,
  })
  const { address: _a, socialMedia: _s, preferences: _p, isPublic: _i, ...others } = before
  expect(await rowOf(id)).toMatchObject(others)
  expect(
    (await api.accounts.updateProfile({ body: { socialMedia: { linkedin: '' } } })).user.socialMedia.linkedin,
  ).toBeNull()
})

test('an empty change changes nothing', async () => {
  const { token, id } = await aMember(app)
  const before = await rowOf(id)
  expect((await put(token, {})).status).toBe(200)
  expect(await rowOf(id)).toEqual(before)
})

test('nobody promotes themselves: other fields of the row are never taken from the body', async () => {
  const { token, id } = await aMember(app)
  const before = await rowOf(id)
  const reply = await put(token, {
    _id: '0198c0de-0000-7000-8000-000000000000',
    id: '0198c0de-0000-7000-8000-000000000000',
    email: 'victim@example.in',
    role: 'super_admin',
    isAgent: true,
    isEmailVerified: false,
    referralCode: 'AAAAAAAA',
    referredBy: id,
    commission: 5,
    profilePicture: 'https://example.in/a.png',
    deactivatedAt: '2020-01-01',
    createdAt: '2020-01-01',
    preferences: { admin: true },
    address: { isAgent: true },
  })
  expect(reply.status).toBe(200)
  expect(await rowOf(id)).toEqual(before)
})

test.each([
  [{ name: '' }, 'Name is required'],
  [{ phone: '' }, 'Phone number is required'],
  [{ phone: '98765432101' }, 'Phone number must be 10 digits'],
  [{ year: '7th Year' }, 'Choose a year from the list'],
  [{ address: { pincode: '12' } }, 'Pincode must be 6 digits'],
  [{ socialMedia: { twitter: 'javascript:alert(1)' } }, 'Enter a link that starts with http:// or https://'],
  [{ socialMedia: { twitter: 'https://x.in/\0' } }, 'Enter a link that starts with http:// or https://'],
  [{ college: 'a\nb' }, 'Use plain text on one line'],
])('%j is refused: %s', async (body, message) => {
  const { token, id } = await aMember(app)
  const before = await rowOf(id)
  const reply = await put(token, body)
  expect(reply).toMatchObject({ status: 400, body: { message } })
  expect(await rowOf(id)).toEqual(before)
})

test("one member's change touches no other member", async () => {
  const [one, other] = [await aMember(app), await aMember(app)]
  const before = await rowOf(other.id)
  await one.api.accounts.updateProfile({ body: { name: 'Changed' } })
  expect(await rowOf(other.id)).toEqual(before)
})
