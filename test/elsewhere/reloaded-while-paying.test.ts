import { expect, test, vi } from 'vitest'

import { settle } from '#server/orders/settle/service.ts'
import type { Gateway } from '#server/platform/payments/gateway.ts'

import { startApp } from '../app.ts'
import {
  aListing,
  anOffer,
  aBuyer,
  cartOf,
  checkoutBy,
  collectWebhooks,
  paymentsOf,
  source,
  withGateway,
} from '../orders.ts'
import { timePasses } from '../time.ts'

const app = await startApp()
collectWebhooks(app)

const setUp = async () => {
  const { buyer, project } = await anOffer(app, 49_900)
  const payment = await checkoutBy(buyer, source(project))
  const reported = (status: 'authorized' | 'captured') =>
    vi.fn<Gateway['paymentsOf']>(async (gatewayOrderId) => [
      { paymentId: `pay_${payment._id}`, gatewayOrderId, amountPaise: 49_900, currency: 'INR', status },
    ])
  const ask = (by = buyer) => by.api.orders.onItsWay({ body: { items: [source(project)] } })
  return { buyer, project, payment, reported, ask }
}

test('“the page came back and asked me to pay again”: what the bank has authorised is asked for at the gateway, and cannot be paid twice', async () => {
  const { buyer, project, payment, reported, ask } = await setUp()
  expect(await ask()).toMatchObject({ paymentId: null })
  await withGateway(app, { paymentsOf: reported('authorized') }, async () => {
    expect(await ask()).toMatchObject({ paymentId: payment._id })
    expect(await ask(await aBuyer(app))).toMatchObject({ paymentId: null })
  })
  // Another tab has an older checkout open, with a key of its own.
  const again = await buyer.api.orders.checkout({ body: cartOf(source(project)) })
  expect(again.payment).toMatchObject({
    _id: payment._id,
    status: 'created',
    isOnItsWay: true,
    gateway: null,
  })
  expect(await paymentsOf(app.db, buyer.id)).toHaveLength(1)
  await withGateway(app, { paymentsOf: reported('captured') }, async () => {
    expect(await ask()).toMatchObject({ paymentId: payment._id })
  })
  const { payment: paid } = await buyer.api.orders.payment({ params: { id: payment._id } })
  expect(paid).toMatchObject({ status: 'captured', isOnItsWay: false, orders: [{ status: 'completed' }] })
  expect(await ask()).toMatchObject({ paymentId: null })
})

test('an attempt that failed, before or after, does not hide that another one is on its way', async () => {
  for (const order of [
    ['failed', 'authorized'],
    ['authorized', 'failed'],
  ] as const) {
    const { buyer, project, payment, ask } = await setUp()
    const gatewayOrderId = payment.gateway!.orderId
    for (const status of order)
      await settle(app.dependencies, {
        paymentId: `pay_${status}_${payment._id}`,
        gatewayOrderId,
        amountPaise: 49_900,
        currency: 'INR',
        status,
      })
    expect(await ask()).toMatchObject({ paymentId: payment._id })
    const { payment: shown } = await buyer.api.orders.payment({ params: { id: payment._id } })
    expect(shown).toMatchObject({ isOnItsWay: true, gateway: null, orders: [{ allowed: [] }] })
    // With something else in the cart the answer is no other payment.
    const other = await aListing(app.db, (await aBuyer(app)).id, 9900)
    const body = cartOf(source(project), source(other))
    await expect(buyer.api.orders.checkout({ body })).rejects.toMatchObject({ code: 'conflict' })
  }
})

test('a gateway that does not answer keeps nobody from the checkout, and what never came can be paid after a day', async () => {
  const { buyer, payment, reported, ask } = await setUp()
  const silent = vi.fn<Gateway['paymentsOf']>(() => Promise.reject(new Error('timeout')))
  await withGateway(app, { paymentsOf: silent }, async () => {
    expect(await ask()).toMatchObject({ paymentId: null })
  })
  expect(silent).toHaveBeenCalledTimes(1)
  await withGateway(app, { paymentsOf: reported('authorized') }, () => ask())
  await timePasses(app.db, '25 hours', 'payments', { id: payment._id })
  const { payment: open } = await buyer.api.orders.payment({ params: { id: payment._id } })
  expect(open).toMatchObject({ isOnItsWay: false, orders: [{ allowed: ['pay'] }] })
  expect(open.gateway).not.toBeNull()
})
