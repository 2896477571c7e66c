import { randomUUID } from 'node:crypto'

import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import {
  aBuyer,
  aListing,
  checkoutBy,
  collectWebhooks,
  report,
  source,
  anOffer,
  ordersBecome,
  changePrice,
  unlist,
} from '../../test/orders.ts'
import { owningOrder } from './queries.ts'

const app = await startApp()
beforeEach(() => void collectWebhooks(app))

const setUp = (pricePaise = 49_900) => anOffer(app, pricePaise, { reportPricePaise: 9950 })
const anImage = async (projectId: string, position: number) => {
  const id = uuid()
  await app.db
    .insertInto('projectImages')
    .values({ id, projectId, position, width: 1280, height: 800 })
    .execute()
  return id
}

describe('a quote', () => {
  test("gives today's prices, the first image and the total to anyone", async () => {
    const { seller, project } = await setUp()
    await anImage(project.id, 1)
    const first = await anImage(project.id, 0)
    const items = [source(project), report(project)]
    const quoted = await app.api.orders.quote({ body: { items } })
    expect(quoted).toMatchObject({
      total: 598.5,
      items: [
        {
          ...items[0],
          title: 'Library Desk',
          price: 499,
          forSale: true,
          owned: false,
          image: `/media/${first}/320.webp`,
        },
        { ...items[1], price: 99.5, forSale: true },
      ],
    })
    expect(quoted.items[0]!.cover).toEqual({
      title: 'Library Desk',
      category: 'Web Development',
      technologies: [],
      tags: [],
      languages: [],
      fileTree: [],
      verifiedAt: null,
      release: 1,
    })
    await changePrice(seller, project.id, 100)
    expect((await app.api.orders.quote({ body: { items } })).total).toBe(199.5)
  })

  test('keeps what is not for sale in its place, out of the total', async () => {
    const { project } = await setUp()
    const { seller, project: gone } = await setUp()
    await unlist(seller, gone.id)
    const items = [source({ id: randomUUID() }), source(gone), source(project)]
    const quoted = await app.api.orders.quote({ body: { items } })
    expect(quoted.total).toBe(499)
    expect(quoted.items.map(({ title, forSale }) => [title, forSale])).toEqual([
      ['A project', false],
      ['Library Desk', false],
      ['Library Desk', true],
    ])
  })

  test('tells a member what they own, and sells nobody their own project', async () => {
    const { seller, buyer, project } = await setUp(0)
    await checkoutBy(buyer, source(project))
    const items = [source(project), report(project)]
    expect(await buyer.api.orders.quote({ body: { items } })).toMatchObject({
      total: 99.5,
      items: [
        { owned: true, isOwn: false },
        { owned: false, isOwn: false },
      ],
    })
    expect(await seller.api.orders.quote({ body: { items } })).toMatchObject({
      total: 0,
      items: [
        { forSale: false, isOwn: true },
        { forSale: false, isOwn: true },
      ],
    })
  })

  test('counts a thing listed twice once, and an empty cart is 0', async () => {
    const { project } = await setUp()
    expect((await app.api.orders.quote({ body: { items: [source(project), source(project)] } })).total).toBe(
      499,
    )
    expect(await app.api.orders.quote({ body: { items: [] } })).toMatchObject({ items: [], total: 0 })
  })
})

describe('the orders of a member', () => {
  test('come newest first, with what may be done next, and never with those of others', async () => {
    const { buyer, project } = await setUp(0)
    const stranger = await aBuyer(app)
    await checkoutBy(stranger, source(project))
    const free = await checkoutBy(buyer, source(project))
    const open = await checkoutBy(buyer, report(project))
    const { orders } = await buyer.api.orders.mine({ query: {} })
    expect(orders).toMatchObject([
      { paymentId: open._id, kind: 'report', status: 'pending', amount: 99.5, allowed: ['pay'] },
      {
        paymentId: free._id,
        kind: 'source',
        status: 'completed',
        amount: 0,
        allowed: ['download', 'review'],
      },
    ])
    expect(orders[0]).toMatchObject({ projectTitle: 'Library Desk', id: orders[0]?._id })

    const review = {
      id: uuid(),
      orderId: orders[1]!.id,
      projectId: project.id,
      memberId: buyer.id,
      rating: 5,
      text: 'Good',
    }
    await app.db.insertInto('reviews').values(review).execute()
    expect((await buyer.api.orders.mine({ query: {} })).orders[1]?.allowed).toEqual(['download'])
  })

  test('those of one payment stand together, code before report, in the order in which they were chosen', async () => {
    const { seller, project } = await setUp()
    const other = await aListing(app.db, seller.id, 49_900)
    const buyer = await aBuyer(app)
    const together = await checkoutBy(buyer, report(project), source(other), source(project))
    await checkoutBy(buyer, source((await setUp()).project))
    const items = [source(project), report(project), source(other)]
    expect(together.orders).toMatchObject(items)
    expect((await buyer.api.orders.mine({ query: {} })).orders.slice(1)).toMatchObject(items)
  })

  test('what is owned is named once, without what is only ordered, refunded or of others', async () => {
    const { buyer, project } = await setUp(0)
    const other = (await setUp(0)).project
    await checkoutBy(await aBuyer(app), source(project))
    expect(await buyer.api.orders.owned()).toEqual({ success: true, items: [], seats: [] })
    await checkoutBy(buyer, source(project))
    await checkoutBy(buyer, report(project))
    expect((await buyer.api.orders.owned()).items).toEqual([source(project)])
    await checkoutBy(buyer, source(other))
    expect((await buyer.api.orders.owned()).items).toEqual([source(other), source(project)])
    await ordersBecome(app.db, 'refunded', { memberId: buyer.id, projectId: other.id })
    expect((await buyer.api.orders.owned()).items).toEqual([source(project)])
    await expect(app.api.orders.owned()).rejects.toMatchObject({ code: 'signed_out' })
  })

  test('need a signed-in member', async () => {
    await expect(app.api.orders.mine({ query: {} })).rejects.toMatchObject({ code: 'signed_out' })
  })
})

test('a purchase is an order completed, also while its refund is only asked for', async () => {
  const { buyer, project } = await setUp(0)
  const bought = () => owningOrder(app.db, buyer.id, project.id, 'source')
  expect(await bought()).toBeUndefined()
  const { orders } = await checkoutBy(buyer, source(project))
  const orderId = orders[0]!.id
  expect(await bought()).toEqual({ orderId, releaseId: project.releaseId })
  expect(await owningOrder(app.db, buyer.id, project.id, 'report')).toBeUndefined()
  for (const [status, owned] of [
    ['refund_requested', true],
    ['refunded', false],
    ['completed', true],
  ] as const) {
    await ordersBecome(app.db, status, { id: orderId })
    expect((await bought()) !== undefined).toBe(owned)
  }
})
