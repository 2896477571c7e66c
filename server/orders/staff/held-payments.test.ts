import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { brokenInvariants, noViolations } from '../../../test/invariants.ts'
import { hideLog } from '../../../test/log.ts'
import { aColleague, anAdmin, mailsTo } from '../../../test/makers.ts'
import {
  balanceOf,
  cartOf,
  collectWebhooks,
  postWebhook,
  report,
  type SignedWebhook,
  source,
  wideLimits,
  withGateway,
  anOffer,
  payAtGateway,
  paymentOf,
  refundsOf,
} from '../../../test/orders.ts'
import { timePasses } from '../../../test/time.ts'
import { accounts } from '../../money/ledger/shares.ts'
import { sendRefunds } from '../returns/send.ts'
import { reconcilePayments } from '../settle/reconcile.ts'

const app = await startApp()
const { db } = app
const boss = await anAdmin(app)
const colleague = await aColleague(app, boss)
let webhooks: SignedWebhook[]
beforeEach(() => {
  webhooks = collectWebhooks(app)
  return hideLog()
})

/**
 * Begins a checkout of a project of ₹500, with its report of ₹100 when wanted; `pays` pays an amount in rupees and
 * tells it.
 */
async function aCheckout({ withReport = false, coupon = undefined as string | undefined } = {}) {
  const { seller, buyer, project } = await anOffer(app, 50_000, { reportPricePaise: 10_000 })
  const items = withReport ? [source(project), report(project)] : [source(project)]
  const { payment } = await buyer.api.orders.checkout({
    body: { ...cartOf(...items), ...(coupon && { coupon }) },
  })
  const params = { orderId: payment.gateway!.orderId }
  const tell = async () => {
    for (const webhook of webhooks.splice(0)) expect(await postWebhook(app, webhook)).toBe(200)
  }
  const pays = async (amount?: number) => {
    await app.api.sandbox.pay({ params, body: { outcome: 'succeed', ...(amount && { amount }) } })
    await tell()
  }
  const now = () => paymentOf(buyer, payment._id)
  const statuses = async () => (await now()).orders.map(({ status }) => status)
  return { seller, buyer, project, params, id: payment._id, pays, tell, now, statuses }
}
const held = async (api = boss.api) => (await api.heldPayments.list({ query: { limit: 100 } })).payments
const heldOf = async (id: string) => (await held()).find(({ _id }) => _id === id)
const decide = (id: string, action: 'deliver' | 'return', { api } = boss) =>
  api.heldPayments.decide({ params: { id }, body: { action } })
const returnedOf = async (paymentId: string) =>
  (await refundsOf(db, paymentId))
    .filter(({ status }) => status === 'returned')
    .map(({ cause, amountPaise }) => [cause, amountPaise])

