import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { ProblemError } from '#contract/kit/problem.ts'

import { startApp } from '../../test/app.ts'
import { aMember, anEmail, codeMailedTo, mailsTo, memberRow } from '../../test/makers.ts'
import { timePasses } from '../../test/time.ts'
import { openSession } from './service.ts'

const app = await startApp()
const { db, dependencies, mails } = app
const { sendNow } = dependencies
beforeEach(() => void (dependencies.sendNow = sendNow))

type TestMember = Awaited<ReturnType<typeof aMember>>

/** Requests a change and returns the codes of both mails. */
async function requestChange(member: TestMember, email: string) {
  await member.api.emailChange.ask({ body: { email } })
  return { code: codeMailedTo(app, member.email), emailCode: codeMailedTo(app, email) }
}
const confirm = (member: TestMember, codes: { code: string; emailCode: string }) =>
  member.api.emailChange.confirm({ body: codes })
const emailOf = async ({ id }: TestMember) => (await memberRow(db, id)).email
/** Lets the wait between two mails pass. */
const later = ({ id }: TestMember) => timePasses(db, '61 seconds', 'confirmations', { memberId: id })
const not = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

test('both codes change the email, which signs in from then on, and both addresses are mailed', async () => {
  const member = await aMember(app)
  const [before, after] = [member.email, anEmail()]
  const codes = await requestChange(member, after)
  const mailsBefore = mails.length
  const { user } = await confirm(member, codes)
  expect(user).toMatchObject({ email: after, isEmailVerified: true })
  expect((await member.api.accounts.profile()).user.email).toBe(after)
  expect(mails.slice(mailsBefore).map(({ to, subject }) => [to, subject])).toEqual([
    [before, 'Your email was changed'],
    [after, 'This is your email now'],
  ])
  expect((await app.api.accounts.checkEmail({ body: { email: before } })).exists).toBe(false)
  const { sessionToken } = await app.api.accounts.sendOtp({ body: { email: after } })
  const signedIn = await app.api.accounts.verifyOtp({
    body: { email: after, sessionToken, otp: codeMailedTo(app, after) },
  })
  expect(signedIn.user._id).toBe(member.id)
})

test('all other sessions are signed out, this one stays', async () => {
  const member = await aMember(app)
  const { accessToken, refreshToken } = await openSession(dependencies, member.id)
  await confirm(member, await requestChange(member, anEmail()))
  await expect(app.as(accessToken).accounts.profile()).rejects.toMatchObject({ status: 401 })
  await expect(app.api.accounts.refresh({ body: { refreshToken } })).rejects.toMatchObject({ status: 401 })
  expect((await member.api.accounts.profile()).success).toBe(true)
})

test('one right code is not enough, and the wrong field is named', async () => {
  const member = await aMember(app)
  const { code, emailCode } = await requestChange(member, anEmail())
  for (const [codes, wrong] of [
    [{ code: not(code), emailCode }, ['code']],
    [{ code, emailCode: not(emailCode) }, ['emailCode']],
    [{ code: not(emailCode), emailCode: not(code) }, ['code', 'emailCode']],
  ] as const) {
    const refusal = await confirm(member, codes).catch((error: unknown) => error as ProblemError)
    expect(refusal).toMatchObject({ code: 'wrong_code' })
    expect(Object.keys((refusal as ProblemError).details.fields!)).toEqual(wrong)
  }
  expect(await emailOf(member)).toBe(member.email)
  await confirm(member, { code, emailCode })
  await expect(confirm(member, { code, emailCode })).rejects.toMatchObject({ code: 'expired' })
})

test('codes may be tried 5 times, even simultaneously; then new ones are needed', async () => {
  const member = await aMember(app)
  const { code, emailCode } = await requestChange(member, anEmail())
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () =>
      confirm(member, { code: not(code), emailCode }).catch(({ code }: ProblemError) => code),
    ),
  )
  expect(guesses.filter((answer) => answer === 'wrong_code')).toHaveLength(5)
  await expect(confirm(member, { code, emailCode })).rejects.toMatchObject({ code: 'expired' })
  await later(member)
  await confirm(member, await requestChange(member, anEmail()))
})

test('of all codes of a member 20 wrong ones a day are compared', async () => {
  const member = await aMember(app)
  for (let asks = 0; asks < 5; asks++) {
    const { code, emailCode } = await requestChange(member, anEmail())
    for (let attempt = 0; attempt < 4; attempt++)
      await expect(confirm(member, { code, emailCode: not(emailCode) })).rejects.toMatchObject({
        code: 'wrong_code',
      })
    await later(member)
    if (asks < 4) continue
    await expect(confirm(member, { code, emailCode })).rejects.toMatchObject({ code: 'too_many_requests' })
  }
}, 60_000)

