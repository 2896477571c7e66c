import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { repetitions } from '../../../test/long.ts'
import {
  aBuyer,
  aListing,
  cartOf,
  checkoutBy,
  collectWebhooks,
  balancedLedger,
  report,
  source,
  withGateway,
  anOffer,
  paymentsOf,
  salesOf,
  unlist,
  ordersOf,
} from '../../../test/orders.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import type { Gateway } from '../../platform/payments/gateway.ts'

const app = await startApp()
beforeEach(() => void collectWebhooks(app))

const setUp = (pricePaise = 49_900, reportPricePaise: number | null = 9900) =>
  anOffer(app, pricePaise, { reportPricePaise })

describe('a checkout', () => {
  test(`D01: ${repetitions(100)} of ${repetitions(100)} are priced by the server, whatever the client sends, and frozen on the orders`, async () => {
    // The first round has the prices of most tests, the others have various prices.
    for (let time = 0; time < repetitions(100); time++)
      await isPricedByTheServer(499 + 37 * time, 99 + 11 * ((time * 7) % 50))
  })
  const isPricedByTheServer = async (price: number, reportPrice: number) => {
    const { seller, buyer, project } = await setUp(price * 100, reportPrice * 100)
    const cheat = { ...cartOf(), price: 1, amount: 1, currency: 'USD', discount: 99, projectOwner: buyer.id }
    const items = [{ ...source(project), price: 1, amount: 1 }, report(project)]
    const { payment } = await buyer.api.orders.checkout({ body: { ...cheat, items } })
    expect(payment).toMatchObject({
      status: 'created',
      amount: price + reportPrice,
      gateway: { amountPaise: (price + reportPrice) * 100, currency: 'INR' },
    })
    expect(payment.gateway?.payUrl).toBe(`/sandbox/${payment.gateway?.orderId}`)

    await app.db
      .updateTable('projects')
      .set({ pricePaise: 100, title: 'Renamed', ownerId: buyer.id })
      .where('id', '=', project.id)
      .execute()
    const again = await buyer.api.orders.payment({ params: { id: payment._id } })
    expect(again.payment.orders).toMatchObject([
      { kind: 'source', amount: price, projectTitle: project.title, status: 'pending', allowed: ['pay'] },
      { kind: 'report', amount: reportPrice },
    ])
    const rows = await ordersOf(app.db, { paymentId: payment._id })
    expect(rows.map(({ ownerId }) => ownerId)).toEqual([seller.id, seller.id])
    expect(rows.find(({ kind }) => kind === 'source')?.releaseId).toBe(project.releaseId)
    expect((await paymentsOf(app.db, buyer.id))[0]).toMatchObject({
      state: 'Karnataka',
      amountPaise: (price + reportPrice) * 100,
    })
  }

  test('of something owned is refused by name', async () => {
    const { buyer, project } = await setUp(0, 9900)
    await checkoutBy(buyer, source(project))
    const refused = { code: 'already_owned', status: 409, message: 'You already own Library Desk' }
    await expect(checkoutBy(buyer, source(project))).rejects.toMatchObject(refused)
    await expect(checkoutBy(buyer, report(project), source(project))).rejects.toMatchObject(refused)
    expect((await checkoutBy(buyer, report(project))).status).toBe('created')
  })

  test('of something no longer for sale is refused by name, of something unknown without one', async () => {
    const { seller, buyer, project } = await setUp(49_900, null)
    await expect(checkoutBy(buyer, report(project))).rejects.toMatchObject({
      code: 'not_for_sale',
      message: 'The report of Library Desk is no longer for sale',
    })
    await unlist(seller, project.id)
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
    const { seller, buyer, project } = await setUp()
    await unlist(seller, project.id)
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
    expect(await paymentsOf(app.db, buyer.id)).toEqual([])
  })

  test.each([
    ['without a State', { state: '' }, 'Choose your State'],
    ['with an invented State', { state: 'Atlantis' }, 'Choose your State'],
    ['of nothing', { items: [] }, 'Your cart is empty'],
    [
      'with a key that no database can hold',
      { idempotencyKey: 'a key of ours\0' },
      'Use letters, digits and signs',
    ],
  ])('%s is refused', async (_name, part, message) => {
    const { buyer, project } = await setUp()
    const body = { ...cartOf(source(project)), ...part } as never
    await expect(buyer.api.orders.checkout({ body })).rejects.toMatchObject({
      code: 'invalid_input',
      message,
    })
  })

  test('of more than one payment can hold is refused, and a little less is not', async () => {
    const [seller, buyer] = [await aBuyer(app), await aBuyer(app)]
    const dearest = await Promise.all(
      Array.from({ length: 22 }, async () => source(await aListing(app.db, seller.id, 100_000_000))),
    )
    await expect(checkoutBy(buyer, ...dearest)).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'This is too much for one payment. Please buy fewer items at once.',
    })
    expect(await paymentsOf(app.db, buyer.id)).toEqual([])
    expect(await checkoutBy(buyer, ...dearest.slice(0, 20))).toMatchObject({ amount: 20_000_000 })
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
    const createOrder = vi.fn<Gateway['createOrder']>()
    const payment = await withGateway(app, { createOrder }, () => checkoutBy(buyer, source(project)))
    expect(payment).toMatchObject({ status: 'captured', amount: 0, gateway: null })
    expect(payment.orders).toMatchObject([{ status: 'completed', allowed: ['download', 'review'] }])
    expect(createOrder).not.toHaveBeenCalled()
    expect(await salesOf(app, project.id)).toBe(1)
    expect(await ledgerFaults(app.db)).toEqual(balancedLedger)
  })

  test('freezes the referrer of that moment', async () => {
    const { project } = await setUp()
    const [one, other] = [await aBuyer(app), await aBuyer(app)]
    const buyer = await aBuyer(app, { referredBy: one.id })
    const payment = await checkoutBy(buyer, source(project))
    await app.db.updateTable('members').set({ referredBy: other.id }).where('id', '=', buyer.id).execute()
    expect(await ordersOf(app.db, { paymentId: payment._id })).toMatchObject([{ referrerId: one.id }])
  })
})

test('20 members who get the same free things at once all get them', async () => {
  const seller = await aBuyer(app)
  const projects = await Promise.all([1, 2, 3].map(() => aListing(app.db, seller.id, 0)))
  const buyers = await Promise.all(Array.from({ length: 20 }, () => aBuyer(app)))
  const carts = buyers.map((_, index) => (index % 2 ? projects.toReversed() : projects).map(source))
  const payments = await Promise.all(buyers.map((buyer, index) => checkoutBy(buyer, ...carts[index]!)))
  expect(payments.every(({ status }) => status === 'captured')).toBe(true)
  expect(await Promise.all(projects.map(({ id }) => salesOf(app, id)))).toEqual([20, 20, 20])
  expect(await ledgerFaults(app.db)).toEqual(balancedLedger)
})
