import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { sign } from '#server/platform/crypto.ts'

import { startApp } from '../../test/app.ts'
import {
  aMember,
  anAddress,
  anEmail,
  apiFrom,
  codeMailedTo,
  linkMailedTo,
  mailsTo,
  outcome,
} from '../../test/makers.ts'
import { timePasses } from '../../test/time.ts'

const app = await startApp()
const { db } = app
const guessed = {
  code: 'too_many_requests',
  message:
    'Somebody has entered many wrong codes for this email. Open the link in the email we sent you instead.',
}

const ask = (email: string, address = anAddress()) =>
  apiFrom(app, address).accounts.sendOtp({ body: { email } })
const verify = (email: string, sessionToken: string, otp: string, address = anAddress()) =>
  apiFrom(app, address).accounts.verifyOtp({ body: { email, sessionToken, otp } })
const open = (linkToken: string | undefined, address = anAddress()) =>
  apiFrom(app, address).accounts.verifyLink({ body: { linkToken: linkToken! } })
const count = (outcomes: string[], wanted: string) => outcomes.filter((one) => one === wanted).length

/** Lets the wait of a minute pass for an email. */
const passMinute = (email: string) => timePasses(db, '61 seconds', 'oneTimeCodes', { email })

/** Requests codes as a stranger and enters five wrong ones for each. */
async function guessAt(email: string, codes: number, address: string) {
  const outcomes: string[] = []
  for (let code = 0; code < codes; code++) {
    const { sessionToken } = await ask(email, address)
    const otp = codeMailedTo(app, email) === '000000' ? '111111' : '000000'
    for (let attempt = 0; attempt < 5; attempt++)
      outcomes.push(await outcome(verify(email, sessionToken, otp, address)))
    await passMinute(email)
  }
  return outcomes
}

test('a right code in its own session works however often strangers asked and failed', async () => {
  const { email } = await aMember(app)
  const { sessionToken } = await ask(email)
  const otp = codeMailedTo(app, email)
  for (let network = 0; network < 3; network++)
    expect(count(await guessAt(email, 1, anAddress()), 'wrong_code')).toBe(5)
  expect(await outcome(verify(email, sessionToken, otp))).toBe('in')
})

test("a stranger's request does not make the owner wait", async () => {
  const { email } = await aMember(app)
  await ask(email)
  const { sessionToken } = await ask(email)
  expect(await outcome(verify(email, sessionToken, codeMailedTo(app, email)))).toBe('in')
})

test.each(['another network', 'the same network'])(
  'after four codes with five wrong attempts each from one address, the owner gets in from %s: by the link',
  async (place) => {
    const { email, id } = await aMember(app)
    const stranger = anAddress()
    expect(count(await guessAt(email, 4, stranger), 'wrong_code')).toBe(20)
    const owner = place === 'the same network' ? stranger : anAddress()
    expect((await ask(email, owner)).onlyLink).toBe(true)
    expect(mailsTo(app, email).at(-1)!.text).not.toMatch(/\d{6}/)
    const { user } = await open(linkMailedTo(app, email), owner)
    expect(user._id).toBe(id)
  },
)

test('while codes are guessed for an email, not even the right one is compared, and a link is mailed', async () => {
  const { email } = await aMember(app)
  const { sessionToken } = await ask(email)
  const otp = codeMailedTo(app, email)
  for (let stranger = 0; stranger < 4; stranger++) await guessAt(email, 1, anAddress())
  await db.deleteFrom('oneTimeLinks').where('subject', '=', email).execute()
  const before = mailsTo(app, email).length
  for (let attempt = 0; attempt < 3; attempt++)
    await expect(verify(email, sessionToken, otp)).rejects.toMatchObject(guessed)
  expect(mailsTo(app, email)).toHaveLength(before + 1)
  expect(await outcome(open(linkMailedTo(app, email)))).toBe('in')
})

