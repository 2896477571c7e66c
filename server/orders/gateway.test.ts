import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { ProblemError } from '#contract/kit/problem.ts'

import { startApp } from '../../test/app.ts'
import { brokenInvariants, noViolations } from '../../test/invariants.ts'
import { repetitions } from '../../test/long.ts'
import {
  aBuyer,
  aListing,
  type Buyer,
  cartOf,
  checkoutBy,
  collectWebhooks,
  type SignedWebhook,
  postWebhook,
  source,
  payAtGateway,
  paymentOf,
} from '../../test/orders.ts'
import { sign } from '../platform/crypto.ts'
import { hmac } from '../platform/payments/webhook.ts'
import { reconcilePayments } from './settle/reconcile.ts'

/* Faults of the gateway and its events. The name of each test states the number of repetitions; FAULTS=1 makes all of them. */
vi.setConfig({ testTimeout: 1_800_000 })
const app = await startApp()
const { db, dependencies } = app
let webhooks: SignedWebhook[]
const alarms: string[] = []
beforeEach(() => {
  webhooks = collectWebhooks(app)
  alarms.length = 0
  const written = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    alarms.push((JSON.parse(String(line)) as { alarm: string }).alarm)
    return true
  })
  return () => written.mockRestore()
})

const price = 200_000
const owner = await aBuyer(app)
const referrer = await aBuyer(app)

/**
 * Creates a checkout of ₹2,000 by a referred buyer; `pay` pays it and returns the callback and the webhook, neither of
 * them sent.
 */
