import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { buildApp } from '#server/app.ts'

import { startApp } from '../../test/app.ts'
import { aMember, anAddress, anEmail, apiFrom, codeMailedTo, mailsTo } from '../../test/makers.ts'
import { timePasses } from '../../test/time.ts'

const app = await startApp()
const { api, db, mails } = app
const ask = (email: string, address = '127.0.0.1') =>
  apiFrom(app, address).accounts.sendOtp({ body: { email } })
const passSeconds = (email: string, seconds: number) =>
  timePasses(db, `${seconds} seconds`, 'oneTimeCodes', { email })

test('a code of six digits is mailed in text and html, under the agreed subject', async () => {
  const email = anEmail()
  const reply = await ask(email)
  const [mail] = mailsTo(app, email, 'sign-in')
  expect(mail!.subject).toBe('Your Readymade code')
  const code = codeMailedTo(app, email)
  const { html } = mail!
  expect(html.slice(html.indexOf('<body')).match(/\d{6}/g)).toEqual([code])
  expect(mail!.text.match(/\d{6}/g)).toEqual([code])
  expect(reply.success).toBe(true)
  expect(Buffer.from(reply.sessionToken, 'base64url').length).toBeGreaterThanOrEqual(16)
})

test('100 requests at once for one email from one network send exactly one mail, the others have to wait', async () => {
  const email = anEmail()
  const answers = await Promise.allSettled(Array.from({ length: 100 }, () => ask(email)))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused).toHaveLength(99)
  for (const { reason } of refused) {
    expect(reason).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringMatching(/^Please wait \d\d seconds before asking for another code\.$/),
    })
  }
  expect(mailsTo(app, email, 'sign-in')).toHaveLength(1)
})

test('a second code is refused before 60 seconds, with the seconds left, and sent after them', async () => {
  const email = anEmail()
  await ask(email)
  await passSeconds(email, 20)
  const refusal = await ask(email).catch((problem: unknown) => problem)
  expect(refusal).toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(/^Please wait (39|40) seconds before/),
  })
  await passSeconds(email, 41)
  await ask(email)
  expect(mailsTo(app, email, 'sign-in')).toHaveLength(2)
})

test('a verified code lifts the wait', async () => {
  const { email } = await aMember(app)
  await ask(email)
  expect(mailsTo(app, email, 'sign-in')).toHaveLength(2)
})

test('an email gets 8 codes an hour, then none, wherever it is asked from', async () => {
  const email = anEmail()
  for (let sent = 0; sent < 8; sent++) {
    await ask(email, anAddress())
    await passSeconds(email, 61)
  }
  await expect(ask(email, anAddress())).rejects.toMatchObject({
    code: 'too_many_requests',
    message: expect.stringContaining('Please try again in 60 minutes'),
  })
  expect(mailsTo(app, email, 'sign-in')).toHaveLength(8)
})

test('a refused code leaves the one before it good', async () => {
  const email = anEmail()
  for (let sent = 0; sent < 7; sent++) {
    await ask(email)
    await passSeconds(email, 61)
  }
  const { sessionToken } = await ask(email)
  await passSeconds(email, 61)
  await expect(ask(email)).rejects.toMatchObject({ code: 'too_many_requests' })
  const proof = { email, sessionToken, otp: codeMailedTo(app, email) }
  await expect(api.accounts.verifyOtp({ body: proof })).rejects.toMatchObject({
    details: { requiresRegistration: true },
  })
})

test('an address gets 600 codes an hour, other addresses are not touched', async () => {
  const address = anAddress()
  await ask(anEmail(), address)
  await db
    .updateTable('attempts')
    .set({ count: 600 })
    .where('bucket', 'like', 'codes from address%')
    .where('count', '=', 1)
    .execute()
  const email = anEmail()
  await expect(ask(email, address)).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(mailsTo(app, email, 'sign-in')).toHaveLength(0)
  await ask(email, anAddress())
  expect(mailsTo(app, email, 'sign-in')).toHaveLength(1)
})

test('known and unknown emails get the same answer', async () => {
  const { email: known } = await aMember(app)
  const answer = async (email: string) => {
    const reply = await app.send({
      method: 'POST',
      url: '/api/users/auth/email/send-otp',
      body: JSON.stringify({ email }),
    })
    const { sessionToken, ...rest } = JSON.parse(await reply.text()) as Record<string, unknown>
    return { status: reply.status, length: String(sessionToken).length, rest }
  }
  expect(await answer(known)).toEqual(await answer(anEmail()))
})

test('neither the database nor the log holds a code or a session token', async () => {
  const log: string[] = []
  const loud = await buildApp(app.dependencies, {
    logger: { level: 'trace', stream: { write: (line: string) => void log.push(line) } },
  })
  const api = { app: loud }
  const email = anEmail()
  const { sessionToken } = await apiFrom(api, anAddress()).accounts.sendOtp({ body: { email } })
  const otp = codeMailedTo(app, email)
  const { rows } = await sql<{
    row: string
  }>`select one_time_codes::text as row from one_time_codes where email = ${email}`.execute(db)
  expect(rows).toHaveLength(1)
  const userData = { name: 'Asha Rao', phone: '9876543210' }
  const { tokens } = await apiFrom(api, anAddress()).accounts.verifyOtp({
    body: { email, sessionToken, otp, userData },
  })
  const tokenRows = await sql<{
    row: string
  }>`select refresh_tokens::text as row from refresh_tokens`.execute(db)
  await loud.close()
  const stored = rows[0]!.row.replaceAll(/[\d-]+ [\d:.+]+/g, '')
  for (const secret of [otp, sessionToken]) expect(stored).not.toContain(secret)
  expect(log.join('')).toContain('signed in')
  expect(log.join('')).not.toMatch(new RegExp(`\\b${otp}\\b`))
  for (const secret of [sessionToken, tokens.accessToken, tokens.refreshToken])
    expect(log.join('')).not.toContain(secret)
  expect(tokenRows.rows.map(({ row }) => row).join()).not.toContain(tokens.refreshToken)
})

test('an email is folded before anything else: case, spaces and look-alikes are one email', async () => {
  const email = anEmail()
  await ask(` ${email.toUpperCase()} `)
  await expect(ask(email.replace('@', '＠'))).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(mailsTo(app, email, 'sign-in')).toHaveLength(1)
})

test.each([
  '\r\nBcc: x@y.in',
  '\nTo: x@y.in',
  ', x@y.in',
  '; x@y.in',
  '<x@y.in>',
  '\0',
  '\u2028',
  '\u200b',
  ' x@y.in',
  '"',
  '\ud800',
])('an email that carries %j is refused and nothing is mailed', async (extra) => {
  const before = mails.length
  for (const email of [`a${extra}@x.in`, `a@x.in${extra}.in`]) {
    await expect(ask(email)).rejects.toMatchObject({ code: 'invalid_input' })
  }
  expect(mails).toHaveLength(before)
})

test('check-email says whether there is an account, 10 times a minute for an address', async () => {
  const { email } = await aMember(app)
  const { accounts } = apiFrom(app, anAddress())
  expect((await accounts.checkEmail({ body: { email: email.toUpperCase() } })).exists).toBe(true)
  for (let call = 1; call < 10; call++)
    expect((await accounts.checkEmail({ body: { email: anEmail() } })).exists).toBe(false)
  await expect(accounts.checkEmail({ body: { email } })).rejects.toMatchObject({ code: 'too_many_requests' })
  expect((await apiFrom(app, anAddress()).accounts.checkEmail({ body: { email } })).exists).toBe(true)
})
