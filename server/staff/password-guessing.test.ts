import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { isLong } from '../../test/long.ts'
import {
  anAddress,
  anEmail,
  apiFrom,
  linkMailedTo,
  mailsTo,
  outcome,
  aStaffMember,
  anAdmin,
  staffPassword,
} from '../../test/makers.ts'
import { timePasses } from '../../test/time.ts'
import { countAttempt } from '../platform/rate-limits/rate-limits.ts'
import { passwordCost } from './passwords.ts'
import { wrongPasswordsFor } from './rate-limits.ts'

const app = await startApp()
const { db, api } = app
const boss = await anAdmin(app)
const password = staffPassword
const byMail = {
  status: 429,
  message:
    'Too many wrong passwords for this account. If your password was right, we have mailed you a link to sign in.',
}

const login = (email: string, secret = password, address = anAddress()) =>
  apiFrom(app, address).staff.login({ body: { email, password: secret } })
const count = (outcomes: string[], wanted: string) => outcomes.filter((one) => one === wanted).length

/** Enters wrong passwords from a number of networks. */
async function guessAt(email: string, guesses: number, networks: number) {
  const addresses = Array.from({ length: networks }, anAddress)
  const outcomes: string[] = []
  for (let begin = 0; begin < guesses; begin += 4) {
    const some = Array.from({ length: Math.min(4, guesses - begin) }, (_, n) =>
      outcome(login(email, 'wrong', addresses[(begin + n) % networks])),
    )
    outcomes.push(...(await Promise.all(some)))
  }
  return outcomes
}

/** Uses up the wrong passwords that an account answers as wrong. */
const useUpGuesses = (email: string) => countAttempt(db, wrongPasswordsFor(email), 100)

test.each(isLong ? [25, 30, 100] : [30])(
  'after %i wrong passwords from five networks the right one from a sixth signs in at once',
  async (guesses) => {
    const { email } = await aStaffMember(boss)
    expect(count(await guessAt(email, guesses, 5), 'signed_out')).toBe(25)
    expect(await outcome(login(email))).toBe('in')
  },
)

test('100 wrong passwords an hour are answered as wrong, from however many networks; then none is', async () => {
  const { email } = await aStaffMember(boss)
  const outcomes = await guessAt(email, 140, 140)
  expect(count(outcomes, 'signed_out')).toBe(100)
  expect(count(outcomes, 'too_many_requests')).toBe(40)
  expect(mailsTo(app, email)).toHaveLength(0)
})

test('beyond the limit, the right password, a wrong one, an unknown and a deactivated account get the same answer, byte for byte', async () => {
  const { email } = await aStaffMember(boss)
  const [unknown, { email: gone }] = [anEmail(), await aStaffMember(boss, { isActive: false })]
  for (const one of [email, unknown, gone]) await useUpGuesses(one)
  const answer = async (one: string, secret: string) => {
    const begun = performance.now()
    const { statusCode, body, headers } = await app.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: anAddress(),
      payload: { email: one, password: secret },
    })
    expect(performance.now() - begun).toBeGreaterThanOrEqual(195)
    const { date, 'x-request-id': id, ...rest } = headers
    return { statusCode, body, names: [date, id].map(Boolean), rest }
  }
  const right = await answer(email, password)
  expect(JSON.parse(right.body)).toMatchObject({ message: byMail.message })
  for (const [one, secret] of [
    [email, 'wrong'],
    [unknown, password],
    [gone, password],
  ] as const)
    expect(await answer(one, secret)).toEqual(right)
  expect(mailsTo(app, gone)).toHaveLength(0)
  expect(mailsTo(app, email)).toHaveLength(1)
})

test('beyond the limit, the limit of the network reveals nothing either: a right password counts like a wrong one', async () => {
  const { email } = await aStaffMember(boss)
  await useUpGuesses(email)
  for (const secret of ['wrong', password]) {
    const address = anAddress()
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(login(email, secret, address)).rejects.toMatchObject(byMail)
    await expect(login(email, secret, address)).rejects.toMatchObject({
      message: expect.stringMatching(/^Too many wrong passwords for this account\. Please try again in/),
    })
  }
})

test('the owner gets in by the mailed link: once, even when 50 callers use it simultaneously', async () => {
  const { email, id } = await aStaffMember(boss)
  await useUpGuesses(email)
  for (let attempt = 0; attempt < 3; attempt++) await expect(login(email)).rejects.toMatchObject(byMail)
  expect(mailsTo(app, email)).toHaveLength(1)
  const body = { linkToken: linkMailedTo(app, email)! }
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => api.staff.loginByLink({ body })))
  const entries = answers.filter((answer) => answer.status === 'fulfilled')
  expect(entries).toHaveLength(1)
  expect((await app.as(entries[0]!.value.token).staff.profile()).admin._id).toBe(id)
  const written = (await boss.api.audit.list({ query: { staff: id } })).entries
  expect(written.map(({ action }) => action)).toEqual(['sign in'])
})

test('a link is mailed every five minutes, lives 60 minutes, and opens no deactivated account', async () => {
  const { email, id } = await aStaffMember(boss)
  await useUpGuesses(email)
  const aLink = async () => {
    await expect(login(email)).rejects.toMatchObject(byMail)
    await timePasses(db, '5 minutes', 'attempts')
    return linkMailedTo(app, email)!
  }
  const [old, gone] = [await aLink(), await aLink()]
  expect(mailsTo(app, email)).toHaveLength(2)
  await db.updateTable('staff').set({ isActive: false }).where('id', '=', id).execute()
  await expect(api.staff.loginByLink({ body: { linkToken: gone } })).rejects.toMatchObject({
    code: 'not_allowed',
  })
  await db.updateTable('staff').set({ isActive: true }).where('id', '=', id).execute()
  await timePasses(db, '61 minutes', 'oneTimeLinks', { subject: id })
  await expect(api.staff.loginByLink({ body: { linkToken: old } })).rejects.toMatchObject({
    code: 'expired',
    message: 'This link has expired or was used. Ask for a new one.',
  })
})

test('a flood of passwords from 300 networks waits in a short queue of its own: others are answered meanwhile', async () => {
  app.dependencies.passwordCost = passwordCost
  const flood = Promise.all(Array.from({ length: 300 }, () => outcome(login(anEmail(), 'wrong'))))
  expect((await apiFrom(app, anAddress()).staff.demoCredentials()).success).toBe(true)
  const outcomes = await flood
  expect(count(outcomes, 'unavailable')).toBeGreaterThan(200)
  expect(count(outcomes, 'signed_out') + count(outcomes, 'unavailable')).toBe(300)
  const { email } = await aStaffMember(boss)
  expect(await outcome(login(email))).toBe('in')
})
