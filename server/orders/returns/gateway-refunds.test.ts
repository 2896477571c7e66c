import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { brokenInvariants, noViolations } from '../../../test/invariants.ts'
import { hideLog } from '../../../test/log.ts'
import { aColleague, anAdmin, mailsTo } from '../../../test/makers.ts'
import {
  aBuyer,
  balanceOf,
  cartOf,
  collectWebhooks,
  postWebhook,
  report,
  type SignedWebhook,
  source,
  anOffer,
  paymentOf,
  atGateway,
} from '../../../test/orders.ts'
import { timePasses } from '../../../test/time.ts'
import { accounts } from '../../money/ledger/shares.ts'
import { reconcilePayments } from '../settle/reconcile.ts'
import { sendRefunds } from './send.ts'

const app = await startApp()
const { db } = app
const boss = await anAdmin(app)
const colleague = await aColleague(app, boss)
let webhooks: SignedWebhook[]
beforeEach(() => {
  webhooks = collectWebhooks(app)
  return hideLog()
})

/** A checkout of a project of ₹500 and its report of ₹100 by a referred buyer. `tell` sends the webhooks that wait. */
async function aCheckout() {
  const referrer = await aBuyer(app)
  const { seller, buyer, project } = await anOffer(app, 50_000, {
    reportPricePaise: 10_000,
    referredBy: referrer.id,
  })
  const { payment } = await buyer.api.orders.checkout({ body: cartOf(source(project), report(project)) })
  const params = { orderId: payment.gateway!.orderId }
  const tell = async (those = webhooks.splice(0)) => {
    for (const webhook of those) expect(await postWebhook(app, webhook)).toBe(200)
  }
  const pay = (body: object = {}) => app.api.sandbox.pay({ params, body: { outcome: 'succeed', ...body } })
  const paid = async () => {
    await pay()
    await tell()
  }
  const returned = (amount: number) => app.api.sandbox.refund({ params, body: { amount } })
  const now = () => paymentOf(buyer, payment._id)
  const statuses = async () => (await now()).orders.map(({ status }) => status)
  const earned = async () => [
    await balanceOf(db, accounts.owner(seller.id)),
    await balanceOf(db, accounts.commission(referrer.id)),
  ]
  const order = async (index = 0) => (await now()).orders[index]!
  return {
    buyer,
    seller,
    project,
    params,
    id: payment._id,
    tell,
    pay,
    paid,
    returned,
    now,
    statuses,
    earned,
    order,
  }
}
const held = async () => (await boss.api.heldPayments.list({ query: {} })).payments
const decide = (id: string, action: 'deliver' | 'return', { api } = boss) =>
  api.heldPayments.decide({ params: { id }, body: { action } })
/** What the sandbox returned of an order's first payment, by us and by hand, in paise. */
const returnedBy = async (paymentId: string) => {
  const { gatewayPaymentId } = await atGateway(db, paymentId)
  const refunds = await app.dependencies.gateway.refundsOf(gatewayPaymentId)
  const sum = (isOurs: boolean) =>
    refunds
      .filter(({ key }) => (key !== undefined) === isOurs)
      .reduce((total, { amountPaise }) => total + amountPaise, 0)
  return { byUs: sum(true), byHand: sum(false) }
}

