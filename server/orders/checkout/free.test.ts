import { randomUUID } from 'node:crypto'

import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { mailsTo } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  buyAndPay,
  type Buyer,
  cartOf,
  checkoutBy,
  collectWebhooks,
  type SignedWebhook,
  postWebhook,
  source,
  anOffer,
  payAtGateway,
} from '../../../test/orders.ts'

const app = await startApp()
let webhooks: SignedWebhook[]
beforeEach(() => {
  webhooks = collectWebhooks(app)
})

const stateOf = async ({ api }: Buyer) => (await api.accounts.profile()).user.address.state
const list = async ({ api }: Buyer) => (await api.orders.mine({ query: {} })).orders

test('the State is asked for when something is paid for, and remembered', async () => {
  const [seller, buyer] = [await aBuyer(app), await aBuyer(app)]
  const [free, paid] = [await aListing(app.db, seller.id, 0), await aListing(app.db, seller.id, 10_000)]
  const get = (id: { id: string }) =>
    buyer.api.orders.checkout({ body: { items: [source(id)], idempotencyKey: randomUUID() } })
  expect((await get(free)).payment).toMatchObject({ status: 'captured', amount: 0 })
  expect(await stateOf(buyer)).toBe('')
  await expect(get(paid)).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'Choose your State',
    details: { fields: { state: 'Choose your State' } },
  })
  await checkoutBy(buyer, source(paid))
  expect(await stateOf(buyer)).toBe('Karnataka')
})

test('who got something for nothing is told that it is theirs, with no total and no receipt', async () => {
  const [seller, buyer] = [await aBuyer(app), await aBuyer(app)]
  await buyAndPay(app, buyer, source(await aListing(app.db, seller.id, 0)))
  const mail = mailsTo(app, buyer.email)[0]
  expect(mail!.subject).toBe('Library Desk is yours')
  expect(mail!.text).not.toMatch(/Total|receipt/)
})

test('failed attempts are folded into the last one, which can be retried or was paid', async () => {
  const { seller, buyer, project } = await anOffer(app, 10_000)
  const other = await aListing(app.db, seller.id, 10_000, { title: 'Quiz App' })
  const fails = async () => {
    const { gateway } = await checkoutBy(buyer, source(project))
    await app.api.sandbox.pay({ params: { orderId: gateway!.orderId }, body: { outcome: 'fail' } })
    await postWebhook(app, webhooks.pop()!)
  }
  await fails()
  await buyAndPay(app, buyer, source(other))
  await fails()
  await fails()
  expect(await list(buyer)).toMatchObject([
    { projectTitle: 'Library Desk', status: 'failed', earlierAttempts: 2, allowed: ['retry'] },
    { projectTitle: 'Quiz App', status: 'completed', earlierAttempts: 0 },
  ])
  await buyAndPay(app, buyer, source(project))
  expect(await list(buyer)).toMatchObject([
    { projectTitle: 'Library Desk', status: 'completed', earlierAttempts: 3 },
    { projectTitle: 'Quiz App', status: 'completed' },
  ])
  const { pagination } = await buyer.api.orders.mine({ query: {} })
  expect(pagination.total).toBe(2)
})

test('an order whose money came too much stays in the list', async () => {
  const { buyer, project } = await anOffer(app, 10_000)
  const first = await checkoutBy(buyer, source(project))
  const body = { ...cartOf(source(project)), state: 'Kerala' }
  const second = (await buyer.api.orders.checkout({ body })).payment
  for (const orderId of [second.gateway!.orderId, `order_${first._id.replaceAll('-', '')}`]) {
    const callback = await payAtGateway(app, orderId)
    await buyer.api.orders.callback({ body: callback })
  }
  expect((await list(buyer)).map(({ status }) => status).toSorted()).toEqual(['cancelled', 'completed'])
})
