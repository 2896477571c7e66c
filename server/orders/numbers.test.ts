import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { mailsTo } from '../../test/makers.ts'
import {
  aBuyer,
  aListing,
  checkoutBy,
  collectWebhooks,
  report,
  source,
  anOffer,
  aSale,
} from '../../test/orders.ts'

const app = await startApp()
beforeEach(() => void collectWebhooks(app))

const year = new Intl.DateTimeFormat('en-IN', { year: 'numeric', timeZone: 'Asia/Kolkata' }).format()
const numbersIn = (orders: { number: string }[]) => orders.map(({ number }) => Number(number.split('-')[2]))

test('every order has a number that people can read out, the next one after the order before', async () => {
  const { buyer, project } = await anOffer(app, 0, { reportPricePaise: 5000 })
  const { orders } = await checkoutBy(buyer, source(project), report(project))
  expect(orders.map(({ number }) => number)).toEqual([
    expect.stringMatching(`^RM-${year}-[0-9]{6}$`),
    expect.stringMatching(`^RM-${year}-[0-9]{6}$`),
  ])
  const [first, second] = numbersIn(orders).toSorted((a, b) => a - b)
  expect(second).toBe(first! + 1)
  const next = await checkoutBy(await aBuyer(app), source(project))
  expect(numbersIn(next.orders)).toEqual([second! + 1])
})

test('checkouts at the same moment never share a number', async () => {
  const seller = await aBuyer(app)
  const project = await aListing(app.db, seller.id, 0, { reportPricePaise: 5000 })
  const buyers = await Promise.all(Array.from({ length: 30 }, () => aBuyer(app)))
  const payments = await Promise.all(
    buyers.map((buyer) => checkoutBy(buyer, source(project), report(project))),
  )
  const numbers = payments.flatMap(({ orders }) => numbersIn(orders))
  expect(new Set(numbers).size).toBe(60)
})

test('each year begins again at 1', async () => {
  const seller = await aBuyer(app)
  const project = await aListing(app.db, seller.id, 0)
  // Moves the present counter to the previous year.
  await app.db
    .updateTable('orderNumbers')
    .set({ year: Number(year) - 1 })
    .execute()
  await app.db
    .updateTable('orders')
    .set({ number: sql`replace(number, ${year}, 'old')` })
    .execute()
  const { orders } = await checkoutBy(await aBuyer(app), source(project))
  expect(orders[0]!.number).toBe(`RM-${year}-000001`)
})

test('an order is shown to its buyer alone, by the id that nobody guesses, and its mail carries the number', async () => {
  const { seller, buyer, payment } = await aSale(app, 0)
  const { _id: id, number } = payment.orders[0]!
  const { order } = await buyer.api.orders.get({ params: { id } })
  expect(order).toMatchObject({ _id: id, number, status: 'completed', completedAt: expect.any(String) })
  for (const other of [seller, await aBuyer(app)])
    await expect(other.api.orders.get({ params: { id } })).rejects.toMatchObject({ code: 'not_found' })
  await expect(buyer.api.orders.get({ params: { id: randomUUID() } })).rejects.toMatchObject({
    code: 'not_found',
  })
  const receipt = mailsTo(app, buyer.email)[0]!
  expect(receipt.text).toContain(number)
  expect(receipt.text).toContain(`/orders/${id}`)
  expect(mailsTo(app, seller.email)[0]!.text).toContain(number)
})