test('that the new address has an account is revealed only after both codes were right', async () => {
  const [member, other] = [await aMember(app), await aMember(app)]
  const free = await (await aMember(app)).api.emailChange.ask({ body: { email: anEmail() } })
  const taken = await member.api.emailChange.ask({ body: { email: other.email } })
  expect({ ...taken, change: undefined }).toEqual({ ...free, change: undefined })
  const codes = { code: codeMailedTo(app, member.email), emailCode: codeMailedTo(app, other.email) }
  await expect(confirm(member, { ...codes, emailCode: not(codes.emailCode) })).rejects.toMatchObject({
    code: 'wrong_code',
  })
  await expect(confirm(member, codes)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Another account has this email.',
  })
  expect(await emailOf(other)).toBe(other.email)
  expect(await emailOf(member)).toBe(member.email)
  expect((await other.api.accounts.profile()).success).toBe(true)
})

test('of members who take one address at the same moment exactly one gets it', async () => {
  for (let round = 0; round < 5; round++) {
    const members = await Promise.all(Array.from({ length: 4 }, () => aMember(app)))
    const email = anEmail()
    const codes: Awaited<ReturnType<typeof requestChange>>[] = []
    for (const member of members) codes.push(await requestChange(member, email))
    const answers = await Promise.all(
      members.map((member, index) => confirm(member, codes[index]!).catch(({ code }: ProblemError) => code)),
    )
    expect(answers.filter((answer) => answer === 'conflict')).toHaveLength(3)
    const { count } = await db
      .selectFrom('members')
      .select(sql<number>`count(*)`.as('count'))
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
  }
})

test('the same codes sent ten times at once change the email once', async () => {
  const member = await aMember(app)
  const codes = await requestChange(member, anEmail())
  const mailsBefore = mails.length
  await db.updateTable('confirmations').set({ attempts: -10 }).where('memberId', '=', member.id).execute()
  await Promise.allSettled(Array.from({ length: 10 }, () => confirm(member, codes)))
  expect(mails.length - mailsBefore).toBe(2)
})

test('a pending change survives a reload, until it is cancelled', async () => {
  const [member, stranger] = [await aMember(app), await aMember(app)]
  expect((await member.api.emailChange.pending()).change).toBeNull()
  const email = anEmail()
  const codes = await requestChange(member, email)
  expect((await member.api.emailChange.pending()).change).toMatchObject({ email })
  expect((await stranger.api.emailChange.pending()).change).toBeNull()
  await member.api.emailChange.cancel()
  expect((await member.api.emailChange.pending()).change).toBeNull()
  await expect(confirm(member, codes)).rejects.toMatchObject({ code: 'expired' })
})

test('a second change takes the place of the first, after a minute', async () => {
  const member = await aMember(app)
  const first = await requestChange(member, anEmail())
  await expect(member.api.emailChange.ask({ body: { email: anEmail() } })).rejects.toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(/^Please wait \d+ seconds? before asking for another code\.$/),
  })
  await later(member)
  const email = anEmail()
  const second = await requestChange(member, email)
  await expect(confirm(member, first)).rejects.toMatchObject({ code: 'wrong_code' })
  expect((await confirm(member, second)).user.email).toBe(email)
})

test('a member asks for at most 8 mails an hour, and all together for 5 to one address', async () => {
  const member = await aMember(app)
  for (let count = 0; count < 8; count++) {
    await requestChange(member, anEmail())
    await later(member)
  }
  await expect(requestChange(member, anEmail())).rejects.toMatchObject({ code: 'too_many_requests' })
  const email = anEmail()
  for (let count = 0; count < 5; count++) await requestChange(await aMember(app), email)
  await expect(requestChange(await aMember(app), email)).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('when a mail does not go out no code works, and the next one may be asked for at once', async () => {
  const member = await aMember(app)
  const email = anEmail()
  const bounced = new ProblemError('invalid_input', 'Mail to this address comes back.', {
    fields: { email: 'Mail to this address comes back.' },
  })
  dependencies.sendNow = async (kind, to, ...mail) => {
    if (to === email) throw bounced
    return sendNow(kind, to, ...mail)
  }
  await expect(requestChange(member, email)).rejects.toMatchObject({ code: 'invalid_input' })
  expect(mailsTo(app, member.email).at(-1)?.subject).not.toMatch(/change your email/)
  dependencies.sendNow = async (kind, to, ...mail) => {
    if (to === member.email) throw bounced
    return sendNow(kind, to, ...mail)
  }
  await expect(requestChange(member, email)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(member.email),
  })
  expect((await member.api.emailChange.pending()).change).toBeNull()
  dependencies.sendNow = sendNow
  await confirm(member, await requestChange(member, email))
})

test('codes are stored only as hashes, and live 10 minutes', async () => {
  const member = await aMember(app)
  const codes = await requestChange(member, anEmail())
  const row = await db
    .selectFrom('confirmations')
    .selectAll()
    .where('memberId', '=', member.id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toMatch(new RegExp(`"(${codes.code}|${codes.emailCode})"`))
  expect(row.expiresAt.getTime() - row.sentAt.getTime()).toBe(600_000)
  await timePasses(db, '10 minutes', 'confirmations', { memberId: member.id })
  await expect(confirm(member, codes)).rejects.toMatchObject({ code: 'expired' })
})

test('an email that is not one, and the one the member has, are refused before any mail', async () => {
  const member = await aMember(app)
  const sent = mails.length
  for (const email of ['asha', '', ` ${member.email.toUpperCase()} `])
    await expect(member.api.emailChange.ask({ body: { email } })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  expect(mails.length).toBe(sent)
})
