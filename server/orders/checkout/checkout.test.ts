import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import {
  aBuyer,
  aListedProject,
  cartOf,
  checkoutBy,
  keepWebhooks,
  report,
  source,
  withGateway,
} from '../../../test/orders.ts'
import { ledgerCheck } from '../../ledger/service.ts'
import type { OrderToPay } from '../../payments/gateway.ts'

const app = await startApp()
beforeEach(() => void keepWebhooks(app))

const sold = async (projectId: string) => {
  const { salesCount } = await app.db
    .selectFrom('projects')
    .select('salesCount')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return salesCount
}
const paymentsOf = (memberId: string) =>
  app.db.selectFrom('payments').selectAll().where('memberId', '=', memberId).orderBy('createdAt').execute()
const aSeller = () => aBuyer(app)
const setUp = async (pricePaise = 49_900, reportPricePaise: number | null = 9900) => {
  const [seller, buyer] = [await aSeller(), await aBuyer(app)]
  return { seller, buyer, project: await aListedProject(app.db, seller.id, pricePaise, { reportPricePaise }) }
}

describe('a checkout', () => {
  test('is priced by the server, whatever the client sends, and frozen on the orders', async () => {
    const { seller, buyer, project } = await setUp()
    const cheat = { ...cartOf(), price: 1, amount: 1, currency: 'USD', discount: 99, projectOwner: buyer.id }
    const items = [{ ...source(project), price: 1, amount: 1 }, report(project)]
    const { payment } = await buyer.api.orders.checkout({ body: { ...cheat, items } as never })
    expect(payment).toMatchObject({
      status: 'created',
      amount: 598,
      gateway: { amountPaise: 59_800, currency: 'INR' },
    })
    expect(payment.gateway?.payUrl).toBe(`/sandbox/${payment.gateway?.orderId}`)

    await app.db
      .updateTable('projects')
      .set({ pricePaise: 100, title: 'Renamed', ownerId: buyer.id })
      .where('id', '=', project.id)
      .execute()
    const again = await buyer.api.orders.payment({ params: { id: payment._id } })
    expect(again.payment.orders).toMatchObject([
      { kind: 'source', amount: 499, projectTitle: project.title, status: 'pending', allowed: ['pay'] },
      { kind: 'report', amount: 99 },
    ])
    const rows = await app.db.selectFrom('orders').selectAll().where('paymentId', '=', payment._id).execute()
    expect(rows.map(({ ownerId }) => ownerId)).toEqual([seller.id, seller.id])
    expect(rows.find(({ kind }) => kind === 'source')?.releaseId).toBe(project.releaseId)
    expect((await paymentsOf(buyer.id))[0]).toMatchObject({ state: 'Karnataka', amountPaise: 59_800 })
  })

  test('of something owned is refused by name', async () => {
    const { buyer, project } = await setUp(0, 9900)
    await checkoutBy(buyer, source(project))
    const refused = { code: 'already_owned', status: 409, message: 'You already own Library Desk' }
    await expect(checkoutBy(buyer, source(project))).rejects.toMatchObject(refused)
    await expect(checkoutBy(buyer, report(project), source(project))).rejects.toMatchObject(refused)
    expect((await checkoutBy(buyer, report(project))).status).toBe('created')
  })

  test('of something no longer for sale is refused by name, of something unknown without one', async () => {
    const { buyer, project } = await setUp(49_900, null)
    await expect(checkoutBy(buyer, report(project))).rejects.toMatchObject({
      code: 'not_for_sale',
      message: 'The report of Library Desk is no longer for sale',
    })
    await app.db.deleteFrom('publishedProjects').where('projectId', '=', project.id).execute()
    await expect(checkoutBy(buyer, source(project))).rejects.toMatchObject({
      code: 'not_for_sale',
      status: 409,
      message: 'Library Desk is no longer for sale',
    })
    await expect(checkoutBy(buyer, source({ id: randomUUID() }))).rejects.toMatchObject({
      code: 'not_for_sale',
      message: 'This project is no longer for sale',
    })
  })

  test('never tells the title of what the public has not seen', async () => {
    const { buyer, project } = await setUp()
    await app.db.deleteFrom('publishedProjects').where('projectId', '=', project.id).execute()
    await app.db.deleteFrom('verifications').where('projectId', '=', project.id).execute()
    await expect(checkoutBy(buyer, source(project))).rejects.toMatchObject({
      message: 'This project is no longer for sale',
    })
  })

  test("of one's own project is refused", async () => {
    const { seller, project } = await setUp()
    await expect(checkoutBy(seller, source(project))).rejects.toMatchObject({
      code: 'conflict',
      message: 'Library Desk is your own project',
    })
  })

  test('of the same thing twice in one cart is refused', async () => {
    const { buyer, project } = await setUp()
    await expect(checkoutBy(buyer, source(project), source(project))).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(await paymentsOf(buyer.id)).toEqual([])
  })

  test.each([
    ['without a State', { state: '' }, 'Choose your State'],
    ['with an invented State', { state: 'Atlantis' }, 'Choose your State'],
    ['of nothing', { items: [] }, 'Your cart is empty'],
  ])('%s is refused', async (_name, part, message) => {
    const { buyer, project } = await setUp()
    const body = { ...cartOf(source(project)), ...part } as never
    await expect(buyer.api.orders.checkout({ body })).rejects.toMatchObject({
      code: 'invalid_input',
      message,
    })
  })

  test('needs a signed-in member', async () => {
    await expect(
      app.api.orders.checkout({ body: cartOf(source({ id: randomUUID() })) }),
    ).rejects.toMatchObject({
      code: 'signed_out',
      message: 'Authentication required',
    })
  })

  test('of a free project completes at once, without the gateway', async () => {
    const { buyer, project } = await setUp(0, null)
    const createOrder = vi.fn<(order: OrderToPay) => Promise<never>>()
    const payment = await withGateway(app, { createOrder }, () => checkoutBy(buyer, source(project)))
    expect(payment).toMatchObject({ status: 'captured', amount: 0, gateway: null })
    expect(payment.orders).toMatchObject([{ status: 'completed', allowed: ['download', 'review'] }])
    expect(createOrder).not.toHaveBeenCalled()
    expect(await sold(project.id)).toBe(1)
    expect(await ledgerCheck(app.db)).toEqual({ balanced: true, unposted: 0, misposted: 0 })
  })

  test('freezes the referrer of that moment, and never the buyer', async () => {
    const { project } = await setUp()
    const [one, other] = [await aBuyer(app), await aBuyer(app)]
    const buyer = await aBuyer(app, { referredBy: one.id })
    const payment = await checkoutBy(buyer, source(project))
    await app.db.updateTable('members').set({ referredBy: other.id }).where('id', '=', buyer.id).execute()
    const order = () =>
      app.db.selectFrom('orders').select('referrerId').where('paymentId', '=', payment._id).executeTakeFirst()
    expect(await order()).toEqual({ referrerId: one.id })
  })
})

