import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { processKiller, noMail } from '../../test/killer.ts'
import { isLong } from '../../test/long.ts'
import { projectRow, mailsTo } from '../../test/makers.ts'
import {
  aBuyer,
  balanceOf,
  cartOf,
  balancedLedger,
  source,
  anOffer,
  paymentsOf,
  pausesPass,
  ordersOf,
} from '../../test/orders.ts'
import { serverProcess } from '../../test/server-process.ts'
import { ledgerFaults } from '../money/ledger/service.ts'
import { accounts } from '../money/ledger/shares.ts'
import type { Connection } from '../platform/database/connection.ts'
import { sealer } from '../platform/jobs/jobs.ts'

/*
 * The real process is killed with SIGKILL at every step of a purchase. A lock that the test holds in the database stops
 * the process exactly there, in the middle of a transaction if need be, so that the server needs no failpoints.
 */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 })
const app = await startApp()
const { db } = app
const { open } = sealer(app.dependencies.secret)
// A database with a member in it is not filled with the demo catalogue.
await aBuyer(app)
const server = await serverProcess(app)
const { killedAt, killForGood, untilStopped } = processKiller(db, server)
beforeEach(() => server.start())

/** Creates a buyer and a project, and returns the steps of the purchase as a browser makes them. */
async function aPurchase() {
  const { seller, buyer, project } = await anOffer(app)
  const api = server.as(buyer.token)
  const body = cartOf(source(project))
  const checkout = async () => (await api.orders.checkout({ body })).payment
  const pay = async (orderId: string) =>
    (await api.sandbox.pay({ params: { orderId }, body: { outcome: 'succeed' } })).callback!
  const sendCallback = async (callback: Awaited<ReturnType<typeof pay>>) =>
    (await api.orders.callback({ body: callback })).payment
  return { seller, buyer, project, checkout, pay, sendCallback }
}
type Purchase = Awaited<ReturnType<typeof aPurchase>>

const eventsNoted = async () => (await db.selectFrom('gatewayEvents').select('id').execute()).length

const noOrders = (trx: Connection) => sql`lock table orders in share mode`.execute(trx)
const noGateway = (trx: Connection) => sql`lock table sandbox_orders in share mode`.execute(trx)
const noSale = (purchase: Purchase) => (trx: Connection) =>
  trx.selectFrom('projects').select('id').where('id', '=', purchase.project.id).forUpdate().execute()

const untilDelivered = (purchase: Purchase) =>
  vi.waitFor(
    async () =>
      expect((await paymentsOf(db, purchase.buyer.id)).map(({ status }) => status)).toEqual(['captured']),
    {
      timeout: 120_000,
      interval: 50,
    },
  )

/** All traces of a purchase in the database. */
async function whatBecameOf(purchase: Purchase) {
  const { buyer, seller, project } = purchase
  const payments = await paymentsOf(db, purchase.buyer.id)
  const orders = await ordersOf(db, { memberId: buyer.id })
  const sold = await projectRow(db, project.id)
  const { rows: emails } = await sql<{ data: { sealed: string } }>`
    select data from jobs.job where name = 'mail'`.execute(db)
  const receipts = [
    ...emails.filter(({ data }) => (open(data) as { memberId?: string }).memberId === buyer.id),
    ...mailsTo(app, buyer.email, 'receipt'),
  ]
  return {
    payments: payments.map(({ status }) => status),
    orders: orders.map(({ status }) => status),
    sales: sold.salesCount,
    ownersShare: await balanceOf(db, accounts.owner(seller.id)),
    receipts: receipts.length,
    ledger: await ledgerFaults(db),
  }
}

/** The traces of a purchase that was delivered once. */
const boughtOnce = {
  payments: ['captured'],
  orders: ['completed'],
  sales: 1,
  ownersShare: 39_920,
  receipts: 1,
  ledger: balancedLedger,
}