async function aCheckout() {
  const buyer = await aBuyer(app, { referredBy: referrer.id })
  const project = await aListing(db, owner.id, price)
  const payment = await checkoutBy(buyer, source(project))
  const orderId = payment.gateway!.orderId
  const pay = async () => {
    const callback = await payAtGateway(app, orderId)
    return { callback, webhook: webhooks.at(-1)! }
  }
  const state = async () => (await paymentOf(buyer, payment._id)).status
  return { buyer, project, orderId, id: payment._id, pay, state }
}
const secret = sign(dependencies.secret, 'sandbox gateway', 'webhook')
const signed = (event: object, key = secret): SignedWebhook => {
  const body = JSON.stringify(event)
  return {
    body,
    headers: { 'x-razorpay-signature': hmac(key, body), 'x-razorpay-event-id': `evt_${randomUUID()}` },
  }
}
const paymentEvent = (event: string, entity: object) => ({
  entity: 'event',
  account_id: 'acc_sandbox',
  event,
  contains: ['payment'],
  payload: { payment: { entity: { entity: 'payment', amount: price, currency: 'INR', ...entity } } },
  created_at: Math.floor(Date.now() / 1000),
})
const count = async (table: 'gatewayEvents' | 'ledgerTransactions') =>
  (
    await db
      .selectFrom(table)
      .select((column) => column.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

test(`D03: of ${repetitions(200)} forged webhooks none is accepted: a byte, spaces, no header, another secret`, async () => {
  const forgers: ((webhook: SignedWebhook) => SignedWebhook)[] = [
    ({ body, headers }) => ({ headers, body: body.replace('"INR"', '"INS"') }),
    ({ body, headers }) => ({ headers, body: JSON.stringify(JSON.parse(body), null, 1) }),
    ({ body }) => ({ body, headers: {} }),
    ({ body }) => signed(JSON.parse(body) as object, 'another secret'),
  ]
  const { pay, state } = await aCheckout()
  const { webhook } = await pay()
  const events = await count('gatewayEvents')
  for (let time = 0; time < Math.max(repetitions(200), 4); time++)
    expect(await postWebhook(app, forgers[time % 4]!(webhook))).toBe(400)
  expect(await state()).toBe('created')
  expect(await count('gatewayEvents')).toBe(events)
  expect(await postWebhook(app, webhook)).toBe(200)
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

describe(`D04: ${repetitions(50)} genuine webhooks that are not what was asked for deliver nothing and are held for staff, with an alarm:`, () => {
  test.each<[string, object]>([
    ['₹1 for ₹2,000', { amount: 100 }],
    ['₹1 too much', { amount: price + 100 }],
    ['dollars', { currency: 'USD' }],
  ])('%s', async (_name, wrong) => {
    for (let time = 0; time < Math.ceil(repetitions(50) / 3); time++) {
      const { orderId, state } = await aCheckout()
      const entity = { id: `pay_${randomUUID()}`, order_id: orderId, status: 'captured', ...wrong }
      expect(await postWebhook(app, signed(paymentEvent('payment.captured', entity)))).toBe(200)
      expect(await state()).toBe('held')
      expect(alarms.at(-1)).toBe('A captured payment is not what was asked for; staff have to decide')
    }
  })
  test('only authorised, or of an order that is not ours, deliver nothing', async () => {
    const { orderId, state } = await aCheckout()
    const entity = { id: 'pay_a', order_id: orderId, status: 'authorized' }
    await postWebhook(app, signed(paymentEvent('payment.authorized', entity)))
    await postWebhook(
      app,
      signed(paymentEvent('payment.captured', { ...entity, order_id: 'order_x', status: 'captured' })),
    )
    expect(await state()).toBe('created')
  })
})

test(`D05: ${repetitions(1000)} events in ten copies each at once are ${repetitions(1000)} deliveries and as many postings`, async () => {
  const before = await count('ledgerTransactions')
  for (let left = repetitions(1000); left > 0; left -= 10) {
    const sales = await Promise.all(Array.from({ length: Math.min(10, left) }, aCheckout))
    const paid = []
    for (const sale of sales) paid.push((await sale.pay()).webhook)
    await Promise.all(paid.flatMap((webhook) => Array.from({ length: 10 }, () => untilTaken(webhook))))
    for (const { state } of sales) expect(await state()).toBe('captured')
  }
  expect((await count('ledgerTransactions')) - before).toBe(repetitions(1000))
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test(`D06: authorized, captured, order.paid, failed and refund in ${Math.min(120, repetitions(500))} orders of 120, on ${repetitions(500)} purchases, end alike: whole money that went back delivers nothing`, async () => {
  const all = permutations([
    'payment.authorized',
    'payment.captured',
    'order.paid',
    'payment.failed',
    'refund.processed',
  ])
  const step = Math.max(1, Math.floor(all.length / repetitions(500)))
  for (let time = 0; time < repetitions(500); time++) {
    const order = all[(time * step) % all.length]!
    const { buyer, orderId, id: paymentId, state, pay } = await aCheckout()
    const { callback } = await pay()
    const id = callback.razorpay_payment_id
    await app.api.sandbox.refund({ params: { orderId }, body: { amount: price / 100 } })
    const returned = webhooks.at(-1)!
    const statuses: Record<string, string> = {
      'payment.authorized': 'authorized',
      'payment.failed': 'failed',
    }
    for (const event of order) {
      const entity = { id: event === 'payment.failed' ? `pay_${randomUUID()}` : id, order_id: orderId }
      const told =
        event === 'refund.processed'
          ? returned
          : signed(paymentEvent(event, { ...entity, status: statuses[event] ?? 'captured' }))
      expect(await postWebhook(app, told)).toBe(200)
    }
    expect([order.join(' '), await state()]).toEqual([order.join(' '), 'captured'])
    const payment = await paymentOf(buyer, paymentId)
    expect(['refunded', 'cancelled']).toContain(payment.orders[0]!.status)
  }
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test(`D08: of ${repetitions(500)} payments whose webhooks are all lost the reconciliation finds every one`, async () => {
  const lost = []
  for (let time = 0; time < repetitions(500); time++) {
    const sale = await aCheckout()
    await sale.pay()
    lost.push(sale.id)
  }
  // No event arrived for half an hour.
  await db
    .updateTable('payments')
    .set({ createdAt: sql<Date>`now() - interval '30 minutes'`, askedAt: null })
    .where('id', 'in', lost)
    .execute()
  for (let run = 0; run < Math.ceil(lost.length / 200); run++) await reconcilePayments(dependencies)
  const found = await db.selectFrom('payments').select('status').where('id', 'in', lost).execute()
  expect(found.filter(({ status }) => status !== 'captured')).toEqual([])
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test(`D09: ${repetitions(200)} times twenty presses of Pay at once, two keys among them: one payment, one order at the gateway`, async () => {
  for (let round = 0; round < repetitions(200); round++) {
    const buyer = await aBuyer(app)
    const project = await aListing(db, owner.id, price)
    const bodies = [cartOf(source(project)), cartOf(source(project))]
    const before = await ordersAtGateway()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => untilServed(buyer, bodies[index % 2]!)),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect((await ordersAtGateway()) - before).toBe(1)
    await expect(
      buyer.api.orders.checkout({ body: { ...bodies[0]!, state: 'Kerala' } }),
    ).rejects.toMatchObject({ code: 'conflict' })
  }
})

test(`D13: ${repetitions(100)} forged callbacks complete nothing; as many closed tabs are delivered by the webhook`, async () => {
  for (let time = 0; time < repetitions(100); time++) {
    const { buyer, orderId, state, pay } = await aCheckout()
    const forged = {
      razorpay_order_id: orderId,
      razorpay_payment_id: `pay_${randomUUID()}`,
      razorpay_signature: hmac('a guess', orderId),
    }
    await expect(buyer.api.orders.callback({ body: forged })).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await state()).toBe('created')
    await postWebhook(app, (await pay()).webhook)
    expect(await state()).toBe('captured')
  }
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

/** Sends a webhook as a gateway does: again when a busy server answers 503. */
async function untilTaken(webhook: SignedWebhook) {
  for (;;) {
    const status = await postWebhook(app, webhook)
    if (status === 200) return
    expect(status).toBe(503)
  }
}

/** Checks out, again when the server sheds the request. */
const untilServed = async (buyer: Buyer, body: ReturnType<typeof cartOf>) => {
  for (;;) {
    const answer = await buyer.api.orders.checkout({ body }).catch((thrown: unknown) => {
      if (!(thrown instanceof ProblemError) || thrown.code !== 'unavailable') throw thrown
      return undefined
    })
    if (answer) return answer
  }
}

const ordersAtGateway = async () =>
  (
    await db
      .selectFrom('sandboxOrders')
      .select((column) => column.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

const permutations = <T>(items: T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item) =>
        permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
      )
