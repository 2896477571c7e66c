import { beforeEach, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import {
  checkoutBy,
  collectWebhooks,
  balancedLedger,
  source,
  withGateway,
  payAtGateway,
  aCheckout,
  paymentOf,
  salesOf,
  beganMinutesAgo,
  checkoutEnds,
} from '../../../test/orders.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import type { Gateway } from '../../platform/payments/gateway.ts'
import { orderJobs } from '../jobs.ts'
import { reconcilePayments } from './reconcile.ts'

const app = await startApp()
beforeEach(() => void collectWebhooks(app))

const minutes = (n: number) => new Date(Date.now() - n * 60_000)
const days = (n: number) => n * 24 * 60
const quietly = async <T>(work: () => Promise<T>) => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  return work().finally(() => written.mockRestore())
}

test('a payment that neither callback nor webhook reported is found and delivered', async () => {
  const { buyer, payment } = await aCheckout(app)
  await payAtGateway(app, payment.gateway!.orderId)
  await beganMinutesAgo(app.db, payment._id, 2)
  await reconcilePayments(app.dependencies)
  expect(await paymentOf(buyer, payment._id)).toMatchObject({
    status: 'captured',
    orders: [{ status: 'completed' }],
  })
  expect(await ledgerFaults(app.db)).toEqual(balancedLedger)
})

test('the job does it, at the start of the process already', async () => {
  const { buyer, payment } = await aCheckout(app)
  await payAtGateway(app, payment.gateway!.orderId)
  await beganMinutesAgo(app.db, payment._id, 2)
  await app.jobs.work(orderJobs(app.dependencies))
  await app.jobs.run()
  expect(await paymentOf(buyer, payment._id)).toMatchObject({ status: 'captured' })
})

test('a payment of the last minute is left to the payer', async () => {
  const { payment } = await aCheckout(app)
  const paymentsOf = vi.fn<Gateway['paymentsOf']>(app.dependencies.gateway.paymentsOf)
  await withGateway(app, { paymentsOf }, () => reconcilePayments(app.dependencies))
  expect(paymentsOf).not.toHaveBeenCalledWith(payment.gateway!.orderId)
})

test('late money for a failed and for a cancelled checkout is found too', async () => {
  const failed = await aCheckout(app)
  await checkoutEnds(app.db, 'failed', failed.payment._id)
  const cancelled = await aCheckout(app)
  await checkoutEnds(app.db, 'cancelled', cancelled.payment._id)
  for (const { payment } of [failed, cancelled]) {
    await payAtGateway(app, payment.gateway!.orderId)
    await beganMinutesAgo(app.db, payment._id, days(2))
  }
  await reconcilePayments(app.dependencies)
  expect(await paymentOf(failed.buyer, failed.payment._id)).toMatchObject({ status: 'captured' })
  expect(await paymentOf(cancelled.buyer, cancelled.payment._id)).toMatchObject({ status: 'captured' })
})

test('after three days without money a checkout is cancelled with its orders', async () => {
  const { buyer, payment } = await aCheckout(app)
  await beganMinutesAgo(app.db, payment._id, days(2.9))
  await reconcilePayments(app.dependencies)
  expect(await paymentOf(buyer, payment._id)).toMatchObject({ status: 'created' })
  await beganMinutesAgo(app.db, payment._id, days(3.1))
  await reconcilePayments(app.dependencies)
  expect(await paymentOf(buyer, payment._id)).toMatchObject({
    status: 'cancelled',
    orders: [{ status: 'cancelled' }],
  })
})

test('after three days down, what was paid is delivered, not cancelled', async () => {
  const { buyer, payment } = await aCheckout(app)
  await payAtGateway(app, payment.gateway!.orderId)
  await beganMinutesAgo(app.db, payment._id, days(5))
  await reconcilePayments(app.dependencies)
  expect(await paymentOf(buyer, payment._id)).toMatchObject({ status: 'captured' })
})

test('what the gateway gives no answer about is not cancelled, and does not keep others from being found', async () => {
  const silent = await aCheckout(app)
  await beganMinutesAgo(app.db, silent.payment._id, days(5))
  const answered = await aCheckout(app)
  await payAtGateway(app, answered.payment.gateway!.orderId)
  await beganMinutesAgo(app.db, answered.payment._id, 3)
  const { paymentsOf: ask } = app.dependencies.gateway
  const paymentsOf = (orderId: string) =>
    orderId === silent.payment.gateway!.orderId ? Promise.reject(new Error('timeout')) : ask(orderId)
  await quietly(() => withGateway(app, { paymentsOf }, () => reconcilePayments(app.dependencies)))
  expect(await paymentOf(silent.buyer, silent.payment._id)).toMatchObject({ status: 'created' })
  expect(await paymentOf(answered.buyer, answered.payment._id)).toMatchObject({ status: 'captured' })
  await reconcilePayments(app.dependencies)
  expect(await paymentOf(silent.buyer, silent.payment._id)).toMatchObject({ status: 'cancelled' })
})

test('a gateway that is down is not asked about every payment', async () => {
  const many = await Promise.all(Array.from({ length: 8 }, () => aCheckout(app)))
  for (const { payment } of many) await beganMinutesAgo(app.db, payment._id, 5)
  const paymentsOf = vi.fn<Gateway['paymentsOf']>(() => Promise.reject(new Error('down')))
  await quietly(() => withGateway(app, { paymentsOf }, () => reconcilePayments(app.dependencies)))
  expect(paymentsOf).toHaveBeenCalledTimes(5)
})

test('a payment is asked about less often as it grows older', async () => {
  const { payment } = await aCheckout(app)
  const orderId = payment.gateway!.orderId
  const askedWhen = async (createdAt: Date, askedAt: Date) => {
    await app.db.updateTable('payments').set({ createdAt, askedAt }).where('id', '=', payment._id).execute()
    const paymentsOf = vi.fn<Gateway['paymentsOf']>(async () => [])
    await withGateway(app, { paymentsOf }, () => reconcilePayments(app.dependencies))
    return paymentsOf.mock.calls.some(([asked]) => asked === orderId)
  }
  expect(await askedWhen(minutes(10), minutes(1.5))).toBe(true)
  expect(await askedWhen(minutes(600), minutes(5))).toBe(false)
  expect(await askedWhen(minutes(600), minutes(61))).toBe(true)
})

test('two runs at once settle a payment once', async () => {
  const { buyer, project, payment } = await aCheckout(app)
  await payAtGateway(app, payment.gateway!.orderId)
  await beganMinutesAgo(app.db, payment._id, 2)
  await Promise.all([reconcilePayments(app.dependencies), reconcilePayments(app.dependencies)])
  expect(await paymentOf(buyer, payment._id)).toMatchObject({ status: 'captured' })
  expect(await salesOf(app, project.id)).toBe(1)
})

test('whoever paid unnoticed and buys again learns that it is theirs, not asked to pay twice', async () => {
  const { buyer, project, payment } = await aCheckout(app)
  await payAtGateway(app, payment.gateway!.orderId)
  await expect(checkoutBy(buyer, source(project))).rejects.toMatchObject({ code: 'already_owned' })
  expect(await paymentOf(buyer, payment._id)).toMatchObject({ status: 'captured' })
})
