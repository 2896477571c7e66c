import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { processKiller, noMail } from '../../../test/killer.ts'
import { aBuyer, cartOf, source, anOffer, pausesPass } from '../../../test/orders.ts'
import { serverProcess } from '../../../test/server-process.ts'
import type { Connection } from '../../platform/database/connection.ts'

/* The real process is killed with SIGKILL while it issues invoices. */
vi.setConfig({ testTimeout: 480_000, hookTimeout: 180_000 })
const app = await startApp()
const { db } = app
// A database with a member in it is not filled with the demo catalogue.
await aBuyer(app)
const server = await serverProcess(app)
const { killedAt } = processKiller(db, server)
beforeEach(() => server.start())

/** Creates a checkout in the running process, and returns a function that pays it. */
async function aPurchase() {
  const { buyer, project } = await anOffer(app)
  const api = server.as(buyer.token)
  const { payment } = await api.orders.checkout({ body: cartOf(source(project)) })
  return () =>
    api.sandbox.pay({ params: { orderId: payment.gateway!.orderId }, body: { outcome: 'succeed' } })
}

const numbers = async () => {
  const rows = await db.selectFrom('invoices').select('serial').orderBy('serial').execute()
  return rows.map(({ serial }) => serial)
}
// A reconciliation that was killed as well begins again within a minute.
const untilIssued = (count: number) =>
  vi.waitFor(async () => expect(await numbers()).toHaveLength(count), { timeout: 120_000, interval: 50 })

const noLine = (trx: Connection) => sql`lock table invoice_lines in share mode`.execute(trx)

test('killed with an invoice half written, or written and not committed, it leaves no gap and no double', async () => {
  await (
    await aPurchase()
  )()
  await untilIssued(1)
  for (const [index, lock] of [noLine, noMail].entries()) {
    const pay = await aPurchase()
    await killedAt(lock, pay)
    expect(await numbers()).toEqual([1, 2, 3].slice(0, index + 1))
    await pausesPass(db)
    await server.start()
    await untilIssued(index + 2)
  }
  const pays = [await aPurchase(), await aPurchase(), await aPurchase()]
  // All three wait in the same process; one holds the next number.
  await killedAt(noMail, () => Promise.all(pays.map((pay) => pay())))
  await pausesPass(db)
  await server.start()
  await untilIssued(6)
  expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6])
})
