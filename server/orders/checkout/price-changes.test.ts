import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import {
  type Buyer,
  cartOf,
  collectWebhooks,
  source,
  anOffer,
  paymentsOf,
  paymentOf,
  changePrice,
  ordersOf,
} from '../../../test/orders.ts'

const app = await startApp()
beforeEach(() => void collectWebhooks(app))

const madeBy = async ({ id }: Buyer) => ({
  payments: await paymentsOf(app.db, id),
  orders: await ordersOf(app.db, { memberId: id }),
})

test.each([
  ['dearer', 49_900, 59_900],
  ['cheaper', 49_900, 39_900],
  ['a paisa dearer', 49_900, 49_901],
  ['free', 49_900, 0],
  ['no longer free', 0, 49_900],
])('what is %s than the total that was shown is neither charged nor delivered', async (_name, shown, now) => {
  const { seller, buyer, project } = await anOffer(app, shown)
  const body = { ...cartOf(source(project)), expectedTotal: shown / 100 }
  await changePrice(seller, project.id, now / 100)
  await expect(buyer.api.orders.checkout({ body })).rejects.toMatchObject({
    code: 'price_changed',
    status: 409,
    message:
      'A price has changed since this page was opened. Nothing was charged; please look at the new total.',
  })
  expect(await madeBy(buyer)).toEqual({ payments: [], orders: [] })
  const again = { ...body, expectedTotal: now / 100 }
  const { payment } = await buyer.api.orders.checkout({ body: again })
  expect(payment).toMatchObject({ amount: now / 100, status: now === 0 ? 'captured' : 'created' })
})

test('a retry with the same key continues the payment that was begun at the price shown then', async () => {
  const { seller, buyer, project } = await anOffer(app)
  const body = { ...cartOf(source(project)), expectedTotal: 499 }
  const first = await buyer.api.orders.checkout({ body })
  await changePrice(seller, project.id, 999)
  const again = await buyer.api.orders.checkout({ body })
  expect(again.payment).toMatchObject({ _id: first.payment._id, amount: 499 })
  await expect(buyer.api.orders.checkout({ body: { ...body, expectedTotal: 999 } })).rejects.toMatchObject({
    code: 'price_changed',
  })
})

test('a price that changed leaves an open payment of the same thing as it was', async () => {
  const { seller, buyer, project } = await anOffer(app)
  const { payment } = await buyer.api.orders.checkout({ body: cartOf(source(project)) })
  await changePrice(seller, project.id, 599)
  await expect(
    buyer.api.orders.checkout({ body: { ...cartOf(source(project)), expectedTotal: 499 } }),
  ).rejects.toMatchObject({ code: 'price_changed' })
  expect(await paymentOf(buyer, payment._id)).toMatchObject({
    status: 'created',
    amount: 499,
  })
})

test('a caller who sends no total pays the price of now', async () => {
  const { seller, buyer, project } = await anOffer(app)
  await changePrice(seller, project.id, 599)
  const { payment } = await buyer.api.orders.checkout({ body: cartOf(source(project)) })
  expect(payment.amount).toBe(599)
})