describe('killed', () => {
  test.runIf(isLong)(
    'in the checkout before it is written, it leaves nothing, and a retry begins anew',
    async () => {
      const purchase = await aPurchase()
      await killedAt(noOrders, purchase.checkout)
      expect(await paymentsOf(db, purchase.buyer.id)).toEqual([])
      await server.start()
      const { gateway } = await purchase.checkout()
      await purchase.sendCallback(await purchase.pay(gateway!.orderId))
      expect(await whatBecameOf(purchase)).toEqual(boughtOnce)
    },
  )

  test.runIf(isLong)(
    'in the checkout while the gateway is asked, a retry continues the same payment',
    async () => {
      const purchase = await aPurchase()
      await killedAt(noGateway, purchase.checkout)
      const [begun] = await paymentsOf(db, purchase.buyer.id)
      expect(begun).toMatchObject({ status: 'created', gatewayOrderId: null })
      await server.start()
      await pausesPass(db)
      const payment = await purchase.checkout()
      expect(payment._id).toBe(begun!.id)
      await purchase.sendCallback(await purchase.pay(payment.gateway!.orderId))
      expect(await whatBecameOf(purchase)).toEqual(boughtOnce)
    },
  )

  test.runIf(isLong)(
    'in the checkout after the gateway made the order, a retry finds that order',
    async () => {
      const purchase = await aPurchase()
      await db.transaction().execute(async (payments) => {
        const ended = await db.transaction().execute(async (gateway) => {
          await noGateway(gateway)
          const checkout = purchase.checkout().catch(() => {})
          await untilStopped(gateway)
          await payments
            .selectFrom('payments')
            .select('id')
            .where('memberId', '=', purchase.buyer.id)
            .forUpdate()
            .execute()
          return { checkout }
        })
        const made = () =>
          db.selectFrom('sandboxOrders').select('id').where('status', '=', 'created').execute()
        await vi.waitFor(async () => expect(await made()).toHaveLength(1), { timeout: 60_000 })
        await untilStopped(payments)
        await killForGood()
        await ended.checkout
      })
      expect(await paymentsOf(db, purchase.buyer.id)).toMatchObject([{ gatewayOrderId: null }])
      await server.start()
      await pausesPass(db)
      const { gateway } = await purchase.checkout()
      const orders = await db
        .selectFrom('sandboxOrders')
        .select('id')
        .where('status', '=', 'created')
        .execute()
      expect(orders).toEqual([{ id: gateway!.orderId }])
      await purchase.sendCallback(await purchase.pay(gateway!.orderId))
      expect(await whatBecameOf(purchase)).toEqual(boughtOnce)
    },
  )

  test.runIf(isLong)('after the checkout, the payer pays as if nothing had been', async () => {
    const purchase = await aPurchase()
    const { gateway } = await purchase.checkout()
    await server.kill()
    await server.start()
    await purchase.sendCallback(await purchase.pay(gateway!.orderId))
    expect(await whatBecameOf(purchase)).toEqual(boughtOnce)
  })

  test.runIf(isLong)(
    'right after the payer paid, it delivers when it is back, without callback',
    async () => {
      const purchase = await aPurchase()
      await purchase.pay((await purchase.checkout()).gateway!.orderId)
      await server.kill()
      await pausesPass(db)
      await server.start()
      await untilDelivered(purchase)
      expect(await whatBecameOf(purchase)).toEqual(boughtOnce)
    },
  )

  test.runIf(isLong).each([
    ['in the middle of the delivery that the webhook began', noSale],
    ['in its last step', () => noMail],
  ])('%s, nothing of it stays, and it delivers when it is back', async (_name, lock) => {
    const purchase = await aPurchase()
    const { gateway } = await purchase.checkout()
    const before = await eventsNoted()
    await killedAt(lock(purchase), () => purchase.pay(gateway!.orderId))
    expect(await paymentsOf(db, purchase.buyer.id)).toMatchObject([{ status: 'created' }])
    expect(await eventsNoted()).toBe(before)
    await pausesPass(db)
    await server.start()
    await untilDelivered(purchase)
    expect(await whatBecameOf(purchase)).toEqual(boughtOnce)
  })

  test('in the middle of the callback, the browser sends it again and another process answers; nothing that was answered before is gone', async () => {
    const [answered, purchase] = [await aPurchase(), await aPurchase()]
    const paid = await answered.checkout()
    await answered.sendCallback(await answered.pay(paid.gateway!.orderId))
    const { gateway } = await purchase.checkout()
    let callback: Awaited<ReturnType<Purchase['pay']>>
    await killedAt(noSale(purchase), async () => {
      callback = await purchase.pay(gateway!.orderId)
      await purchase.sendCallback(callback)
    })
    expect(await whatBecameOf(answered)).toEqual(boughtOnce)
    expect(await paymentsOf(db, purchase.buyer.id)).toMatchObject([{ status: 'created' }])
    const { payment } = await purchase.buyer.api.orders.callback({ body: callback! })
    expect(payment).toMatchObject({ status: 'captured', orders: [{ status: 'completed' }] })
    expect(await whatBecameOf(purchase)).toEqual(boughtOnce)
  })

  test.runIf(isLong)('in the middle of the reconciliation, the next one does it', async () => {
    const purchase = await aPurchase()
    const { gateway } = await purchase.checkout()
    await killedAt(noSale(purchase), () => purchase.pay(gateway!.orderId))
    await pausesPass(db)
    await killedAt(noSale(purchase), server.start)
    expect(await paymentsOf(db, purchase.buyer.id)).toMatchObject([{ status: 'created' }])
    await pausesPass(db)
    await server.start()
    await untilDelivered(purchase)
    expect(await whatBecameOf(purchase)).toEqual(boughtOnce)
  })

  test.runIf(isLong)('at any moment, again and again, everybody gets what they bought, once', async () => {
    const purchases = await Promise.all(Array.from({ length: 6 }, aPurchase))
    const buying = Promise.all(purchases.map(buyWithRetries))
    for (const moment of [15, 60, 120, 250]) {
      await pause(moment)
      await killForGood()
      await pausesPass(db)
      await server.start()
    }
    await buying
    for (const purchase of purchases) {
      await untilDelivered(purchase)
      expect(await whatBecameOf(purchase)).toEqual(boughtOnce)
    }
  })
})

/** Buys with a retry after every failure, until the order is completed. */
async function buyWithRetries({ checkout, pay, sendCallback }: Purchase) {
  for (;;) {
    try {
      const payment = await checkout()
      if (payment.status === 'captured') return
      await sendCallback(await pay(payment.gateway!.orderId))
    } catch {
      await pause(30)
    }
  }
}
