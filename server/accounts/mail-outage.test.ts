import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import { describe, expect, test, vi } from 'vitest'

import { buildApp } from '#server/app.ts'
import { createMailer } from '#server/platform/mail/mailer.ts'
import { sendNowLimits, createSendNow } from '#server/platform/mail/send.ts'

import { startApp } from '../../test/app.ts'
import { mailServer } from '../../test/mail-server.ts'
import { aMember, anAddress, anEmail, apiFrom, mailsTo } from '../../test/makers.ts'
import { timeLimit } from '../../test/stall.ts'
import { timePasses } from '../../test/time.ts'

/** Treats an address by the words in it. */
const server = await mailServer({
  rcpt: (address) =>
    address.includes('gone')
      ? { code: 550, text: '5.1.1 No such user' }
      : address.includes('policy')
        ? { code: 550, text: '5.7.1 Not from you' }
        : undefined,
  data: (address) =>
    address.includes('hang')
      ? 'hang'
      : address.includes('later')
        ? { code: 451, text: 'Try again later' }
        : undefined,
})
const app = await startApp()
const { db } = app
/** Builds an app that sends its mails through a server. */
const appWithMailServer = (smtpUrl: string) => {
  const { secret } = app.dependencies
  const sender = { smtpUrl, secret, mailFrom: 'a@readymade.example', dataDir: '/nowhere' }
  return buildApp({
    ...app.dependencies,
    sendNow: createSendNow(app.dependencies, createMailer(sender, sendNowLimits)),
  })
}
const real = await appWithMailServer(server.url)
const ask = (email: string, address = anAddress(), over = real) =>
  apiFrom({ app: over }, address).accounts.sendOtp({ body: { email } })
const codeTo = (email: string) =>
  server
    .to(email)
    .at(-1)!
    .raw.match(/\b\d{6}\b/)![0]
const mailUnavailable = {
  code: 'unavailable',
  status: 503,
  message: 'We cannot send mail right now. Please try again in a few minutes.',
}
/** Returns everything that requesting a code writes. */
const traces = async (email: string) => ({
  codes: await db.selectFrom('oneTimeCodes').selectAll().where('email', '=', email).execute(),
  links: await db.selectFrom('oneTimeLinks').selectAll().where('subject', '=', email).execute(),
  attempts: await db.selectFrom('attempts').selectAll().where('count', '>', 0).orderBy('bucket').execute(),
})
const signUpWith = (email: string, sessionToken: string, otp: string) =>
  app.api.accounts.verifyOtp({
    body: { email, sessionToken, otp, userData: { name: 'Asha Rao', phone: '9876543210' } },
  })

test('with the mail server down, asking for a code says so, leaves nothing, and works at once when it is back', async () => {
  const email = anEmail()
  const address = anAddress()
  const before = await traces(email)
  await server.stop()
  for (let asked = 0; asked < 3; asked++)
    await expect(ask(email, address)).rejects.toMatchObject(mailUnavailable)
  expect(await traces(email)).toEqual(before)
  await server.start()
  const { sessionToken } = await ask(email, address)
  expect(server.to(email)).toHaveLength(1)
  expect((await signUpWith(email, sessionToken, codeTo(email))).user.email).toBe(email)
})

test('a code that was mailed before an outage stays good through it', async () => {
  const email = anEmail()
  const address = anAddress()
  const first = await ask(email, address)
  const code = codeTo(email)
  await timePasses(db, '61 seconds', 'oneTimeCodes', { email })
  await server.stop()
  await expect(ask(email, address)).rejects.toMatchObject(mailUnavailable)
  await server.start()
  expect((await signUpWith(email, first.sessionToken, code)).user.email).toBe(email)
})

test('a mail server that refuses for now, or by a rule of its own, is an outage too', async () => {
  for (const email of [`later-${anEmail()}`, `policy-${anEmail()}`]) {
    const before = await traces(email)
    await expect(ask(email)).rejects.toMatchObject(mailUnavailable)
    expect(await traces(email)).toEqual(before)
  }
})