test('all of it returned on the gateway’s pages takes every order back, once, however often and at once it is told, and nothing is returned again', async () => {
  const { buyer, seller, id, paid, returned, statuses, earned, order } = await aCheckout()
  await paid()
  await returned(600)
  const [told] = webhooks.splice(0)
  const copies = Array.from({ length: 12 }, (_, index) => ({
    ...told!,
    headers: { ...told!.headers, 'x-razorpay-event-id': `evt_${id}_${index % 6}` },
  }))
  await Promise.all(copies.map((webhook) => postWebhook(app, webhook)))
  expect(await statuses()).toEqual(['refunded', 'refunded'])
  expect(await earned()).toEqual([0, 0])
  expect((await order()).creditNote).toMatch(/^RC\//)
  await sendRefunds(app.dependencies)
  expect(await returnedBy(id)).toEqual({ byUs: 0, byHand: 60_000 })
  const { refund } = await buyer.api.refundRequests.get({ params: { id: (await order())._id } })
  expect(refund.money).toMatchObject({ status: 'returned', amount: 500, cause: 'returned_at_gateway' })
  expect(mailsTo(app, buyer.email, 'refund')).toHaveLength(2)
  expect(mailsTo(app, seller.email, 'refund-of-sale')).toHaveLength(2)
  expect(await held()).toEqual([])
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test('returned before the payment is told, nothing is delivered when it is', async () => {
  const { buyer, pay, returned, tell, statuses, earned } = await aCheckout()
  await pay()
  await returned(600)
  await tell(webhooks.splice(0).toReversed())
  expect(await statuses()).toEqual(['cancelled', 'cancelled'])
  expect(await earned()).toEqual([0, 0])
  expect(mailsTo(app, buyer.email, 'refund')).toMatchObject([{ subject: 'Your payment went back to you' }])
  expect(await held()).toEqual([])
  await sendRefunds(app.dependencies)
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test.each([
  ['before the reconciliation learns of the payment', false],
  ['before it confirms the payment', true],
])('returned without a webhook %s, the reconciliation finds it', async (_name, isTold) => {
  const { id, pay, paid, returned, statuses, earned } = await aCheckout()
  await (isTold ? paid() : pay())
  await returned(600)
  webhooks.length = 0
  await timePasses(db, '2 minutes', 'payments', { id })
  await reconcilePayments(app.dependencies)
  expect(await statuses()).toEqual(isTold ? ['refunded', 'refunded'] : ['cancelled', 'cancelled'])
  expect(await earned()).toEqual([0, 0])
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test('a part of it goes to staff with the figures; left delivered, the marketplace bears it', async () => {
  const { id, paid, returned, tell, statuses, earned } = await aCheckout()
  await paid()
  const before = await earned()
  await returned(200)
  await tell()
  expect(await statuses()).toEqual(['completed', 'completed'])
  expect(await held()).toMatchObject([
    { _id: id, isDelivered: true, asked: 600, received: 600, returned: 200, allowed: ['deliver', 'return'] },
  ])
  expect(await brokenInvariants(db)).toEqual(noViolations)
  await expect(decide(id, 'deliver', colleague)).rejects.toMatchObject({ status: 403 })
  await decide(id, 'deliver')
  expect(await held()).toEqual([])
  expect(await earned()).toEqual(before)
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test('a part of it goes to staff; taken back, only the rest is returned', async () => {
  const { id, buyer, paid, returned, tell, statuses, earned } = await aCheckout()
  await paid()
  await returned(200)
  await tell()
  const pressed = await Promise.allSettled([decide(id, 'return'), decide(id, 'return', colleague)])
  expect(pressed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await statuses()).toEqual(['refunded', 'refunded'])
  expect(await earned()).toEqual([0, 0])
  await sendRefunds(app.dependencies)
  expect(await returnedBy(id)).toEqual({ byUs: 40_000, byHand: 20_000 })
  expect(mailsTo(app, buyer.email, 'refund')).toHaveLength(2)
  expect(await held()).toEqual([])
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test('part by part until all of it is returned, the orders are taken back with the last', async () => {
  const { id, paid, returned, tell, statuses } = await aCheckout()
  await paid()
  for (const amount of [100, 200, 300]) {
    expect(await statuses()).toEqual(['completed', 'completed'])
    await returned(amount)
    await tell()
  }
  expect(await statuses()).toEqual(['refunded', 'refunded'])
  await sendRefunds(app.dependencies)
  expect(await returnedBy(id)).toEqual({ byUs: 0, byHand: 60_000 })
  expect(await held()).toEqual([])
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test('a part before the payment is told is held; delivered or returned, the sums are right', async () => {
  for (const action of ['deliver', 'return'] as const) {
    const { id, pay, returned, tell, statuses } = await aCheckout()
    await pay()
    await returned(200)
    await tell(webhooks.splice(0).toReversed())
    expect(await held()).toMatchObject([{ _id: id, isDelivered: false, received: 600, returned: 200 }])
    expect(await brokenInvariants(db)).toEqual(noViolations)
    await decide(id, action)
    await sendRefunds(app.dependencies)
    expect(new Set(await statuses())).toEqual(new Set([action === 'deliver' ? 'completed' : 'cancelled']))
    expect(await returnedBy(id)).toEqual({ byUs: action === 'deliver' ? 0 : 40_000, byHand: 20_000 })
    expect(await brokenInvariants(db)).toEqual(noViolations)
  }
})

test('while our own refund is under way, what is returned by hand takes its place, and no more than was paid goes back', async () => {
  const { id, buyer, paid, returned, tell, statuses, order } = await aCheckout()
  await paid()
  const { _id } = await order()
  await buyer.api.refundRequests.ask({ params: { id: _id }, body: { reason: 'It does not start.' } })
  const [request] = (await boss.api.refundRequests.cases({ query: {} })).refunds
  await boss.api.refundRequests.decide({ params: { id: request!._id }, body: { decision: 'approve' } })
  // ₹500 are due and not begun at the gateway; staff return the whole payment there.
  await returned(600)
  await tell()
  await sendRefunds(app.dependencies)
  expect(new Set(await statuses())).toEqual(new Set(['refunded']))
  expect(await returnedBy(id)).toEqual({ byUs: 0, byHand: 60_000 })
  expect(await held()).toEqual([])
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test('after our own refund of one order, the rest returned by hand takes the other one back', async () => {
  const { id, buyer, paid, returned, tell, statuses, now } = await aCheckout()
  await paid()
  const source = (await now()).orders.find(({ kind }) => kind === 'source')!
  await buyer.api.refundRequests.ask({ params: { id: source._id }, body: { reason: 'It does not start.' } })
  const [request] = (await boss.api.refundRequests.cases({ query: {} })).refunds
  await boss.api.refundRequests.decide({ params: { id: request!._id }, body: { decision: 'approve' } })
  await sendRefunds(app.dependencies)
  await tell()
  await returned(100)
  await tell()
  expect(await statuses()).toEqual(['refunded', 'refunded'])
  expect(await returnedBy(id)).toEqual({ byUs: 50_000, byHand: 10_000 })
  expect(await held()).toEqual([])
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test('a fee on top that is returned with the price leaves nothing over, and one that is kept neither', async () => {
  for (const back of [611.8, 600]) {
    const { pay, returned, tell, statuses } = await aCheckout()
    const before = await balanceOf(db, accounts.differences)
    await pay({ amount: 611.8 })
    await tell()
    await returned(back)
    await tell()
    await sendRefunds(app.dependencies)
    expect(await statuses()).toEqual(['refunded', 'refunded'])
    expect((await balanceOf(db, accounts.differences)) - before).toBe(back === 600 ? 1180 : 0)
    expect(await held()).toEqual([])
    expect(await brokenInvariants(db)).toEqual(noViolations)
  }
})

test('a refund on another product of the same account, or one that is pending or failed, changes nothing', async () => {
  const { id, paid, statuses } = await aCheckout()
  await paid()
  const { recordRefund } = await import('./gateway-refunds.ts')
  const { gatewayPaymentId } = await atGateway(db, id)
  const tell = (paymentId: string, status: 'pending' | 'processed' | 'failed') =>
    db.transaction().execute((trx) =>
      recordRefund(app.dependencies, trx, app.dependencies.gateway, {
        refundId: `rfnd_${paymentId}`,
        paymentId,
        amountPaise: 60_000,
        key: undefined,
        status,
      }),
    )
  await tell('pay_of_another_product', 'processed')
  await tell(gatewayPaymentId, 'pending')
  await tell(gatewayPaymentId, 'failed')
  expect(await statuses()).toEqual(['completed', 'completed'])
  expect(await held()).toEqual([])
})