test('a fee that the gateway adds on top is delivered, because its order is paid in full, and the difference has an account', async () => {
  const { seller, pays, statuses, now } = await aCheckout()
  const before = await balanceOf(db, accounts.differences)
  await pays(511.8)
  expect(await statuses()).toEqual(['completed'])
  expect((await now()).amount).toBe(500)
  expect((await balanceOf(db, accounts.differences)) - before).toBe(1180)
  expect(await balanceOf(db, accounts.owner(seller.id))).toBe(40_000)
  expect(await held()).toEqual([])
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test('less than the price is delivered when the gateway counts its order as paid, and a refund returns no more than came', async () => {
  const { buyer, seller, pays, id, statuses, now } = await aCheckout()
  const before = await balanceOf(db, accounts.differences)
  const order = { amountPaise: 50_000, paidPaise: 50_000, duePaise: 0 }
  await withGateway(app, { orderOf: async () => order }, () => pays(450))
  expect(await statuses()).toEqual(['completed'])
  expect((await balanceOf(db, accounts.differences)) - before).toBe(-5000)
  const { _id } = (await now()).orders[0]!
  await buyer.api.refundRequests.ask({ params: { id: _id }, body: { reason: 'It does not start.' } })
  const [request] = (await boss.api.refundRequests.cases({ query: {} })).refunds
  await boss.api.refundRequests.decide({ params: { id: request!._id }, body: { decision: 'approve' } })
  await sendRefunds(app.dependencies)
  expect(await returnedOf(id)).toEqual([['requested', 45_000]])
  expect(await balanceOf(db, accounts.differences)).toBe(before)
  expect(await balanceOf(db, accounts.owner(seller.id))).toBe(0)
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test('another amount of which the gateway does not say that its order is paid waits for staff, and its buyer is not asked to pay again', async () => {
  const { buyer, pays, id, now, statuses } = await aCheckout()
  await pays(450)
  expect(await now()).toMatchObject({ status: 'held', gateway: null, orders: [{ allowed: [] }] })
  expect(mailsTo(app, buyer.email, 'held payment')).toHaveLength(1)
  expect((await boss.api.dashboard.toDo()).toDo.heldPayments.count).toBe(1)
  expect(await held()).toMatchObject([
    {
      _id: id,
      isDelivered: false,
      asked: 500,
      received: 450,
      returned: 0,
      gatewayOrder: { paid: 450, due: 50 },
      allowed: ['deliver', 'return'],
      items: [{ status: 'pending' }],
    },
  ])
  expect(await brokenInvariants(db)).toEqual(noViolations)
  // We would bear what is missing, as with a coupon of ours.
  expect((await held(colleague.api))[0]!.allowed).toEqual(['return'])
  await expect(decide(id, 'deliver', colleague)).rejects.toMatchObject({ status: 403 })
  const both = await Promise.allSettled([decide(id, 'deliver'), decide(id, 'deliver'), decide(id, 'return')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  for (const one of both) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
  expect(['completed', 'cancelled']).toContain((await statuses())[0])
  expect(await held()).toEqual([])
  const { entries } = await boss.api.audit.list({ query: { kind: 'payment' } })
  expect(entries).toMatchObject([{ before: { asked: 500, received: 450, returned: 0 } }])
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test('what staff deliver is delivered at its price, with a receipt; what they return goes back whole, with a mail', async () => {
  const one = await aCheckout({ withReport: true })
  await one.pays(590)
  await decide(one.id, 'deliver')
  expect(await one.statuses()).toEqual(['completed', 'completed'])
  expect(mailsTo(app, one.buyer.email, 'receipt')).toHaveLength(1)
  const two = await aCheckout({ withReport: true })
  // Without an answer of the gateway more than the price is held too.
  const silent = { orderOf: () => Promise.reject(new Error('It does not answer')) }
  await withGateway(app, silent, () => two.pays(650.5))
  await decide(two.id, 'return', colleague)
  expect(await two.statuses()).toEqual(['cancelled', 'cancelled'])
  await sendRefunds(app.dependencies)
  const back = await returnedOf(two.id)
  expect(back.map(([cause]) => cause)).toEqual(['other_amount', 'other_amount'])
  expect(back.reduce((sum, [, paise]) => sum + Number(paise), 0)).toBe(65_050)
  expect(mailsTo(app, two.buyer.email, 'refund')).toMatchObject([
    { text: expect.stringContaining('₹650.50') },
  ])
  await expect(decide(two.id, 'return')).rejects.toMatchObject({ status: 409 })
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test('less than the first of two orders costs goes back whole, once, whether staff return it or the gateway did', async () => {
  for (const byHand of [0, 30, 50]) {
    const { params, id, pays, tell, statuses } = await aCheckout({ withReport: true })
    await pays(50)
    if (byHand > 0) await app.api.sandbox.refund({ params, body: { amount: byHand } })
    await tell()
    if (byHand < 50) await decide(id, 'return')
    await sendRefunds(app.dependencies)
    expect(await statuses()).toEqual(['cancelled', 'cancelled'])
    expect(await returnedOf(id)).toEqual(byHand < 50 ? [['other_amount', (50 - byHand) * 100]] : [])
    expect(await held()).toEqual([])
    expect(await brokenInvariants(db)).toEqual(noViolations)
  }
})

test('when the gateway answers later that its order is paid, a held payment is delivered by itself', async () => {
  const { pays, id, statuses } = await aCheckout()
  const silent = { orderOf: () => Promise.reject(new Error('It does not answer')) }
  await withGateway(app, silent, () => pays(511.8))
  expect(await heldOf(id)).toMatchObject({ gatewayOrder: null })
  await timePasses(db, '2 minutes', 'payments', { id })
  await reconcilePayments(app.dependencies)
  expect(await statuses()).toEqual(['completed'])
  expect(await heldOf(id)).toBeUndefined()
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test('who paid another amount and then the right one has the thing, and the first payment goes back', async () => {
  const { buyer, params, pays, id, statuses, tell } = await aCheckout()
  await pays(450)
  await app.api.sandbox.pay({ params, body: { outcome: 'again' } })
  await tell()
  expect(await statuses()).toEqual(['completed'])
  expect(await heldOf(id)).toBeUndefined()
  await sendRefunds(app.dependencies)
  expect(await returnedOf(id)).toEqual([['paid_twice', 45_000]])
  expect(mailsTo(app, buyer.email, 'refund')).toMatchObject([{ text: expect.stringContaining('₹450') }])
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test('who owns the thing by the time that staff deliver has the money of the held payment back', async () => {
  const one = await aCheckout()
  await one.pays(450)
  const { payment } = await one.buyer.api.orders.checkout({ body: cartOf(source(one.project)) })
  await payAtGateway(app, payment.gateway!.orderId)
  await one.tell()
  await decide(one.id, 'deliver')
  await sendRefunds(app.dependencies)
  expect(await one.statuses()).toEqual(['cancelled'])
  expect(await returnedOf(one.id)).toEqual([['owned_already', 45_000]])
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test('a held payment keeps the use of its coupon until it is decided', async () => {
  const { coupon } = await boss.api.coupons.createAsStaff({
    body: { code: 'HELDONCE', percent: 10, ...wideLimits, maxUses: 1 },
  })
  const one = await aCheckout({ coupon: coupon.code })
  await one.pays(400)
  await timePasses(db, '1 hour', 'payments', { id: one.id })
  await expect(aCheckout({ coupon: coupon.code })).rejects.toMatchObject({ status: 400 })
  await decide(one.id, 'deliver')
  expect(await one.statuses()).toEqual(['completed'])
  expect(await brokenInvariants(db)).toEqual(noViolations)
})
