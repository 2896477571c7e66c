import { createHmac } from 'node:crypto'

import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { disputeWebhook } from '../../test/dispute-webhook.ts'
import { anAdmin } from '../../test/makers.ts'
import {
  checkoutBy,
  postWebhook,
  balancedLedger,
  source,
  aCheckout,
  paymentOf,
  beganMinutesAgo,
  aSale,
  atGateway,
} from '../../test/orders.ts'
import { razorpayServer } from '../../test/razorpay-server.ts'
import { refundsIn } from '../../test/refunds.ts'
import { ledgerFaults } from '../money/ledger/service.ts'
import { razorpayGateway } from '../platform/payments/razorpay.ts'
import { sandboxGateway, type SandboxGateway } from '../platform/payments/sandbox.ts'
import { reconcileDisputes } from './disputes/service.ts'
import { sendRefunds } from './returns/send.ts'
import { reconcilePayments } from './settle/reconcile.ts'
import { checkGateways } from './unreachable-gateways.ts'

const razorpay = await razorpayServer()
const app = await startApp()
const { db, dependencies } = app
const admin = await anAdmin(app)
const { asked } = refundsIn(app)

const sent: { body: string; headers: Record<string, string> }[] = []
const { publicUrl } = dependencies.config
const deliver = async (body: string, headers: Record<string, string>) => void sent.push({ body, headers })
const sandbox: SandboxGateway = sandboxGateway({ db, secret: dependencies.secret, publicUrl, deliver })
const other = razorpayGateway({ ...razorpay.account, keyId: 'rzp_test_other' })

let written: string[] = []
beforeEach(async () => {
  Object.assign(dependencies, { gateway: sandbox, formerGateways: [] })
  // The fake Razorpay numbers its orders anew in each test.
  razorpay.payments.clear()
  await sql`update payments set gateway_order_id = 'past ' || id where gateway = 'razorpay'`.execute(db)
  sent.length = 0
  written = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  return () => write.mockRestore()
})

/** Makes Razorpay the gateway for new payments, with the sandbox as a former gateway if `follows` is set. */
const change = ({ follows }: { follows: boolean }) =>
  Object.assign(dependencies, { gateway: razorpay.gateway, formerGateways: follows ? [sandbox] : [] })

const begun = async () => {
  const checkout = await aCheckout(app)
  return { ...checkout, now: () => paymentOf(checkout.buyer, checkout.payment._id) }
}
/** Creates a due refund of a payment through the sandbox. */
const aRefund = async () => {
  const purchase = await asked()
  await admin.api.refundRequests.decide({ ...purchase.at, body: { decision: 'approve' } })
  const money = async () => (await purchase.buyer.api.refundRequests.get(purchase.of)).refund.money
  return { ...purchase, money }
}
const stranded = async () => (await admin.api.dashboard.toDo()).toDo.stranded
const metrics = async () => (await app.app.inject('/metrics')).body

