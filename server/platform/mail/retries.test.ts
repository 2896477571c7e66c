import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { queueOf } from '../../../test/queue.ts'
import { startJobs } from '../jobs/jobs.ts'
import { mailJobs } from './deliver.ts'

const app = await startApp()
const { db } = app
const jobs = await startJobs(app, app.dependencies.secret, () => {})
afterAll(() => jobs.stop())
const { pausesPass } = await queueOf(app)

const mail = async () =>
  (
    await sql<{ state: string; retries: number; pause: number }>`
      select state::text as state, retry_count as retries, extract(epoch from start_after - started_on)::float8 as pause
      from jobs.job where name = 'mail'`.execute(db)
  ).rows[0]

test('an email that no server takes is tried again after up to half an hour, for about a day, and then has failed', async () => {
  const sendMail = async () => {
    throw new Error('The mail server is down')
  }
  const job = mailJobs({ db, sendMail, recipientOf: async () => undefined }).find(
    ({ name }) => name === 'mail',
  )!
  await jobs.work([job])
  await jobs.enqueue(db, 'mail', { kind: 'receipt', to: 'a@x.in', subject: '', html: '', text: '' })
  await expect.poll(async () => (await mail())?.state).toBe('retry')
  await sql`update jobs.job set retry_count = 52 where name = 'mail'`.execute(db)
  await pausesPass('mail')
  await expect.poll(mail).toMatchObject({ state: 'retry', retries: 53 })
  // Of 54 pauses of a quarter to half an hour.
  const { pause } = (await mail())!
  expect(pause).toBeGreaterThanOrEqual(900)
  expect(pause).toBeLessThanOrEqual(1801)
  await pausesPass('mail')
  await expect.poll(mail).toMatchObject({ state: 'failed' })
})
