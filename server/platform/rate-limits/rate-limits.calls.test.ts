import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { contract } from '#contract/index.ts'
import { buildApp } from '#server/app.ts'

import { startApp } from '../../../test/app.ts'
import { anAddress, anAdmin, aPublishedProject } from '../../../test/makers.ts'
import { viewsSince } from '../../projects/lookup-queries.ts'

const main = await startApp()
const processes = [main.app, await buildApp(main.dependencies), await buildApp(main.dependencies)]
afterAll(async () => {
  for (const app of processes.slice(1)) await app.close()
})
beforeEach(() => main.db.deleteFrom('attempts').execute())

/** Lets no window of calls end during a test, however long that takes on a busy machine. */
const holdWindows = () => sql`update attempts set window_ends_at = now() + interval '1 hour'`.execute(main.db)

/**
 * Makes 60 calls, in turn to the first `count` processes, 12 at once, and returns how many got through: not more at once,
 * or a busy machine would refuse some for another reason.
 */
async function passedOf(count: number, call: { method: 'GET' | 'POST'; url: string; payload?: object }) {
  const remoteAddress = anAddress()
  const statusOf = async (n: number) =>
    (await processes[n % count]!.inject({ ...call, remoteAddress })).statusCode
  const statuses = [await statusOf(0)]
  await holdWindows()
  while (statuses.length < 60) {
    const next = Array.from({ length: Math.min(12, 60 - statuses.length) }, (_, n) =>
      statusOf(statuses.length + n),
    )
    statuses.push(...(await Promise.all(next)))
  }
  expect(new Set(statuses)).toEqual(new Set([statuses[0], 429]))
  return statuses.filter((status) => status !== 429).length
}

const licence = { method: 'GET', url: '/api/licences/AAAAA-AAAAA-AAAAA-AAAAA' } as const

test('of messages to the staff and guessed licences the same number gets through with one process and with three', async () => {
  const message = { name: 'Asha', email: 'no address', subject: 'Other', message: 'Hello' }
  const contact = { method: 'POST', url: '/api/contact', payload: message } as const
  for (const [call, { limit }] of [
    [contact, contract.contacts.send],
    [licence, contract.licences.verify],
  ] as const)
    for (const count of [1, 3])
      expect([call.url, count, await passedOf(count, call)]).toEqual([call.url, count, limit.requests])
})

test('who made too many calls learns when the next one is answered, and then it is', async () => {
  const remoteAddress = anAddress()
  const call = (n: number) => processes[n % 3]!.inject({ ...licence, remoteAddress })
  for (let n = 0; n < 30; n++) {
    expect((await call(n)).statusCode).toBe(404)
    await holdWindows()
  }
  for (let n = 0; n < 6; n++) {
    const { statusCode, headers, body } = await call(n)
    expect(statusCode).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
    expect(body).toMatch(/Too many requests. Please try again in (60 minutes|1 hour)\./)
  }
  await sql`update attempts set window_ends_at = now()`.execute(main.db)
  const later = await buildApp(main.dependencies)
  expect((await later.inject({ ...licence, remoteAddress })).statusCode).toBe(404)
  await later.close()
})

test('one client does not use up the calls of another', async () => {
  await passedOf(3, licence)
  expect(await passedOf(3, licence)).toBe(contract.licences.verify.limit.requests)
})

test('a client that looks at a project through several processes is one view and one visit', async () => {
  const project = await aPublishedProject(main, { admin: await anAdmin(main), price: 100 })
  const remoteAddress = anAddress()
  for (const app of [...processes, ...processes])
    await app.inject({
      method: 'POST',
      url: `/api/projects/${project._id}/views`,
      remoteAddress,
      payload: { from: '/' },
    })
  for (const app of processes) await app.daily.flush()
  expect((await viewsSince(main.db, [project._id], '2000-01-01')).map(({ views }) => views)).toEqual([1])
  const visits = await main.db
    .selectFrom('dailyCounts')
    .select('count')
    .where('what', '=', 'visits')
    .execute()
  expect(visits).toEqual([{ count: 1 }])
})
