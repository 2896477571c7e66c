import pg from 'pg'
import { expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAddress, anEmail, apiFrom, codeMailedTo } from '../../test/makers.ts'

/*
 * Nobody learns from a wait or a word whether an email has an account: the same statements are run for one that has, for
 * one that has none and for one whose account is deactivated, and the same is answered and mailed.
 */
// Before any connection is there: each keeps the function that it began with.
const queries = vi.spyOn(pg.Client.prototype, 'query')
const app = await startApp()

async function ofEachKind(prefix: string) {
  const { email: known } = await aMember(app, { email: `${prefix}-known-${anEmail()}` })
  const { email: off, id } = await aMember(app, { email: `${prefix}-off-${anEmail()}` })
  await app.db.updateTable('members').set({ deactivatedAt: new Date() }).where('id', '=', id).execute()
  // As after a sign-in that is past: nothing of it is left to be seen.
  await app.db.deleteFrom('oneTimeCodes').where('email', 'in', [known, off]).execute()
  return [known, off, `${prefix}-unknown-${anEmail()}`]
}

/** What a call runs in the database and answers. */
async function workOf(call: () => Promise<unknown>) {
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
const allAlike = <Work>([first, ...others]: Work[]) => {
  for (const other of others) expect(other).toEqual(first)
  return first!
}

test('asking for a code: once, again too early, again later', async () => {
  const emails = await ofEachKind('ask')
  const address = anAddress()
  const ask = (email: string) => workOf(() => apiFrom(app, address).accounts.sendOtp({ body: { email } }))
  for (const [when, status] of [
    ['first', undefined],
    ['too early', 429],
    ['later', undefined],
  ] as const) {
    const works = []
    for (const email of emails) {
      if (when === 'later')
        await app.db
          .updateTable('oneTimeCodes')
          .set({ sentAt: new Date(Date.now() - 61_000) })
          .where('email', '=', email)
          .execute()
      works.push(await ask(email))
    }
    const { answer, statements } = allAlike(works)
    expect((answer as { status?: number }).status).toBe(status)
    expect(statements.length).toBeGreaterThan(0)
  }
  const texts = emails.map((email) => {
    const { subject, text } = app.mails.findLast(({ to }) => to === email)!
    return `${subject}\n${text}`.replaceAll(/\b\d{6}\b|link#\w+/g, '…')
  })
  allAlike(texts)
})

test('entering a wrong code: five times, and after that', async () => {
  const emails = await ofEachKind('wrong')
  const address = anAddress()
  const sessions = []
  for (const email of emails)
    sessions.push((await apiFrom(app, address).accounts.sendOtp({ body: { email } })).sessionToken)
  for (let attempt = 0; attempt < 7; attempt++) {
    const works = []
    for (const [n, email] of emails.entries()) {
      const otp = codeMailedTo(app, email) === '000000' ? '111111' : '000000'
      // Signing in and signing up ask alike.
      const userData = attempt % 2 ? { name: 'Asha Rao', phone: '9876543210' } : undefined
      const body = { email, otp, sessionToken: sessions[n]!, ...(userData && { userData }) }
      works.push(await workOf(() => apiFrom(app, address).accounts.verifyOtp({ body })))
    }
    expect(allAlike(works).answer).toMatchObject({ code: 'wrong_code', message: 'OTP verification failed' })
  }
})
