import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, codeMailedTo, changeEmail } from '../../test/makers.ts'
import { mailWorker } from '../../test/send-mails.ts'
import { demoAdmin } from '../config.ts'
import { BouncedError } from '../platform/mail/bounces.ts'
import { mailAddress } from '../platform/mail/send.ts'

const app = await startApp()
let isGone = false
const run = mailWorker(app, async () => {
  if (isGone) throw new BouncedError('550 5.1.1 No such user')
})
const mailTo = async (email: string, { bounces }: { bounces: boolean }) => {
  isGone = bounces
  const kind = { name: 'test', why: 'of a test', isSignIn: true as const }
  await mailAddress(app, app.db, kind, email, { subject: 'S', paragraphs: ['P'] })
  await run(app.mails.at(-1)!)
}
const signIn = async (email: string) => {
  const { sessionToken } = await app.api.accounts.sendOtp({ body: { email } })
  const otp = codeMailedTo(app, email)
  return (await app.api.accounts.verifyOtp({ body: { email, sessionToken, otp } })).notice
}

test('a member whose mail bounced gets a notice at every sign-in until a mail gets through, and once more', async () => {
  const { email } = await aMember(app)
  expect(await signIn(email)).toBeUndefined()
  await mailTo(email, { bounces: true })
  const notice = `Mail to ${email} came back. Check your email in Settings.`
  for (let time = 0; time < 2; time++) expect(await signIn(email)).toBe(notice)
  await mailTo(email, { bounces: false })
  expect(await signIn(email)).toBe(notice)
  expect(await signIn(email)).toBeUndefined()
})

test('after a change of the email nothing is said', async () => {
  const { email, id } = await aMember(app)
  await mailTo(email, { bounces: true })
  const moved = `moved-${email}`
  await changeEmail(app.db, id, moved)
  expect(await signIn(moved)).toBeUndefined()
})

test('staff get the notice too', async () => {
  await anAdmin(app)
  await mailTo(demoAdmin.email, { bounces: true })
  const { notice } = await app.api.staff.login({ body: demoAdmin })
  expect(notice).toMatch(`Mail to ${demoAdmin.email} came back.`)
})
