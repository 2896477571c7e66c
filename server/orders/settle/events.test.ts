import { beforeEach, describe, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import {
  aBuyer,
  collectWebhooks,
  withGateway,
  payAtGateway,
  aCheckout,
  paymentOf,
  captured,
} from '../../../test/orders.ts'

const app = await startApp()
beforeEach(() => void collectWebhooks(app))

const setUp = (pricePaise = 200_000, options: Parameters<typeof aCheckout>[2] = {}) =>
  aCheckout(app, pricePaise, { reportPricePaise: 9900, ...options })
describe("the browser's callback", () => {
  test('settles what the gateway captured', async () => {
    const { buyer, orderId } = await setUp()
    const { payment } = await buyer.api.orders.callback({ body: await payAtGateway(app, orderId) })
    expect(payment).toMatchObject({ status: 'captured', orders: [{ status: 'completed' }] })
  })

  test('completes nothing by itself: the gateway must say that it captured', async () => {
    const { buyer, payment, orderId } = await setUp()
    const body = await payAtGateway(app, orderId)
    for (const status of ['created', 'authorized', 'failed'] as const) {
      const paymentsOf = async () => [captured(orderId, { status })]
      const answer = await withGateway(app, { paymentsOf }, () => buyer.api.orders.callback({ body }))
      expect(answer.payment).toMatchObject({ status: 'created', orders: [{ status: 'pending' }] })
    }
    const paymentsOf = async () => [captured(orderId, { amountPaise: 100 })]
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await withGateway(app, { paymentsOf }, () => buyer.api.orders.callback({ body }))
    written.mockRestore()
    expect(await paymentOf(buyer, payment._id)).toMatchObject({
      status: 'held',
      orders: [{ status: 'pending' }],
    })
  })

  test('leaves the payment open, not failed, when the gateway is silent', async () => {
    const { buyer, orderId } = await setUp()
    const body = await payAtGateway(app, orderId)
    const paymentsOf = () => Promise.reject(new Error('timeout'))
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { payment } = await withGateway(app, { paymentsOf }, () => buyer.api.orders.callback({ body }))
    written.mockRestore()
    expect(payment).toMatchObject({ status: 'created', orders: [{ status: 'pending', allowed: ['pay'] }] })
  })

  test('with a forged, swapped or empty signature is refused', async () => {
    const { buyer, payment, orderId } = await setUp()
    const other = await setUp()
    const [body, foreign] = [await payAtGateway(app, orderId), await payAtGateway(app, other.orderId)]
    const forgeries = [
      { ...body, razorpay_signature: 'f'.repeat(64) },
      { ...body, razorpay_signature: body.razorpay_signature.toUpperCase() },
      { ...body, razorpay_signature: '€' },
      { ...body, razorpay_payment_id: 'pay_other' },
      { ...foreign, razorpay_order_id: orderId },
      { ...body, razorpay_order_id: `${orderId}\0` },
    ]
    for (const forgery of forgeries) {
      await expect(buyer.api.orders.callback({ body: forgery })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    }
    expect(await paymentOf(buyer, payment._id)).toMatchObject({ status: 'created' })
  })

  test("for another member's payment answers 404, also with a right signature", async () => {
    const { orderId } = await setUp()
    const stranger = await aBuyer(app)
    const body = await payAtGateway(app, orderId)
    await expect(stranger.api.orders.callback({ body })).rejects.toMatchObject({
      code: 'not_found',
      message: 'Payment not found',
    })
  })
})
