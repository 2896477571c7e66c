import { beforeEach, describe, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import {
  aBuyer,
  cartOf,
  checkoutBy,
  collectWebhooks,
  report,
  source,
  withGateway,
  anOffer,
  paymentsOf,
} from '../../../test/orders.ts'
import type { Gateway } from '../../platform/payments/gateway.ts'
import { settle } from '../settle/service.ts'

const app = await startApp()
beforeEach(() => void collectWebhooks(app))

const setUp = (pricePaise = 49_900, reportPricePaise: number | null = 9900) =>
  anOffer(app, pricePaise, { reportPricePaise })

describe('the same key', () => {
  test('answers the same payment, 20 times at once, with one order at the gateway', async () => {
    const { buyer, project } = await setUp()
    const createOrder = vi.fn<Gateway['createOrder']>(app.dependencies.gateway.createOrder)
    const body = cartOf(source(project))
    const replies = await withGateway(app, { createOrder }, () =>
      Promise.all(Array.from({ length: 20 }, () => buyer.api.orders.checkout({ body }))),
    )
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(replies[0]?.payment.gateway).not.toBeNull()
    expect(createOrder).toHaveBeenCalledTimes(1)
    expect(await paymentsOf(app.db, buyer.id)).toHaveLength(1)
  })

  test('with another cart or another State is refused', async () => {
    const { buyer, project } = await setUp()
    const body = cartOf(source(project))
    await buyer.api.orders.checkout({ body })
    const conflict = { code: 'conflict', status: 409 }
    await expect(
      buyer.api.orders.checkout({ body: { ...body, items: [report(project)] } }),
    ).rejects.toMatchObject(conflict)
    await expect(buyer.api.orders.checkout({ body: { ...body, state: 'Kerala' } })).rejects.toMatchObject(
      conflict,
    )
    await expect(
      buyer.api.orders.checkout({ body: { ...body, items: [source(project), report(project)] } }),
    ).rejects.toMatchObject(conflict)
  })

  test('of another member is another payment', async () => {
    const { buyer, project } = await setUp()
    const stranger = await aBuyer(app)
    const body = cartOf(source(project))
    const mine = await buyer.api.orders.checkout({ body })
    const theirs = await stranger.api.orders.checkout({ body })
    expect(theirs.payment._id).not.toBe(mine.payment._id)
    await expect(stranger.api.orders.payment({ params: { id: mine.payment._id } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('continues the same payment after the gateway was silent, and says again that it asked before', async () => {
    const { buyer, project } = await setUp()
    const body = cartOf(source(project))
    const silent = vi.fn<Gateway['createOrder']>(async () => {
      throw new Error('timeout')
    })
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await withGateway(app, { createOrder: silent }, () =>
      expect(buyer.api.orders.checkout({ body })).rejects.toMatchObject({
        code: 'unavailable',
        message: 'The payment service did not answer. Nothing was charged; please try again.',
      }),
    )
    expect(written.mock.calls.flat().join('')).toContain('The gateway did not take an order')
    written.mockRestore()
    const [waiting] = await paymentsOf(app.db, buyer.id)
    expect(waiting).toMatchObject({ status: 'created', gatewayOrderId: null })
    const createOrder = vi.fn<Gateway['createOrder']>(app.dependencies.gateway.createOrder)
    const { payment } = await withGateway(app, { createOrder }, () => buyer.api.orders.checkout({ body }))
    expect(payment._id).toBe(waiting!.id)
    expect(payment.gateway).not.toBeNull()
    expect(silent.mock.calls[0]?.[0]).toMatchObject({ receipt: waiting!.id, again: false })
    expect(createOrder.mock.calls[0]?.[0]).toMatchObject({ receipt: waiting!.id, again: true })
  })
})

test('a checkout that is continued at another gateway belongs to that one, which then delivers it', async () => {
  const { buyer, project } = await setUp()
  const body = cartOf(source(project))
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const createOrder = () => Promise.reject(new Error('timeout'))
  await withGateway(app, { createOrder }, () => buyer.api.orders.checkout({ body })).catch(() => {})
  written.mockRestore()
  await withGateway(app, { name: 'razorpay' }, async () => {
    const { payment } = await buyer.api.orders.checkout({ body })
    expect(payment.gateway).toMatchObject({ name: 'razorpay', amountPaise: payment.amount * 100 })
    const paid = { gatewayOrderId: payment.gateway!.orderId, amountPaise: payment.gateway!.amountPaise }
    await settle(app.dependencies, {
      ...paid,
      paymentId: `pay_${payment._id}`,
      currency: 'INR',
      status: 'captured',
    })
    expect((await buyer.api.orders.mine({ query: {} })).orders).toMatchObject([{ status: 'completed' }])
  })
})

describe('two checkouts of the same things', () => {
  test('20 at once with different keys make one payment and one order at the gateway', async () => {
    const { buyer, project } = await setUp()
    const createOrder = vi.fn<Gateway['createOrder']>(app.dependencies.gateway.createOrder)
    const payments = await withGateway(app, { createOrder }, () =>
      Promise.all(Array.from({ length: 20 }, () => checkoutBy(buyer, source(project)))),
    )
    expect(new Set(payments.map(({ gateway }) => gateway?.orderId)).size).toBe(1)
    expect(createOrder).toHaveBeenCalledTimes(1)
    expect(await paymentsOf(app.db, buyer.id)).toMatchObject([{ status: 'created' }])
  })

  test('share a payment, and each key goes on answering it', async () => {
    const { buyer, project } = await setUp()
    const [one, two] = [cartOf(source(project), report(project)), cartOf(report(project), source(project))]
    const first = await buyer.api.orders.checkout({ body: one })
    const second = await buyer.api.orders.checkout({ body: two })
    expect(second.payment._id).toBe(first.payment._id)
    const conflict = buyer.api.orders.checkout({ body: { ...two, items: [source(project)] } })
    await expect(conflict).rejects.toMatchObject({ code: 'conflict' })
    await app.api.sandbox.pay({
      params: { orderId: first.payment.gateway!.orderId },
      body: { outcome: 'succeed' },
    })
    await expect(checkoutBy(buyer, source(project))).rejects.toMatchObject({ code: 'already_owned' })
    expect((await buyer.api.orders.checkout({ body: two })).payment).toMatchObject({
      _id: first.payment._id,
      status: 'captured',
    })
  })

  test.each([
    ['the price has changed', { pricePaise: 59_900 }, {}],
    ['the first is older than 30 minutes', {}, { createdAt: new Date(Date.now() - 31 * 60_000) }],
  ])('do not share one when %s: the older one is cancelled', async (_name, project, payment) => {
    const { buyer, project: sold } = await setUp()
    const first = await checkoutBy(buyer, source(sold))
    if ('pricePaise' in project)
      await app.db.updateTable('projects').set(project).where('id', '=', sold.id).execute()
    if ('createdAt' in payment)
      await app.db.updateTable('payments').set(payment).where('id', '=', first._id).execute()
    const second = await checkoutBy(buyer, source(sold))
    expect(second._id).not.toBe(first._id)
    const older = await buyer.api.orders.payment({ params: { id: first._id } })
    expect(older.payment).toMatchObject({
      status: 'cancelled',
      gateway: null,
      orders: [{ status: 'cancelled', allowed: [] }],
    })
  })

  test('that overlap cancel the older one, that do not overlap live side by side', async () => {
    const { buyer, project } = await setUp()
    const { project: another } = await setUp()
    const first = await checkoutBy(buyer, source(project))
    const apart = await checkoutBy(buyer, source(another))
    const second = await checkoutBy(buyer, source(project), report(project))
    const states = await paymentsOf(app.db, buyer.id)
    expect(states.map(({ id, status }) => [id, status])).toEqual([
      [first._id, 'cancelled'],
      [apart._id, 'created'],
      [second._id, 'created'],
    ])
  })
})
