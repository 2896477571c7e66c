import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { queueOf } from '../../../test/queue.ts'
import { type Job, type JobData, sealer, startJobs } from './jobs.ts'

const app = await startApp()
const reported: unknown[] = []
const jobs = await startJobs(app, app.dependencies.secret, (error) => reported.push(error))
afterAll(() => jobs.stop())
const { pausesPass, lookForLost } = await queueOf(app)

const anEmail = (n: number): JobData['mail'] & { to: string } => ({
  kind: 'test',
  to: `${n}@x.in`,
  subject: '',
  html: '',
  text: '',
})
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

test('emails asked for at the same moment all go out, and one that fails is tried again alone, after a pause', async () => {
  const failed = new Set<string>()
  const tried: string[] = []
  const handler = async ({ to = '' }: JobData['mail']) => {
    tried.push(to)
    if (to !== '7@x.in' || failed.has(to)) return
    failed.add(to)
    throw new Error('not now')
  }
  await jobs.work([{ name: 'mail', handler, isParallel: true, queue: { retryDelay: 10 } }])
  await Promise.all(numbers(45).map((n) => jobs.enqueue(app.db, 'mail', anEmail(n))))
  const waiting = () =>
    sql<{ pause: number }>`select extract(epoch from start_after - started_on)::float8 as pause from jobs.job
      where name = 'mail' and state::text = 'retry'`.execute(app.db)
  await expect.poll(async () => (await waiting()).rows.length).toBe(1)
  expect((await waiting()).rows[0]!.pause).toBeGreaterThanOrEqual(10)
  await pausesPass('mail')
  await expect.poll(() => tried.length).toBe(46)
  const expected = [...numbers(45), 7].map((n) => anEmail(n).to)
  expect(tried.toSorted()).toEqual(expected.toSorted())
  expect(reported).toMatchObject([{ message: 'not now' }])
})

test('archives asked for at the same moment are built one after the other', async () => {
  const built: string[] = []
  let atOnce = 0
  const handler = async ({ releaseId }: JobData['build-archive']) => {
    atOnce += 1
    await new Promise((later) => setTimeout(later, 5))
    built.push(`${releaseId} ${atOnce}`)
    atOnce -= 1
  }
  await jobs.work([{ name: 'build-archive', handler }])
  await Promise.all(numbers(15).map((n) => jobs.enqueue(app.db, 'build-archive', { releaseId: `${n}` })))
  await expect.poll(() => built.length).toBe(15)
  expect(built.toSorted()).toEqual(
    numbers(15)
      .map((n) => `${n} 1`)
      .toSorted(),
  )
})

test('each owner has one check at a time, and owners take turns however many one of them asked for', async () => {
  const [many, few, late] = [randomUUID(), randomUUID(), randomUUID()]
  const begun: string[] = []
  const open: { owner: string; end: () => void }[] = []
  const handler = ({ releaseId: owner }: JobData['check-release']) =>
    new Promise<void>((end) => {
      begun.push(owner)
      open.push({ owner, end })
    })
  const ask = (ownerId: string, owner: string, count: number) =>
    app.db.transaction().execute(async (trx) => {
      for (const _ of numbers(count))
        await jobs.enqueue(trx, 'check-release', { releaseId: owner }, { ownerId })
    })
  const finish = async (owner: string) => {
    const at = () => open.findIndex((one) => one.owner === owner)
    await expect.poll(at).toBeGreaterThanOrEqual(0)
    open.splice(at(), 1)[0]!.end()
  }
  await jobs.work([{ name: 'check-release', ownersAtOnce: 2, handler }])
  // Of two jobs of one owner both workers might take one, and put back the first.
  await ask(many, 'many', 1)
  await expect.poll(() => begun).toEqual(['many'])
  await ask(many, 'many', 4)
  await ask(few, 'few', 1)
  await expect.poll(() => begun).toEqual(['many', 'few'])
  await ask(late, 'late', 2)
  await finish('many')
  await expect.poll(() => begun.length).toBe(3)
  expect(begun, 'the first of a newcomer comes before the second of another').toContain('late')
  await finish('few')
  await expect.poll(() => begun.length).toBe(4)
  await finish('late')
  for (const n of [1, 2, 3, 4]) {
    await expect.poll(() => open.filter(({ owner }) => owner === 'many').length).toBe(1)
    await finish('many')
    if (n === 1) await finish('late')
  }
  expect(begun).toHaveLength(8)
})

test('work is asked for if and only if its transaction commits', async () => {
  const swept: unknown[] = []
  await jobs.work([{ name: 'sweep-uploads', handler: async (data) => void swept.push(data) }])
  const refused = app.db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, 'sweep-uploads', {})
    throw new Error('rolled back')
  })
  await expect(refused).rejects.toThrow('rolled back')
  await app.db.transaction().execute((trx) => jobs.enqueue(trx, 'sweep-uploads', {}))
  await expect.poll(() => swept.length).toBe(1)
})

test('whoever reads the queue learns no email, whether it waits, went out or was seized by another secret', async () => {
  const email = { ...anEmail(100), text: 'Your code is 482913' }
  await jobs.enqueue(app.db, 'mail', email)
  const storedRows = async () =>
    (await sql<{ row: string }>`select job::text as row from jobs.job where name = 'mail'`.execute(app.db))
      .rows
  await expect.poll(async () => (await storedRows()).length).toBeGreaterThan(0)
  expect(JSON.stringify(await storedRows())).not.toMatch(/482913|100@x/)
  const { sealed } = sealer(app.dependencies.secret).seal(email)
  expect(sealer(app.dependencies.secret).open({ sealed })).toEqual(email)
  expect(() => sealer('another secret').open({ sealed })).toThrow('authenticate')
})

test('a queue of an earlier version has the settings of this one after a start', async () => {
  const settings = async () =>
    (
      await sql<{ retries: number; notify: boolean }>`
      select retry_limit as retries, notify from jobs.queue where name = 'sweep-avatars'`.execute(app.db)
    ).rows
  const sweep: Job = { name: 'sweep-avatars', handler: async () => {} }
  await jobs.work([sweep])
  const now = await settings()
  await sql`update jobs.queue set retry_limit = 1, notify = false where name = 'sweep-avatars'`.execute(
    app.db,
  )
  expect(await settings()).not.toEqual(now)
  const next = await startJobs(app, app.dependencies.secret, () => {})
  await next.work([sweep])
  await next.stop()
  expect(await settings()).toEqual(now)
})

test('a job that takes an hour is not begun again beside itself', async () => {
  let begun = 0
  let end = () => {}
  const handler = () => {
    begun++
    return new Promise<void>((resolve) => (end = resolve))
  }
  await jobs.work([{ name: 'index-release', ownersAtOnce: 2, handler }])
  await jobs.enqueue(app.db, 'index-release', { releaseId: 'one' }, { ownerId: randomUUID() })
  await expect.poll(() => begun).toBe(1)
  const open = async () =>
    (
      await sql<{ state: string; retries: number }>`
      select state::text as state, retry_count as retries from jobs.job
      where name = 'index-release' and state::text <> 'completed'`.execute(app.db)
    ).rows
  await sql`update jobs.job set started_on = started_on - interval '1 hour' where name = 'index-release'`.execute(
    app.db,
  )
  await lookForLost('index-release')
  expect(await open()).toEqual([{ state: 'active', retries: 0 }])
  end()
  await expect.poll(open).toEqual([])
  expect(begun).toBe(1)
})