test('of guesses in 400 sessions from 400 networks 20 a day are compared', async () => {
  const { email } = await aMember(app)
  const { secret } = app.dependencies
  const sessions = Array.from({ length: 400 }, (_, n) => `session ${n}`)
  await db
    .insertInto('oneTimeCodes')
    .values(
      sessions.map((session) => ({
        email,
        networkHash: sign(secret, 'network', session),
        sessionHash: sign(secret, 'code session', session),
        codeHash: 'no guess is right',
        expiresAt: sql<Date>`now() + interval '10 minutes'`,
      })),
    )
    .execute()
  const outcomes: string[] = []
  for (let begin = 0; begin < 400; begin += 20) {
    const some = sessions.slice(begin, begin + 20)
    outcomes.push(...(await Promise.all(some.map((session) => outcome(verify(email, session, '123456'))))))
  }
  expect(count(outcomes, 'wrong_code')).toBe(20)
  expect(count(outcomes, 'too_many_requests')).toBe(380)
  expect(mailsTo(app, email).filter(({ text }) => text.includes('/signin/link#'))).toHaveLength(1)
  expect(await outcome(open(linkMailedTo(app, email)))).toBe('in')
})

test('strangers of ten networks who use up the mails, the attempts and the waits leave the owner a link that works', async () => {
  const { email, id } = await aMember(app)
  for (let network = 0; network < 10; network++) await guessAt(email, 1, anAddress()).catch(() => {})
  expect(mailsTo(app, email).length).toBeLessThanOrEqual(10)
  await expect(ask(email)).rejects.toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(
      /^Too many codes .* Please try again in 60 minutes\. Or open the link in the newest email we sent you: it signs you in\.$/,
    ),
  })
  expect((await open(linkMailedTo(app, email))).user._id).toBe(id)
  expect(await outcome(ask(email))).toBe('in')
})

test('8 mails from 8 networks, then none: the newest has a link that works until the hour is over', async () => {
  const { email } = await aMember(app)
  const asked = await Promise.all(Array.from({ length: 30 }, () => outcome(ask(email))))
  expect(count(asked, 'in')).toBe(8)
  const link = linkMailedTo(app, email)
  const [lives] = await db
    .selectFrom('oneTimeLinks')
    .innerJoin('attempts', (join) => join.on('bucket', 'like', 'codes to email%').on('count', '=', 8))
    .select(sql<boolean>`max(expires_at) >= max(window_ends_at) - interval '1 second'`.as('longEnough'))
    .where('subject', '=', email)
    .execute()
  expect(lives).toEqual({ longEnough: true })
  expect(await outcome(open(link))).toBe('in')
})

test('the first mail has six digits alone, the second unanswered one a link beside them', async () => {
  const { email } = await aMember(app)
  await ask(email)
  expect(linkMailedTo(app, email)).toBeUndefined()
  const { sessionToken } = await ask(email)
  const [link, otp] = [linkMailedTo(app, email), codeMailedTo(app, email)]
  const { text, html } = mailsTo(app, email).at(-1)!
  for (const form of [text, html.slice(html.indexOf('<body'))]) expect(form.match(/\d{6}/g)).toEqual([otp])
  expect(html).toContain(`/signin/link#${link}"`)
  expect(link).toMatch(/^[A-Za-z]{32}$/)
  expect(await outcome(verify(email, sessionToken, otp))).toBe('in')
  await ask(email)
  expect(linkMailedTo(app, email)).toBeUndefined()
})

test('a member in the network of a stranger who used up its wrong codes gets in by the link', async () => {
  const address = anAddress()
  const { email } = await aMember(app)
  const { sessionToken } = await ask(email, address)
  const otp = codeMailedTo(app, email)
  const attempts = Array.from({ length: 110 }, () => outcome(verify(anEmail(), 'guessed', '123456', address)))
  expect(count(await Promise.all(attempts), 'too_many_requests')).toBe(10)
  await expect(verify(email, sessionToken, otp, address)).rejects.toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(/ Or ask for a new code: its email has a link that signs you in\.$/),
  })
  await timePasses(db, '2 hours', 'oneTimeCodes', { email })
  await ask(email, address)
  expect(await outcome(open(linkMailedTo(app, email), address))).toBe('in')
})
