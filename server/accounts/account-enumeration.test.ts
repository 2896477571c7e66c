import pg from 'pg'
import { expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAddress, anEmail, apiFrom, codeMailedTo, mailsTo, deactivate } from '../../test/makers.ts'
import { timePasses } from '../../test/time.ts'

/**
 * Neither the time nor the text of an answer reveals whether an email has an account: for an email with an account, one
 * without and one whose account is deactivated, the same statements run and the same is answered and mailed.
 */
// Before the first connection, because each keeps the function it was opened with.
const queries = vi.spyOn(pg.Client.prototype, 'query')
// What is counted every few seconds is no part of a call.
vi.useFakeTimers({ toFake: ['setInterval'] })
const app = await startApp()

async function emailsOfEachKind(prefix: string) {
  const { email: known } = await aMember(app, { email: `${prefix}-known-${anEmail()}` })
  const { email: off, id } = await aMember(app, { email: `${prefix}-off-${anEmail()}` })
  await deactivate(app.db, id)
  // As if the sign-in were long ago: nothing of it may be visible.
  await app.db.deleteFrom('oneTimeCodes').where('email', 'in', [known, off]).execute()
  return [known, off, `${prefix}-unknown-${anEmail()}`]
}

/** Returns the statements that a call runs, and its answer. */
async function traceOf(call: () => Promise<unknown>) {
  queries.mockClear()
  const answer = await call().catch(({ status, code, message }: Record<string, unknown>) => ({
    status,
    code,
    message,
  }))
  const statements = queries.mock.calls.map(([query]) =>
    typeof query === 'string' ? query : (query as { text: string }).text,
  )
  return { statements, answer: { ...(answer as object), sessionToken: undefined } }
}
const expectAllEqual = <Work>([first, ...others]: Work[]) => {
  for (const other of others) expect(other).toEqual(first)
  return first!
}

test('asking for a code: once, again too early, again later', async () => {
  const emails = await emailsOfEachKind('ask')
  const address = anAddress()
  const ask = (email: string) => traceOf(() => apiFrom(app, address).accounts.sendOtp({ body: { email } }))
  for (const [when, status] of [
    ['first', undefined],
    ['too early', 429],
    ['later', undefined],
  ] as const) {
    const traces = []
    for (const email of emails) {
      if (when === 'later') await timePasses(app.db, '61 seconds', 'oneTimeCodes', { email })
      traces.push(await ask(email))
    }
    const { answer, statements } = expectAllEqual(traces)
    expect((answer as { status?: number }).status).toBe(status)
    expect(statements.length).toBeGreaterThan(0)
  }
  const texts = emails.map((email) => {
    const { subject, text } = mailsTo(app, email).at(-1)!
    return `${subject}\n${text}`.replaceAll(/\b\d{6}\b|link#\w+/g, '…')
  })
  expectAllEqual(texts)
})

test('entering a wrong code: five times, and after that', async () => {
  const emails = await emailsOfEachKind('wrong')
  const address = anAddress()
  const sessions = []
  for (const email of emails)
    sessions.push((await apiFrom(app, address).accounts.sendOtp({ body: { email } })).sessionToken)
  for (let attempt = 0; attempt < 7; attempt++) {
    const traces = []
    for (const [n, email] of emails.entries()) {
      const otp = codeMailedTo(app, email) === '000000' ? '111111' : '000000'
      // Sign-in and sign-up requests alternate.
      const userData = attempt % 2 ? { name: 'Asha Rao', phone: '9876543210' } : undefined
      const body = { email, otp, sessionToken: sessions[n]!, ...(userData && { userData }) }
      traces.push(await traceOf(() => apiFrom(app, address).accounts.verifyOtp({ body })))
    }
    expect(expectAllEqual(traces).answer).toMatchObject({
      code: 'wrong_code',
      message: 'OTP verification failed',
    })
  }
})