describe('after a change of gateway the old one is followed', () => {
  test('what it took it returns, and new payments go to the new one', async () => {
    const { money } = await aRefund()
    change({ follows: true })
    await sendRefunds(dependencies)
    expect(await money()).toMatchObject({ status: 'returned', amount: 499 })
    const { payment } = await begun()
    expect(payment.gateway).toMatchObject({ name: 'razorpay', keyId: 'rzp_test_1' })
    expect(razorpay.seen.map(({ line }) => line)).toEqual(['POST /v1/orders'])
    expect(await stranded()).toEqual([])
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('its callback, its webhook and the reconciliation settle its payments', async () => {
    const [called, told, found] = [await begun(), await begun(), await begun()]
    change({ follows: true })
    const callback = await sandbox.pay(called.orderId, 'succeed')
    sent.length = 0
    await called.buyer.api.orders.callback({ body: callback! })
    expect(await called.now()).toMatchObject({ status: 'captured' })
    await sandbox.pay(told.orderId, 'succeed')
    expect(await postWebhook(app, sent.pop()!)).toBe(200)
    expect(await told.now()).toMatchObject({ status: 'captured' })
    await sandbox.pay(found.orderId, 'succeed')
    await beganMinutesAgo(db, found.payment._id, 10)
    await reconcilePayments(dependencies)
    expect(await found.now()).toMatchObject({ status: 'captured' })
    const { reconciledAt } = await db
      .selectFrom('payments')
      .select('reconciledAt')
      .where('id', '=', called.payment._id)
      .executeTakeFirstOrThrow()
    expect(reconciledAt).toBeNull()
    await sql`update payments set captured_at = now() - interval '5 minutes', asked_at = null where status = 'captured'`.execute(
      db,
    )
    await reconcilePayments(dependencies)
    const open = db
      .selectFrom('payments')
      .select('id')
      .where('reconciledAt', 'is', null)
      .where('status', '=', 'captured')
    expect(await open.execute()).toEqual([])
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('a dispute about its payment freezes what was earned by it', async () => {
    const { _id } = (await aSale(app)).payment
    const { gatewayPaymentId: paymentId } = await atGateway(db, _id)
    change({ follows: true })
    const fields = { paymentId, amount: 49_900 }
    expect(await postWebhook(app, disputeWebhook(dependencies.secret, 'created', fields))).toBe(200)
    const dispute = await db.selectFrom('disputes').selectAll().executeTakeFirstOrThrow()
    expect(dispute).toMatchObject({ gateway: 'sandbox', gatewayPaymentId: paymentId })
    expect(await db.selectFrom('disputedOrders').selectAll().execute()).toHaveLength(1)
    await reconcileDisputes(dependencies)
    expect(written.join('')).not.toContain('could not be asked')
  })

  test('an open payment of it is not offered to the new one; buying again begins another', async () => {
    const { buyer, project, payment, now } = await begun()
    change({ follows: true })
    expect((await now()).gateway).toBeNull()
    const again = await checkoutBy(buyer, source(project))
    expect(again._id).not.toBe(payment._id)
    expect(again.gateway).toMatchObject({ name: 'razorpay' })
    expect((await now()).status).toBe('cancelled')
  })
})

describe('a gateway that cannot be asked any more', () => {
  test('is an alarm, a metric and a line for staff, loses nothing and keeps nobody else waiting', async () => {
    await sql`update payments set status = 'cancelled' where status = 'created'`.execute(db)
    const { money } = await aRefund()
    const paid = await begun()
    await sandbox.pay(paid.orderId, 'succeed')
    const abandoned = await begun()
    change({ follows: false })
    await beganMinutesAgo(db, paid.payment._id, 4 * 24 * 60)
    const mine = await begun()
    razorpay.payments.set(mine.orderId, [
      { id: 'pay_mine', order_id: mine.orderId, amount: 49_900, currency: 'INR', status: 'captured' },
    ])
    await beganMinutesAgo(db, mine.payment._id, 10)
    await reconcilePayments(dependencies)
    await sendRefunds(dependencies)
    expect(await mine.now()).toMatchObject({ status: 'captured' })
    expect(await money()).toMatchObject({ status: 'due' })
    // It is four days old and yet not cancelled, because its gateway could not be asked.
    expect(await paid.now()).toMatchObject({ status: 'created' })
    const [waiting, ...others] = await stranded()
    expect(others).toEqual([])
    expect(waiting).toMatchObject({ gateway: 'sandbox', key: 'sandbox', refunds: 1, disputes: 1 })
    expect(waiting!.payments).toBeGreaterThanOrEqual(2)
    await checkGateways(dependencies)
    expect(written.join('')).toContain('Money waits for a gateway that cannot be asked')
    expect(await metrics()).toContain('readymade_waiting_for_gateway{gateway="sandbox",what="refunds"} 1')
    change({ follows: true })
    await reconcilePayments(dependencies)
    await sendRefunds(dependencies)
    expect(await paid.now()).toMatchObject({ status: 'captured' })
    expect(await money()).toMatchObject({ status: 'returned' })
    await checkGateways(dependencies)
    expect(await metrics()).not.toContain('readymade_waiting_for_gateway{')
    await beganMinutesAgo(db, abandoned.payment._id, 31 * 24 * 60)
    change({ follows: false })
    await reconcilePayments(dependencies)
    expect(await abandoned.now()).toMatchObject({ status: 'cancelled' })
  })

  test('another account at the same company is one, a new key of the same account is not', async () => {
    Object.assign(dependencies, { gateway: other })
    const { payment, orderId, now } = await begun()
    Object.assign(dependencies, { gateway: razorpay.gateway })
    expect((await now()).gateway).toBeNull()
    await beganMinutesAgo(db, payment._id, 10)
    razorpay.payments.set(orderId, [
      { id: 'pay_other', order_id: orderId, amount: 49_900, currency: 'INR', status: 'captured' },
    ])
    await reconcilePayments(dependencies)
    expect(await now()).toMatchObject({ status: 'created' })
    expect(await stranded()).toContainEqual({
      gateway: 'razorpay',
      key: 'rzp_test_other',
      payments: 1,
      refunds: 0,
      disputes: 0,
    })
    const replacedKeyIds = ['rzp_test_other']
    Object.assign(dependencies, { gateway: razorpayGateway({ ...razorpay.account, replacedKeyIds }) })
    expect((await now()).gateway).toMatchObject({ keyId: 'rzp_test_1', orderId })
    expect((await stranded()).map(({ key }) => key)).not.toContain('rzp_test_other')
    await reconcilePayments(dependencies)
    expect(await now()).toMatchObject({ status: 'captured' })
  })

  test('one that fails keeps no other one waiting', async () => {
    const [failing, other] = [await aRefund(), await aRefund()]
    const taken = { gateway: 'razorpay', gatewayKey: 'rzp_test_1' }
    const { paymentId } = (await failing.buyer.api.orders.get(failing.of)).order
    await db.updateTable('payments').set(taken).where('id', '=', paymentId).execute()
    Object.assign(dependencies, { gateway: razorpay.nobody, formerGateways: [sandbox] })
    await sendRefunds(dependencies)
    expect(written.join('')).toContain('Money could not be returned yet')
    expect(await failing.money()).toMatchObject({ status: 'due' })
    expect(await other.money()).toMatchObject({ status: 'returned' })
  })
})

test('a callback of a gateway that is gone is refused, one signed by nobody too', async () => {
  const { buyer, orderId, now } = await begun()
  const callback = await sandbox.pay(orderId, 'succeed')
  change({ follows: false })
  await expect(buyer.api.orders.callback({ body: callback! })).rejects.toMatchObject({ status: 400 })
  change({ follows: true })
  const forged = createHmac('sha256', 'x').update('y').digest('hex')
  await expect(
    buyer.api.orders.callback({ body: { ...callback!, razorpay_signature: forged } }),
  ).rejects.toMatchObject({ status: 400 })
  expect(await now()).toMatchObject({ status: 'created' })
})
