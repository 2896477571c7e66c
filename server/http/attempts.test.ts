import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { type Allowance, countTry, giveBack, hasTry, networkOf } from './attempts.ts'

const { db } = await startApp()
const allowance = (subject: string): Allowance => ({
  name: 'test',
  subject,
  most: 3,
  seconds: 600,
  refusal: 'Enough.',
})
const count = async (tries: Promise<boolean>[]) => (await Promise.all(tries)).filter(Boolean).length

test('of any number of tries at the same moment exactly the allowed ones pass', async () => {
  for (let round = 0; round < 20; round++) {
    const one = allowance(`crowd ${round}`)
    expect(await count(Array.from({ length: 50 }, () => hasTry(db, one)))).toBe(3)
  }
})

test('a subject does not use up the tries of another', async () => {
  expect(await count([1, 2, 3, 4].map(() => hasTry(db, allowance('first'))))).toBe(3)
  expect(await hasTry(db, allowance('second'))).toBe(true)
})

test('a try that is given back can be made again, once', async () => {
  const one = allowance('given back')
  await count([1, 2, 3, 4, 5].map(() => hasTry(db, one)))
  await giveBack(db, one)
  expect(await hasTry(db, one)).toBe(true)
  expect(await hasTry(db, one)).toBe(false)
})

test('a try can weigh more than one: it passes whole or not at all', async () => {
  const one = { ...allowance('weights'), most: 100 }
  expect(await hasTry(db, one, 60)).toBe(true)
  expect(await hasTry(db, one, 41)).toBe(false)
  expect(await count(Array.from({ length: 10 }, () => hasTry(db, one, 20)))).toBe(2)
})

test('when the window is over, all tries are there again', async () => {
  const one = allowance('window')
  await count([1, 2, 3].map(() => hasTry(db, one)))
  await db
    .updateTable('attempts')
    .set({ windowEndsAt: sql`now()` })
    .execute()
  expect(await count([1, 2, 3, 4].map(() => hasTry(db, one)))).toBe(3)
})

test('who tried too often is told how long to wait', async () => {
  const one = { ...allowance('told'), most: 1 }
  await countTry(db, one)
  await expect(countTry(db, one)).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'Enough. Please try again in 10 minutes.',
  })
  await db
    .updateTable('attempts')
    .set({ windowEndsAt: sql`now() + interval '30.5 seconds'` })
    .execute()
  await expect(countTry(db, one)).rejects.toMatchObject({
    message: expect.stringMatching(/ in (30|31) seconds\.$/),
  })
})

test('the counters keep no email', async () => {
  await countTry(db, allowance('asha@example.in'))
  const rows = await db.selectFrom('attempts').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('asha')
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['not an address', 'not an address'],
])('the address %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
