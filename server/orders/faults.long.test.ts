import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { brokenInvariants, noViolations } from '../../test/invariants.ts'
import { processKiller } from '../../test/killer.ts'
import { repetitions } from '../../test/long.ts'
import { anAdmin } from '../../test/makers.ts'
import { aBuyer, aListing, cartOf, source, pausesPass } from '../../test/orders.ts'
import { serverProcess } from '../../test/server-process.ts'
import type { Connection } from '../platform/database/connection.ts'

/*
 * X02: the real process is killed with SIGKILL at each step of a purchase and of a refund while ten buyers are buying, and
 * restarted; then nothing is lost and nothing duplicated. FAULTS=1 makes 500 purchases.
 */
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 180_000 })
const app = await startApp()
const { db } = app
await aBuyer(app)
const admin = await anAdmin(app)
const server = await serverProcess(app)
const { killForGood, untilStopped } = processKiller(db, server)
beforeAll(() => server.start())
afterAll(() => server.kill())

const lock = (table: string) => (trx: Connection) =>
  sql`lock table ${sql.table(table)} in share mode`.execute(trx)
/** The steps at which the process is stopped and killed; null: at a random moment. */
const steps: [string, ((trx: Connection) => Promise<unknown>) | null][] = [
  ['before the order is written', lock('orders')],
  ['before the gateway has the order', lock('sandbox_orders')],
  ['before the settling is noted', lock('gateway_events')],
  ['in the settling, before the ledger', lock('ledger_transactions')],
  ['in the settling, in its last step', lock('jobs.job')],
  ['at some moment', null],
  ['before the refund is written', lock('refunds')],
  ['before the gateway returns the money', lock('sandbox_refunds')],
  ['in the postings', lock('ledger_entries')],
  ['at another moment', null],
]

const price = 49_900
const batchSize = 10
const batches = Math.max(2, Math.ceil(repetitions(500) / batchSize))

test(`${batches * batchSize} purchases, each fourth of them refunded, ${batches} kills at ${Math.min(batches, steps.length)} steps: nothing lost, nothing doubled`, async () => {
  const referrer = await aBuyer(app)
  for (let round = 0; round < batches; round++) {
    const owner = await aBuyer(app)
    const buyers = await Promise.all(
      Array.from({ length: batchSize }, async () => ({
        buyer: await aBuyer(app, { referredBy: referrer.id }),
        project: await aListing(db, owner.id, price),
      })),
    )
    // With few batches the kills are spread over all steps.
    const [, stop] = steps[(round * Math.max(1, Math.floor(steps.length / batches))) % steps.length]!
    const busy = Promise.all(buyers.map((one, index) => buyWithRetries(one, index % 4 === 0)))
    await killIn(stop, 50 + ((round * 97) % 700))
    await pausesPass(db)
    await server.start()
    await busy
  }
  await vi.waitFor(
    async () => {
      await pausesPass(db)
      const { n } = await db
        .selectFrom('refunds')
        .select((column) => column.fn.countAll<number>().as('n'))
        .where('status', '<>', 'returned')
        .executeTakeFirstOrThrow()
      expect(n).toBe(0)
    },
    { timeout: 180_000, interval: 2000 },
  )
  expect(await brokenInvariants(db)).toEqual(noViolations)
  const rows = await db
    .selectFrom('orders')
    .select(['status', (column) => column.fn.countAll<number>().as('n')])
    .where('status', 'in', ['completed', 'refunded', 'refund_requested'])
    .groupBy('status')
    .orderBy('status')
    .execute()
  const refunded = batches * Math.ceil(batchSize / 4)
  expect(rows).toEqual([
    { status: 'completed', n: batches * batchSize - refunded },
    { status: 'refunded', n: refunded },
  ])
})

/** Kills the process at a step as soon as a request reaches it, or without a step after `after` ms. */
async function killIn(stop: ((trx: Connection) => Promise<unknown>) | null, after: number) {
  if (!stop) {
    await pause(after)
    return killForGood()
  }
  await db.transaction().execute(async (trx) => {
    await stop(trx)
    // Perhaps all requests are past this step already, so the wait is limited.
    await Promise.race([untilStopped(trx).catch(() => {}), pause(4000)])
    await killForGood()
  })
}

/** Buys with a retry after every failure, and requests a refund if `refunds` is set. */
async function buyWithRetries(
  { buyer, project }: { buyer: Awaited<ReturnType<typeof aBuyer>>; project: { id: string } },
  refunds: boolean,
) {
  const api = server.as(buyer.token)
  const body = cartOf(source(project))
  const retried = async <T>(step: () => Promise<T>): Promise<T> => {
    for (let time = 0; time < 2000; time++) {
      const done = await step().then(
        (value) => ({ value }),
        () => undefined,
      )
      if (done) return done.value
      await pause(60)
    }
    throw new Error('The server did not come back')
  }
  const order = await retried(async () => {
    const { items } = await api.orders.owned()
    if (items.length === 0) {
      const { payment } = await api.orders.checkout({ body })
      if (payment.gateway) {
        const params = { orderId: payment.gateway.orderId }
        const { callback } = await api.sandbox.pay({ params, body: { outcome: 'succeed' } })
        await api.orders.callback({ body: callback! })
      }
    }
    const { orders } = await api.orders.mine({ query: {} })
    const own = orders.find(({ status }) => ['completed', 'refund_requested', 'refunded'].includes(status))
    if (!own) throw new Error('Not delivered yet')
    return own
  })
  if (!refunds) return
  await retried(async () => {
    const of = { params: { id: order._id } }
    const { refund } = await api.refundRequests.get(of)
    if (refund.request?.outcome === 'approved') return
    const asked =
      refund.request?.outcome === null
        ? refund
        : (await api.refundRequests.ask({ ...of, body: { reason: 'It does not start.' } })).refund
    await server
      .as(admin.token)
      .refundRequests.decide({ params: { id: asked.request!._id }, body: { decision: 'approve' } })
  })
}
