import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import {
  aMember,
  anAddress,
  anEmail,
  apiFrom,
  codeMailedTo,
  deactivate,
  memberRow,
} from '../../test/makers.ts'
import { countAttempt } from '../platform/rate-limits/rate-limits.ts'
import { codesFrom } from './rate-limits.ts'

const app = await startApp()
const { db } = app
const userData = { name: 'Asha Rao', phone: '9876543210' }

async function aCode(email = anEmail()) {
  const { sessionToken } = await app.api.accounts.sendOtp({ body: { email } })
  return { email, sessionToken, otp: codeMailedTo(app, email) }
}
const post = async (body: object, url = '/api/users/auth/email/verify-otp') => {
  const reply = await app.send({
    method: 'POST',
    url,
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: JSON.parse(await reply.text()) }
}
const rowOf = (id: string) => memberRow(db, id)

test('whatever else the sign-up form claims, a new member is a plain member', async () => {
  const code = await aCode()
  const claims = {
    _id: '0198c0de-0000-7000-8000-000000000000',
    id: '0198c0de-0000-7000-8000-000000000000',
    email: 'victim@example.in',
    role: 'super_admin',
    isAgent: true,
    is_agent: true,
    isEmailVerified: false,
    isActive: false,
    commission: 1e6,
    referredBy: '0198c0de-0000-7000-8000-000000000000',
    profilePicture: 'https://example.in/a.png',
    deactivatedAt: '2030-01-01',
    createdAt: '2001-01-01T00:00:00Z',
    preferences: { newsletter: true },
    __proto__: { isAgent: true },
  }
  const { status, body } = await post({ ...code, userData: { ...userData, ...claims } })
  expect(status).toBe(200)
  const { createdAt, id, referralCode, ...member } = await rowOf(body.user._id)
  expect(member).toEqual({
    email: code.email,
    name: 'Asha Rao',
    phone: '9876543210',
    college: '',
    course: '',
    year: '',
    address: { street: '', city: '', state: '', country: 'India', pincode: '' },
    socialMedia: { instagram: null, facebook: null, twitter: null, linkedin: null, youtube: null },
    preferences: {
      newsletter: false,
      notifications: true,
      newListings: true,
      marketingEmails: false,
      publicProfile: false,
    },
    isPublic: false,
    profilePicture: null,
    isAgent: false,
    isEmailVerified: true,
    referredBy: null,
    deactivatedAt: null,
    deactivationReason: '',
    erasedAt: null,
  })
  expect(id).not.toBe(claims.id)
  expect(createdAt.getFullYear()).toBeGreaterThan(2020)
  expect(referralCode).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
  expect(body.user).toMatchObject({ role: 'member', isAgent: false })
})

test.each([
  [{ phone: '9876543210' }, 'Name is required'],
  [{ name: ' ', phone: '9876543210' }, 'Name is required'],
  [{ name: 'Asha' }, 'Phone number is required'],
  [{ name: 'Asha', phone: '98765' }, 'Phone number must be 10 digits'],
])('sign-up data %j is refused: %s', async (data, message) => {
  const code = await aCode()
  const { status, body } = await post({ ...code, userData: data })
  expect(status).toBe(400)
  expect(body.message).toBe(message)
  expect((await post({ ...code, userData })).status).toBe(200)
})

test.each([
  '+91 98765 43210',
  '098765 43210',
  '0091-98765-43210',
  '919876543210',
  '(+91)-98765-43210',
  '+91 (0) 98765.43210',
  '\u202a+91 98765‑43210\u202c',
])('a phone number typed as %s is stored as its 10 digits', async (phone) => {
  const { status, body } = await post({ ...(await aCode()), userData: { name: 'Asha', phone } })
  expect(status).toBe(200)
  expect(body.user.phone).toBe('9876543210')
})

test.each(['9198765432', '0987654321'])('%s has 10 digits already and stays as it is', async (phone) => {
  const { body } = await post({ ...(await aCode()), userData: { name: 'Asha', phone } })
  expect(body.user.phone).toBe(phone)
})

test('50 sign-ups with one code at the same moment make one account', async () => {
  const code = await aCode()
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () =>
      apiFrom(app, anAddress())
        .accounts.verifyOtp({ body: { ...code, userData } })
        .then(
          () => 'in',
          ({ code }: { code: string }) => code,
        ),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(1)
  expect(await db.selectFrom('members').select('id').where('email', '=', code.email).execute()).toHaveLength(
    1,
  )
})

test('sign-up data for an existing account signs in and changes nothing', async () => {
  const { email, id } = await aMember(app, { college: 'IIT Madras' })
  const before = await rowOf(id)
  const { status } = await post({
    ...(await aCode(email)),
    userData: { name: 'Somebody Else', phone: '1111111111' },
  })
  expect(status).toBe(200)
  expect(await rowOf(id)).toEqual(before)
})

test('a referral code, in any case, ties the new member to its owner', async () => {
  const referrer = await aMember(app)
  const friend = await aMember(app, { referralCode: ` ${referrer.user.referralCode.toLowerCase()} ` })
  expect((await rowOf(friend.id)).referredBy).toBe(referrer.id)
  expect((await rowOf(referrer.id)).referredBy).toBeNull()
  expect(friend.user.referralCode).not.toBe(referrer.user.referralCode)
})

test('a referral code nobody has is refused at its field, and the one-time code stays good', async () => {
  const code = await aCode()
  const { status, body } = await post({ ...code, userData: { ...userData, referralCode: 'NOBODY22' } })
  expect(status).toBe(400)
  expect(body.fields).toEqual({ 'userData/referralCode': body.message })
  expect(await db.selectFrom('members').select('id').where('email', '=', code.email).execute()).toEqual([])
  expect((await post({ ...code, userData: { ...userData, referralCode: '' } })).status).toBe(200)
})

test('a wrong referral code is refused before a code is mailed, and costs no mail', async () => {
  const email = anEmail()
  const send = (referralCode?: string) =>
    post({ email, ...(referralCode !== undefined && { referralCode }) }, '/api/users/auth/email/send-otp')
  const mailsBefore = app.mails.length
  // More attempts than mails may go to one email in an hour.
  for (let n = 0; n < 10; n++) {
    const { status, body } = await send('NOBODY22')
    expect([status, body.fields]).toEqual([400, { referralCode: body.message }])
  }
  expect(app.mails).toHaveLength(mailsBefore)
  const { user } = await aMember(app)
  expect((await send(` ${user.referralCode.toLowerCase().replace(/^..../, '$& ')} `)).status).toBe(200)
  // The code is corrected within the minute in which no other code is mailed.
  expect((await send('NOBODY22')).status).toBe(400)
  expect((await send(user.referralCode)).status).toBe(429)
  expect((await post({ email: anEmail(), referralCode: '' }, '/api/users/auth/email/send-otp')).status).toBe(
    200,
  )
})

test('referral codes cannot be guessed at without end: each counts as a code that was asked for', async () => {
  const from = anAddress()
  const send = (referralCode?: string) =>
    apiFrom(app, from)
      .accounts.sendOtp({ body: { email: anEmail(), ...(referralCode && { referralCode }) } })
      .then(
        () => 'sent',
        ({ code }: { code: string }) => code,
      )
  const { max } = codesFrom(from)
  await countAttempt(db, codesFrom(from), max - 1)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => send('NOBODY22')))
  expect(outcomes.filter((outcome) => outcome === 'invalid_input')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'too_many_requests')).toHaveLength(19)
  const { user } = await aMember(app)
  expect(await send(user.referralCode)).toBe('too_many_requests')
})

test('a right referral code counts once, as the mail it comes with', async () => {
  const from = anAddress()
  const { user } = await aMember(app)
  await countAttempt(db, codesFrom(from), codesFrom(from).max - 1)
  const body = { email: anEmail(), referralCode: user.referralCode }
  expect(await apiFrom(app, from).accounts.sendOtp({ body })).toMatchObject({ success: true })
})

test('a deactivated member refers nobody', async () => {
  const referrer = await aMember(app)
  await deactivate(db, referrer.id)
  const { status } = await post({
    ...(await aCode()),
    userData: { ...userData, referralCode: referrer.user.referralCode },
  })
  expect(status).toBe(400)
})

test('nobody can be their own referrer', async () => {
  const { id } = await aMember(app)
  await expect(
    db.updateTable('members').set({ referredBy: id }).where('id', '=', id).execute(),
  ).rejects.toThrow(/check constraint/)
})
