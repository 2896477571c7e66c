import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { isLong } from '../../../test/long.ts'
import { headerOf, mailServer } from '../../../test/mail-server.ts'
import { aMember, anEmail } from '../../../test/makers.ts'
import { queueOf } from '../../../test/queue.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { mailRecipient } from '../../accounts/service.ts'
import type { Connection } from '../database/connection.ts'
import { startJobs } from '../jobs/jobs.ts'
import { mailJobs } from './deliver.ts'
import { createMailer } from './mailer.ts'
import { mailAddress } from './send.ts'

/*
 * The real process is killed with SIGKILL between what the mail server has taken and what the queue knows of it. A mail
 * server that keeps an answer back, or a lock in the database, holds the process at the moment in question.
 */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 })
const hanging = new Set<string>()
const post = await mailServer({ data: (address) => (hanging.has(address) ? 'hang' : undefined) })
const app = await startApp()
const { db } = app
// The demo catalogue is loaded only into a database without members.
await aMember(app)
const jobs = await startJobs(app, app.dependencies.secret, () => {})
afterAll(() => jobs.stop())
const { deadIsMissed, pausesPass } = await queueOf(app)
const server = await serverProcess(app, { settings: { SMTP_URL: post.url } })
beforeEach(() => server.start())

const kind = { name: 'test', why: 'of a test' }
const enqueue = (to: string, connection: Connection = db) =>
  mailAddress({ jobs }, connection, kind, to, { subject: 'S', paragraphs: ['P'] })
const states = async () => {
  const { rows } = await sql<{ state: string }>`
    select state::text as state from jobs.job where name = 'mail' and state::text <> 'completed'`.execute(db)
  return rows.map(({ state }) => state)
}
const eventually = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 120_000, interval: 50 })

const untilDone = () => eventually(async () => expect(await states()).toEqual([]))

test('killed after a mail went out and before its job was settled, another sends none again; what had not gone out goes out', async () => {
  const [quick, slow] = [anEmail(), anEmail()]
  hanging.add(slow)
  // Both are fetched together, and the queue settles both when both are done.
  await db.transaction().execute(async (trx) => {
    await enqueue(slow, trx)
    await enqueue(quick, trx)
  })
  await eventually(async () => expect(post.to(quick)).toHaveLength(1))
  await eventually(async () =>
    expect(await db.selectFrom('mailOutcomes').select('jobId').execute()).toHaveLength(1),
  )
  await server.kill()
  hanging.delete(slow)
  await deadIsMissed('mail')
  const { config, secret } = app.dependencies
  const sendMail = createMailer({ ...config, smtpUrl: post.url, secret })
  const other = await startJobs(app, secret, () => {})
  await other.work(mailJobs({ db, sendMail, recipientOf: (id) => mailRecipient(db, id) }))
  await untilDone().finally(() => other.stop())
  expect(post.to(quick)).toHaveLength(1)
  expect(post.to(slow)).toHaveLength(1)
})

test.runIf(isLong)(
  'killed in the moment between the answer and the note of it, it sends one copy with the same Message-ID',
  async () => {
    const email = anEmail()
    await db.transaction().execute(async (trx) => {
      await sql`lock table mail_outcomes in share mode`.execute(trx)
      await enqueue(email)
      await eventually(async () => expect(post.to(email)).toHaveLength(1))
      await server.kill()
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'readymade' and wait_event_type = 'Lock'`.execute(
        trx,
      )
    })
    await deadIsMissed('mail')
    await server.start()
    await untilDone()
    const ids = post.to(email).map(({ raw }) => /^Message-ID: (.*)$/im.exec(headerOf(raw))![1])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  },
)

test.runIf(isLong)(
  'while the mail server is down sign-in says so, and other mails come later, once',
  async () => {
    const email = anEmail()
    await post.stop()
    await enqueue(email)
    await eventually(async () => expect(await states()).toEqual(['retry']))
    await expect(server.as('').accounts.sendOtp({ body: { email: anEmail() } })).rejects.toMatchObject({
      status: 503,
      message: 'We cannot send mail right now. Please try again in a few minutes.',
    })
    await pausesPass('mail')
    await eventually(async () => expect(await states()).toEqual(['retry']))
    await post.start()
    await eventually(async () => {
      await pausesPass('mail')
      expect(await states()).toEqual([])
    })
    expect(post.to(email)).toHaveLength(1)
    const { onlyLink } = await server.as('').accounts.sendOtp({ body: { email: anEmail() } })
    expect(onlyLink).toBe(false)
  },
)
