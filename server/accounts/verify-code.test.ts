import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAddress, anEmail, apiFrom, codeMailedTo, outcome, deactivate } from '../../test/makers.ts'
import { timePasses } from '../../test/time.ts'

const app = await startApp()
const { db } = app
const userData = { name: 'Asha Rao', phone: '9876543210' }
const wrongCode = { code: 'wrong_code', status: 400, message: 'OTP verification failed' }

/** Requests a code for an email. */
async function aCode(email = anEmail(), address = anAddress()) {
  const { sessionToken } = await apiFrom(app, address).accounts.sendOtp({ body: { email } })
  const otp = codeMailedTo(app, email)
  const wrong = otp === '000000' ? '111111' : '000000'
  return { email, sessionToken, otp, wrong }
}
type Code = Awaited<ReturnType<typeof aCode>>
const verify = (
  { email, sessionToken, otp }: Omit<Code, 'wrong'>,
  address = anAddress(),
  data?: typeof userData,
) =>
  apiFrom(app, address).accounts.verifyOtp({
    body: { email, sessionToken, otp, ...(data && { userData: data }) },
  })
/** Six digits that are none of these codes. */
const wrongFor = (codes: Code[]) =>
  ['000000', '111111', '222222'].find((digits) => codes.every(({ otp }) => otp !== digits))!
const count = (outcomes: string[], wanted: string) => outcomes.filter((one) => one === wanted).length

test('the right code signs an existing member in', async () => {
  const { email, id } = await aMember(app)
  const { tokens, user } = await verify(await aCode(email))
  expect(user._id).toBe(id)
  expect((await app.as(tokens.accessToken).accounts.profile()).user.email).toBe(email)
})

test('a code works once, even when 50 callers send it simultaneously', async () => {
  for (let round = 0; round < 5; round++) {
    const { email } = await aMember(app)
    const code = await aCode(email)
    const before = await sessions()
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(verify(code))))
    expect(count(outcomes, 'in')).toBe(1)
    expect(count(outcomes, 'wrong_code')).toBe(49)
    expect(await sessions()).toBe(before + 1)
  }
})

test('after five wrong attempts a code is dead even for the right digits', async () => {
  const code = await aCode((await aMember(app)).email)
  for (let attempt = 0; attempt < 5; attempt++)
    await expect(verify({ ...code, otp: code.wrong })).rejects.toMatchObject(wrongCode)
  await expect(verify(code)).rejects.toMatchObject(wrongCode)
})

test('four wrong attempts leave the right digits good', async () => {
  const code = await aCode((await aMember(app)).email)
  for (let attempt = 0; attempt < 4; attempt++)
    await expect(verify({ ...code, otp: code.wrong })).rejects.toMatchObject(wrongCode)
  expect(await outcome(verify(code))).toBe('in')
})

test('of 50 wrong attempts at the same moment at most five are compared', async () => {
  const { email } = await aMember(app)
  const code = await aCode(email)
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => outcome(verify({ ...code, otp: code.wrong }))),
  )
  expect(count(outcomes, 'wrong_code')).toBe(50)
  // Only a compared attempt is counted for the email, and the code's own counter stops at five.
  expect(
    await db
      .selectFrom('oneTimeCodes')
      .select('attempts')
      .where('email', '=', email)
      .orderBy('sentAt', 'desc')
      .executeTakeFirst(),
  ).toEqual({ attempts: 5 })
  const counted = await db
    .selectFrom('attempts')
    .select('count')
    .where('bucket', 'like', 'wrong codes for email%')
    .where('count', '=', 5)
    .execute()
  expect(counted.length).toBeGreaterThan(0)
  expect(await outcome(verify(code))).toBe('wrong_code')
})

test('a code is bound to its session token and its email', async () => {
  const [one, other] = [await aCode((await aMember(app)).email), await aCode((await aMember(app)).email)]
  await expect(verify({ ...one, sessionToken: other.sessionToken })).rejects.toMatchObject(wrongCode)
  await expect(verify({ ...one, email: other.email })).rejects.toMatchObject(wrongCode)
  await expect(verify({ ...one, sessionToken: 'x' })).rejects.toMatchObject(wrongCode)
  expect(await outcome(verify(one))).toBe('in')
})

test('somebody without the session token cannot use up the attempts', async () => {
  const code = await aCode((await aMember(app)).email)
  for (let attempt = 0; attempt < 25; attempt++) {
    await expect(verify({ ...code, sessionToken: 'guessed' })).rejects.toMatchObject(wrongCode)
  }
  expect(await outcome(verify(code))).toBe('in')
})

test('a newer code ends the older one of the same network', async () => {
  const { email } = await aMember(app)
  const address = anAddress()
  const older = await aCode(email, address)
  await timePasses(db, '61 seconds', 'oneTimeCodes', { email })
  const newer = await aCode(email, address)
  await expect(verify(older)).rejects.toMatchObject(wrongCode)
  await expect(
    verify({ ...newer, otp: older.otp === newer.otp ? newer.wrong : older.otp }),
  ).rejects.toMatchObject({ code: older.otp === newer.otp ? 'wrong_code' : 'expired' })
  expect(await outcome(verify(newer))).toBe('in')
})

test.each([
  { age: '9 minutes 50 seconds', expected: 'in' },
  { age: '10 minutes 10 seconds', expected: 'wrong_code' },
])('a code that is $age old answers: $expected', async ({ age, expected }) => {
  const { email } = await aMember(app)
  const code = await aCode(email)
  await timePasses(db, age, 'oneTimeCodes', { email })
  expect(await outcome(verify(code))).toBe(expected)
})

