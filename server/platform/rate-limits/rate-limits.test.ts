import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { timePasses } from '../../../test/time.ts'
import { deleteFinishedAttempts } from './queries.ts'
import { countAttempt, countIfAllowed, type RateLimit, returnAttempt } from './rate-limits.ts'

const { db } = await startApp()
const limit = (subject: string): RateLimit => ({
  name: 'test',
  subject,
  max: 3,
  seconds: 600,
  refusal: 'Enough.',
})
const count = async (attempts: Promise<boolean>[]) => (await Promise.all(attempts)).filter(Boolean).length

test('of any number of attempts at the same moment exactly the allowed ones pass', async () => {
  for (let round = 0; round < 20; round++) {
    const one = limit(`round ${round}`)
    expect(await count(Array.from({ length: 50 }, () => countIfAllowed(db, one)))).toBe(3)
  }
})

test('a subject does not use up the attempts of another', async () => {
  expect(await count([1, 2, 3, 4].map(() => countIfAllowed(db, limit('first'))))).toBe(3)
  expect(await countIfAllowed(db, limit('second'))).toBe(true)
})

test('an attempt that is given back can be made again, once', async () => {
  const one = limit('given back')
  await count([1, 2, 3, 4, 5].map(() => countIfAllowed(db, one)))
  await returnAttempt(db, one)
  expect(await countIfAllowed(db, one)).toBe(true)
  expect(await countIfAllowed(db, one)).toBe(false)
})

test('an attempt can weigh more than one: it passes whole or not at all', async () => {
  const one = { ...limit('weights'), max: 100 }
  expect(await countIfAllowed(db, one, 60)).toBe(true)
  expect(await countIfAllowed(db, one, 41)).toBe(false)
  expect(await count(Array.from({ length: 10 }, () => countIfAllowed(db, one, 20)))).toBe(2)
})

test('when the window is over, all attempts are there again', async () => {
  const one = limit('window')
  await count([1, 2, 3].map(() => countIfAllowed(db, one)))
  await timePasses(db, '10 minutes', 'attempts')
  expect(await count([1, 2, 3, 4].map(() => countIfAllowed(db, one)))).toBe(3)
})

test('an attempt does not make the window longer', async () => {
  const one = { ...limit('steady'), max: 2 }
  await countAttempt(db, one)
  await timePasses(db, '510 seconds', 'attempts')
  await countAttempt(db, one)
  await expect(countAttempt(db, one)).rejects.toMatchObject({
    message: expect.stringMatching(/ in (8\d|90) seconds\.$/),
  })
})

test('who tried too often learns how long to wait', async () => {
  const one = { ...limit('refused'), max: 1 }
  await countAttempt(db, one)
  await expect(countAttempt(db, one)).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'Enough. Please try again in 10 minutes.',
  })
  await timePasses(db, '569.5 seconds', 'attempts')
  await expect(countAttempt(db, one)).rejects.toMatchObject({
    message: expect.stringMatching(/ in (30|31) seconds\.$/),
  })
})

test('ended windows are all deleted, by statements of at most 10,000; a window that runs stays', async () => {
  await db.deleteFrom('attempts').execute()
  await sql`insert into attempts (bucket, count, window_ends_at)
    select 'ended ' || n, 1, now() - interval '1 second' from generate_series(1, 25000) n`.execute(db)
  await countAttempt(db, limit('running'))
  await sql`create table deletions (deleted integer)`.execute(db)
  await sql`create function note() returns trigger language plpgsql as
    'begin insert into deletions select count(*) from gone; return null; end'`.execute(db)
  await sql`create trigger note after delete on attempts referencing old table as gone
    for each statement execute function note()`.execute(db)
  await deleteFinishedAttempts(db)
  const { rows } = await sql<{ deleted: number }>`select deleted from deletions`.execute(db)
  expect(rows.map(({ deleted }) => deleted)).toEqual([10_000, 10_000, 5000])
  expect(await db.selectFrom('attempts').select('count').execute()).toEqual([{ count: 1 }])
  await sql`drop trigger note on attempts`.execute(db)
})

test('the counters keep no email', async () => {
  await countAttempt(db, limit('asha@example.in'))
  const rows = await db.selectFrom('attempts').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('asha')
})