describe('the same key', () => {
  test('answers the same payment, 20 times at once, with one order at the gateway', async () => {
    const { buyer, project } = await setUp()
    const createOrder = vi.fn(app.parts.gateway.createOrder)
    const body = cartOf(source(project))
    const replies = await withGateway(app, { createOrder }, () =>
      Promise.all(Array.from({ length: 20 }, () => buyer.api.orders.checkout({ body }))),
    )
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(replies[0]?.payment.gateway).not.toBeNull()
    expect(createOrder).toHaveBeenCalledTimes(1)
    expect(await paymentsOf(buyer.id)).toHaveLength(1)
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
    const silent = vi.fn<(order: OrderToPay) => Promise<never>>(async () => {
      throw new Error('timeout')
    })
    await withGateway(app, { createOrder: silent }, () =>
      expect(buyer.api.orders.checkout({ body })).rejects.toMatchObject({
        code: 'unavailable',
        message: 'The payment service did not answer. Nothing was charged; please try again.',
      }),
    )
    const [waiting] = await paymentsOf(buyer.id)
    expect(waiting).toMatchObject({ status: 'created', gatewayOrderId: null })
    const createOrder = vi.fn(app.parts.gateway.createOrder)
    const { payment } = await withGateway(app, { createOrder }, () => buyer.api.orders.checkout({ body }))
    expect(payment._id).toBe(waiting!.id)
    expect(payment.gateway).not.toBeNull()
    expect(silent.mock.calls[0]?.[0]).toMatchObject({ receipt: waiting!.id, again: false })
    expect(createOrder.mock.calls[0]?.[0]).toMatchObject({ receipt: waiting!.id, again: true })
  })
})

describe('two checkouts of the same things', () => {
  test('20 at once with different keys make one payment and one order at the gateway', async () => {
    const { buyer, project } = await setUp()
    const createOrder = vi.fn(app.parts.gateway.createOrder)
    const payments = await withGateway(app, { createOrder }, () =>
      Promise.all(Array.from({ length: 20 }, () => checkoutBy(buyer, source(project)))),
    )
    expect(new Set(payments.map(({ gateway }) => gateway?.orderId)).size).toBe(1)
    expect(createOrder).toHaveBeenCalledTimes(1)
    expect(await paymentsOf(buyer.id)).toMatchObject([{ status: 'created' }])
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
    const states = await paymentsOf(buyer.id)
    expect(states.map(({ id, status }) => [id, status])).toEqual([
      [first._id, 'cancelled'],
      [apart._id, 'created'],
      [second._id, 'created'],
    ])
  })
})

test('20 members who get the same free things at once all get them', async () => {
  const seller = await aSeller()
  const projects = await Promise.all([1, 2, 3].map(() => aListedProject(app.db, seller.id, 0)))
  const buyers = await Promise.all(Array.from({ length: 20 }, () => aBuyer(app)))
  const carts = buyers.map((_, index) => (index % 2 ? projects.toReversed() : projects).map(source))
  const payments = await Promise.all(buyers.map((buyer, index) => checkoutBy(buyer, ...carts[index]!)))
  expect(payments.every(({ status }) => status === 'captured')).toBe(true)
  expect(await Promise.all(projects.map(({ id }) => sold(id)))).toEqual([20, 20, 20])
  expect(await ledgerCheck(app.db)).toEqual({ balanced: true, unposted: 0, misposted: 0 })
})