test('20 wrong codes a day are compared for an email, however many codes it gets; then only a link signs in', async () => {
  const { email } = await aMember(app)
  for (let sent = 0; sent < 4; sent++) {
    const code = await aCode(email)
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await outcome(verify({ ...code, otp: code.wrong }))).toBe('wrong_code')
  }
  const { sessionToken } = await apiFrom(app, anAddress()).accounts.sendOtp({ body: { email } })
  await expect(verify({ email, sessionToken, otp: '123456' })).rejects.toMatchObject({
    code: 'too_many_requests',
    message:
      'Somebody has entered many wrong codes for this email. Open the link in the email we sent you instead.',
  })
})

test('an address may try 100 wrong codes an hour over all emails, right ones do not count', async () => {
  const address = anAddress()
  const { email } = await aMember(app)
  expect(await outcome(verify(await aCode(email), address))).toBe('in')
  const outcomes: string[] = []
  for (let attempt = 0; attempt < 104; attempt += 4) {
    const code = await aCode()
    const four = Array.from({ length: 4 }, () => outcome(verify({ ...code, otp: code.wrong }, address)))
    outcomes.push(...(await Promise.all(four)))
  }
  expect(count(outcomes, 'wrong_code')).toBe(100)
  expect(count(outcomes, 'too_many_requests')).toBe(4)
  expect(await outcome(verify(await aCode(email), address))).toBe('too_many_requests')
  expect(await outcome(verify(await aCode((await aMember(app)).email)))).toBe('in')
})

test('the right code of an email without an account asks for registration and stays good, however often', async () => {
  const code = await aCode()
  for (let times = 0; times < 7; times++) {
    await expect(verify(code)).rejects.toMatchObject({
      status: 404,
      message: 'No account found for that email. Please complete signup to continue.',
      details: { requiresRegistration: true },
    })
  }
  const { user } = await verify(code, anAddress(), userData)
  expect(user).toMatchObject({ email: code.email, name: 'Asha Rao', isEmailVerified: true })
  expect(await outcome(verify(code))).toBe('wrong_code')
})

test('a code that Resend replaced is told from a wrong one, and is no wrong try', async () => {
  const { email } = await aMember(app)
  const address = anAddress()
  const first = await aCode(email, address)
  await timePasses(db, '2 minutes', 'oneTimeCodes', { email })
  const second = await aCode(email, address)
  const newest = { ...second, otp: first.otp }
  for (let attempt = 0; attempt < 6; attempt++)
    await expect(verify(newest, address)).rejects.toMatchObject({
      code: 'expired',
      message: expect.stringMatching(/^A newer code was sent at \d\d:\d\d\./),
    })
  for (let attempt = 0; attempt < 4; attempt++)
    await expect(verify({ ...second, otp: wrongFor([first, second]) }, address)).rejects.toMatchObject(
      wrongCode,
    )
  expect(await outcome(verify(second, address))).toBe('in')
  // The first code says nothing to whoever did not ask for the newer one, nor after somebody has signed in.
  expect(await outcome(verify(first, address))).toBe('wrong_code')
  await timePasses(db, '2 minutes', 'oneTimeCodes', { email })
  const third = await aCode(email, address)
  expect(await outcome(verify({ ...third, otp: first.otp }, address))).toBe('wrong_code')
})

test('the three codes before the newest are remembered', async () => {
  const { email } = await aMember(app)
  const address = anAddress()
  const codes: Code[] = []
  for (let sent = 0; sent < 5; sent++) {
    codes.push(await aCode(email, address))
    await timePasses(db, '2 minutes', 'oneTimeCodes', { email })
  }
  const newest = codes.at(-1)!
  const outcomes = []
  for (const { otp } of codes) outcomes.push(await outcome(verify({ ...newest, otp }, address)))
  expect(outcomes).toEqual(['wrong_code', 'expired', 'expired', 'expired', 'in'])
})

test('a wrong code never says whether there is an account', async () => {
  const answers = await Promise.all(
    [(await aMember(app)).email, anEmail()].map(async (email) => {
      const { sessionToken, wrong } = await aCode(email)
      const body = JSON.stringify({ email, sessionToken, otp: wrong })
      const reply = await app.send({ method: 'POST', url: '/api/users/auth/email/verify-otp', body })
      return { status: reply.status, text: await reply.text() }
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]!.text).not.toContain('requiresRegistration')
})

test('a deactivated member is not let in', async () => {
  const { email, id } = await aMember(app)
  await deactivate(db, id)
  await expect(verify(await aCode(email))).rejects.toMatchObject({ code: 'not_allowed' })
})

test('a missing session token and an incomplete code are refused as specified', async () => {
  const call = (body: object) =>
    app.send({ method: 'POST', url: '/api/users/auth/email/verify-otp', body: JSON.stringify(body) })
  const message = async (body: object) =>
    (JSON.parse(await (await call(body)).text()) as { message: string }).message
  expect(await message({ email: 'a@x.in', otp: '123456' })).toBe(
    'Session token not found. Please request a new OTP.',
  )
  expect(await message({ email: 'a@x.in', otp: '12345', sessionToken: 'x' })).toBe(
    'Please enter a valid 6-digit OTP',
  )
})

const sessions = async () =>
  Number((await db.selectFrom('sessions').select(db.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)
