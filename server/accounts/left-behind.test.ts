import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAddress, apiFrom, codeMailedTo } from '../../test/makers.ts'
import { timePasses } from '../../test/time.ts'
import { deleteExpiredSignInData } from './service.ts'

const app = await startApp()

/** Signs a member in again, from another browser. */
async function signInAgain(email: string) {
  const api = apiFrom(app, anAddress())
  await timePasses(app.db, '2 minutes', 'oneTimeCodes', { email })
  const { sessionToken } = await api.accounts.sendOtp({ body: { email } })
  const otp = codeMailedTo(app, email)
  const { tokens, leftBehind } = await api.accounts.verifyOtp({ body: { email, sessionToken, otp } })
  return { api: app.as(tokens.accessToken).accounts, leftBehind }
}
const leave = ({ api }: Pick<Awaited<ReturnType<typeof signInAgain>>, 'api'>, entries: string) =>
  api.leaveBehind({ body: { entries } })

test('what a member left behind at sign-out is back at each sign-in, until a later one leaves it anew', async () => {
  const { email } = await aMember(app)
  const other = await aMember(app)
  const first = await signInAgain(email)
  expect(first.leftBehind).toEqual([])
  await leave(first, '{"cart":"[]"}')
  await first.api.logout()
  expect((await signInAgain(other.email)).leftBehind).toEqual([])
  const second = await signInAgain(email)
  const third = await signInAgain(email)
  expect([second.leftBehind, third.leftBehind]).toEqual([['{"cart":"[]"}'], ['{"cart":"[]"}']])
  // Neither has seen what the other one has begun, so both are kept.
  await leave(second, 'second')
  await leave(third, 'third')
  expect((await signInAgain(email)).leftBehind).toEqual(['third', 'second'])
})

test('of many browsers the last five are kept, of each at most 100,000 characters, for 90 days', async () => {
  const { email } = await aMember(app)
  const sessions = []
  for (let n = 0; n < 7; n++) sessions.push(await signInAgain(email))
  for (const [n, session] of sessions.entries()) await leave(session, `browser ${n}`)
  const { api, leftBehind } = await signInAgain(email)
  expect(leftBehind).toEqual(['browser 6', 'browser 5', 'browser 4', 'browser 3', 'browser 2'])
  await expect(leave({ api }, 'x'.repeat(100_001))).rejects.toMatchObject({ code: 'invalid_input' })
  await leave({ api }, 'न'.repeat(100_000))
  await timePasses(app.db, '91 days', 'leftBehind')
  await deleteExpiredSignInData(app.db)
  expect((await signInAgain(email)).leftBehind).toEqual([])
})
