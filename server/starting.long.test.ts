import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { startApp } from '../test/app.ts'
import { serverProcess } from '../test/server-process.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 180_000 })
const app = await startApp()
const owner = { ADMIN_EMAIL: 'owner@example.in', ADMIN_PASSWORD: 'a good long password' }
// Nobody answers at the gateway's address: the past purchases of the demo are not asked for there.
const gateway = {
  RAZORPAY_KEY_ID: 'rzp_test_key',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'hook',
  RAZORPAY_API_URL: 'http://127.0.0.1:9/v1',
}
const shared = { ...owner, ...gateway, DATA_DIR: app.dependencies.config.dataDir }
const servers = [
  await serverProcess(app, { settings: shared }),
  await serverProcess(app, { settings: shared }),
]
const [first, second] = servers as [(typeof servers)[0], (typeof servers)[0]]

test('of two processes with the gateway’s keys on one empty database one loads the demo; when it is killed the other starts over, and both serve one catalogue', async () => {
  await sql`drop schema public cascade`.execute(app.db)
  await sql`create schema public`.execute(app.db)
  for (const server of servers) server.begin()
  const loads = 'Loading the demo catalogue'
  await Promise.race(servers.map((server) => server.says(loads)))
  const [loader, waiter] = first.output().includes(loads) ? [first, second] : [second, first]
  await waiter.says('Another process is loading the demo catalogue')
  await loader.says('  campus-attendance-pwa')
  await loader.kill()
  await waiter.says('Readymade is ready')
  await loader.start()
  expect(loader.output()).not.toContain(loads)
  for (const { address } of servers) {
    expect(await (await fetch(`${address}/api/projects`)).text()).toMatch(/"total":14\b/)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
  }
  // The demo's sign-in is not printed, because it does not work here.
  expect(loader.output()).not.toContain('readymade-demo')
  const { rows } = await sql`select count(*) from projects`.execute(app.db)
  expect(rows).toEqual([{ count: 15 }])
  const takenBy = await app.db
    .selectFrom('payments')
    .select('gateway')
    .distinct()
    .orderBy('gateway')
    .execute()
  expect(takenBy).toEqual([{ gateway: 'sandbox' }])
  expect(await app.db.selectFrom('staff').select('email').execute()).toEqual([{ email: owner.ADMIN_EMAIL }])
})
