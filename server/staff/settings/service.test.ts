import { expect, test } from 'vitest'

import { ProblemError } from '#contract/kit/problem.ts'

import { startApp } from '../../../test/app.ts'
import { anAdmin } from '../../../test/makers.ts'

const app = await startApp()
const admin = await anAdmin(app)
const { sendNow } = app.dependencies
const testMail = () => admin.api.settings.testMail()

test('a test mail goes only to the staff member who requests it, and the answer says where it went', async () => {
  const { message } = await testMail()
  const { email } = (await admin.api.staff.profile()).admin
  expect(app.jobs.mails).toMatchObject([{ kind: 'test', to: email }])
  expect(message).toContain(email)
  expect(message).toContain('No mail server is configured')
})

test('the answer has what the mail server replied, whatever it was', async () => {
  const { config } = app.dependencies
  config.smtpUrl = 'smtp://localhost:1'
  try {
    app.dependencies.sendNow = async () => true
    expect((await testMail()).message).toMatch(/^The mail server took the mail to /)
    app.dependencies.sendNow = async () => false
    expect((await testMail()).message).toMatch(/^The mail server has not answered yet/)
    for (const [cause, said] of [
      [{ response: '535 5.7.8 Authentication failed' }, 'said: 535 5.7.8 Authentication failed'],
      [new Error('connect ECONNREFUSED 127.0.0.1:1'), 'connect ECONNREFUSED'],
      [undefined, 'did not answer'],
    ] as const) {
      app.dependencies.sendNow = () =>
        Promise.reject(Object.assign(new ProblemError('unavailable', 'No mail now'), { cause }))
      await expect(testMail()).rejects.toMatchObject({ status: 503, message: expect.stringContaining(said) })
    }
  } finally {
    app.dependencies.sendNow = sendNow
    config.smtpUrl = undefined
  }
})
