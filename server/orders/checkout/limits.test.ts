import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import {
  aBuyer,
  aListing,
  type Buyer,
  cartOf,
  checkoutBy,
  collectWebhooks,
  source,
  withGateway,
  payAtGateway,
  paymentsOf,
} from '../../../test/orders.ts'
import { timePasses } from '../../../test/time.ts'
import { reconcilePayments } from '../settle/reconcile.ts'
import { settle } from '../settle/service.ts'

const app = await startApp()
const { db } = app
beforeEach(() => void collectWebhooks(app))
const seller = await aBuyer(app)
const listings = (count: number) =>
  Promise.all(Array.from({ length: count }, () => aListing(db, seller.id, 49_900)))
const minutesPass = (buyer: Buyer, minutes: number) =>
  timePasses(db, `${minutes} minutes`, 'payments', { memberId: buyer.id })

test('a member has five open payments at most, also of 12 checkouts at once, and is told how long to wait', async () => {
  const buyer = await aBuyer(app)
  const projects = await listings(12)
  const attempts = await Promise.allSettled(projects.map((project) => checkoutBy(buyer, source(project))))
  const refused = attempts.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(7)
  for (const { reason } of refused)
    expect(reason).toMatchObject({
      status: 429,
      message: expect.stringMatching(
        /^5 of your payments are still open\. Pay or finish one of them first, or try again in 30 minutes\.$/,
      ),
    })
  expect(await paymentsOf(app.db, buyer.id)).toHaveLength(5)
})

test('who paid one begins another; who left them for half an hour too, and money for the one that gave way is settled all the same', async () => {
  const buyer = await aBuyer(app)
  const projects = await listings(7)
  const begun: Awaited<ReturnType<typeof checkoutBy>>[] = []
  for (const project of projects.slice(0, 5)) begun.push(await checkoutBy(buyer, source(project)))
  const pay = ({ _id, gateway }: (typeof begun)[number]) =>
    settle(app.dependencies, {
      paymentId: `pay_${_id.replaceAll('-', '')}`,
      gatewayOrderId: gateway!.orderId,
      amountPaise: 49_900,
      currency: 'INR',
      status: 'captured',
    })
  await pay(begun[4]!)
  await checkoutBy(buyer, source(projects[5]!))
  await minutesPass(buyer, 31)
  await checkoutBy(buyer, source(projects[6]!))
  const statuses = (await paymentsOf(app.db, buyer.id)).map(({ status }) => status).toSorted()
  expect(statuses).toEqual(['cancelled', 'captured', 'created', 'created', 'created', 'created', 'created'])
  expect(await pay(begun[0]!)).toBe('completed')
})

test('a member begins 20 checkouts in ten minutes at most; the same key and others’ checkouts do not count', async () => {
  const [buyer, other] = [await aBuyer(app), await aBuyer(app)]
  const [project] = await listings(1)
  const body = cartOf(source(project!))
  for (let count = 0; count < 30; count++) await buyer.api.orders.checkout({ body })
  for (let count = 0; count < 19; count++) await checkoutBy(buyer, source(project!))
  await expect(checkoutBy(buyer, source(project!))).rejects.toMatchObject({
    status: 429,
    message: expect.stringMatching(
      /^You began many checkouts within a few minutes\. Please try again in \d+ (minutes|seconds)\.$/,
    ),
  })
  await buyer.api.orders.checkout({ body })
  await checkoutBy(other, source(project!))
})

test('checkouts that are refused count too, so nobody has the gateway asked without end', async () => {
  const buyer = await aBuyer(app)
  const [project] = await listings(1)
  await checkoutBy(buyer, source(project!))
  let asked = 0
  const paymentsOfOrder = app.dependencies.gateway.paymentsOf
  const paymentsAt = (orderId: string) => {
    asked += 1
    return paymentsOfOrder(orderId)
  }
  await withGateway(app, { paymentsOf: paymentsAt }, async () => {
    for (let count = 0; count < 40; count++)
      await buyer.api.orders
        .checkout({ body: { ...cartOf(source(project!)), expectedTotal: 1 } })
        .catch(() => {})
  })
  expect(asked).toBe(19)
})

test('of the keys of joined checkouts the newest 20 stay, for a day', async () => {
  const buyer = await aBuyer(app)
  const [project] = await listings(1)
  const { _id } = await checkoutBy(buyer, source(project!))
  const keys = Array.from({ length: 30 }, () => randomUUID())
  for (const [index, idempotencyKey] of keys.entries()) {
    if (index === 15) await db.deleteFrom('attempts').execute()
    const { payment } = await buyer.api.orders.checkout({
      body: { ...cartOf(source(project!)), idempotencyKey },
    })
    expect(payment._id).toBe(_id)
  }
  const keysNow = async () => (await paymentsOf(app.db, buyer.id))[0]!.joinedKeys
  expect(await keysNow()).toEqual(keys.slice(10))
  await reconcilePayments(app.dependencies)
  expect(await keysNow()).toHaveLength(20)
  await minutesPass(buyer, 24 * 60 + 1)
  await reconcilePayments(app.dependencies)
  expect(await keysNow()).toEqual([])
})

test('reconciliation goes round over members: a payment whose webhook was lost does not wait behind 1,000 of another', async () => {
  const [victim, attacker] = [await aBuyer(app), await aBuyer(app)]
  const [project] = await listings(1)
  await checkoutBy(attacker, source(project!))
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into payments (id, member_id, idempotency_key, gateway, gateway_key, gateway_order_id, amount_paise, state, status, created_at)
      select gen_random_uuid(), member_id, 'key ' || n, gateway, gateway_key, 'order_' || n, amount_paise, state, 'cancelled',
        now() - interval '1 hour'
      from payments, generate_series(1, 1000) n where member_id = ${attacker.id}`.execute(trx)
  })
  const payment = await checkoutBy(victim, source(project!))
  await payAtGateway(app, payment.gateway!.orderId)
  await minutesPass(victim, 2)
  let asked = 0
  const { paymentsOf: ask } = app.dependencies.gateway
  const counting = (orderId: string) => {
    asked += 1
    return ask(orderId)
  }
  await withGateway(app, { paymentsOf: counting }, () => reconcilePayments(app.dependencies))
  expect((await victim.api.orders.mine({ query: {} })).orders).toMatchObject([{ status: 'completed' }])
  expect(asked).toBeLessThan(410)
})