test('an address that does not exist is refused at its field, known or not, and nothing is stored', async () => {
  const { email: known } = await aMember(app, { email: `gone-${anEmail()}` })
  for (const email of [known, `gone-${anEmail()}`]) {
    const before = await traces(email)
    await expect(ask(email)).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Mail to this address comes back. Check it for typing mistakes.',
      details: { fields: { email: expect.any(String) } },
    })
    expect(await traces(email)).toEqual(before)
  }
  expect(await db.selectFrom('mailBounces').select('email').execute()).toEqual([])
})

test('known and unknown emails get the same answer in an outage', async () => {
  const { email: known } = await aMember(app)
  await server.stop()
  const answers = await Promise.allSettled([ask(known), ask(anEmail())])
  await server.start()
  const [one, other] = answers.map((answer) => answer.status === 'rejected' && answer.reason.problem)
  expect(one).toEqual(other)
})

const patient = { timeout: 30_000 }

// They mostly wait.
describe.concurrent('a mail server that is slow:', () => {
  test('while the mail server hangs, 40 requests for codes are answered in time, and all others as usual', async () => {
    const begun = performance.now()
    const asking = Array.from({ length: 40 }, () => ask(`hang-${anEmail()}`))
    const settled = Promise.allSettled(asking)
    let reads = 0
    for (let n = 0; n < 20; n++) {
      await apiFrom({ app: real }, anAddress()).accounts.checkEmail({ body: { email: anEmail() } })
      reads++
    }
    expect(reads).toBe(20)
    const stalled = real.overload.stats().calls
    expect(stalled).toMatchObject({ queued: 0, shed: 0 })
    const failed = (await settled).filter(({ status }) => status === 'rejected')
    // On a busy machine the server may have been silent for too short a time when the first ones are answered.
    expect(failed.length).toBeGreaterThanOrEqual(40 - sendNowLimits.maxConnections)
    for (const answer of failed) expect(answer).toMatchObject({ reason: mailUnavailable })
    // A deadline of two seconds, plus the machine's own time.
    expect(performance.now() - begun).toBeLessThan(timeLimit(6000))
    const email = anEmail()
    await ask(email)
    expect(server.to(email)).toHaveLength(1)
  })

  test('a mail server that accepts the connection and never answers is reported within two seconds', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const over = await appWithMailServer(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    const begun = performance.now()
    await expect(ask(anEmail(), anAddress(), over)).rejects.toMatchObject(mailUnavailable)
    expect(performance.now() - begun).toBeLessThan(timeLimit(6000))
    silent.close()
  })

  test('a distant mail server, which answers each command in half a second, is waited for', async () => {
    const far = await mailServer({ pause: 500 })
    const over = await appWithMailServer(far.url)
    for (const idle of [0, sendNowLimits.silence + 200]) {
      // By then its connection has been idle for too long.
      await pause(idle)
      const email = anEmail()
      await ask(email, anAddress(), over)
      expect(far.to(email)).toHaveLength(1)
    }
  })

  test('a slow mail server delays nobody longer than two seconds, and the code arrives', async () => {
    const far = await mailServer({ pause: 700 })
    const over = await appWithMailServer(far.url)
    const email = anEmail()
    const begun = performance.now()
    const { sessionToken } = await ask(email, anAddress(), over)
    expect(performance.now() - begun).toBeLessThan(timeLimit(6000))
    expect(far.to(email)).toHaveLength(0)
    await vi.waitFor(() => expect(far.to(email)).toHaveLength(1), patient)
    const otp = far.to(email)[0]!.raw.match(/\b\d{6}\b/)![0]
    expect((await signUpWith(email, sessionToken, otp)).user.email).toBe(email)
  })

  test('a code that a slow mail server then refuses for now is tried again by the queue', async () => {
    const far = await mailServer({ pause: 700, data: () => ({ code: 451, text: 'Try again later' }) })
    const over = await appWithMailServer(far.url)
    const email = anEmail()
    await ask(email, anAddress(), over)
    await vi.waitFor(() => expect(mailsTo(app, email)).toHaveLength(1), patient)
    expect(mailsTo(app, email)[0]).toMatchObject({
      isSignIn: true,
      usefulUntil: expect.any(String),
    })
  })
})
