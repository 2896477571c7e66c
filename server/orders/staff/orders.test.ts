import { randomUUID } from 'node:crypto'

import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { unknownId } from '../../../test/calls.ts'
import { aMember, anAdmin, mailsTo } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  buyAndPay,
  cartOf,
  checkoutBy,
  collectWebhooks,
  source,
  atGateway,
} from '../../../test/orders.ts'

const app = await startApp()
const { db } = app
let admin: Awaited<ReturnType<typeof anAdmin>>
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  collectWebhooks(app)
  admin = await anAdmin(app)
  owner = await aMember(app, { name: 'Farah Khan' })
})
const list = (query: Parameters<typeof admin.api.staffOrders.list>[0]['query']) =>
  admin.api.staffOrders.list({ query })
const numbersOf = async (query: Parameters<typeof list>[0]) =>
  (await list(query)).orders.map(({ number }) => number)
/** Creates a buyer with one paid order. */
async function aSale(title: string, price = 10_000) {
  const project = await aListing(db, owner.id, price, { title })
  const buyer = await aBuyer(app)
  await buyAndPay(app, buyer, source(project))
  const [order] = (await buyer.api.orders.mine({ query: {} })).orders
  return { project, buyer, order: order! }
}
const send = (id: string, key: string = randomUUID()) =>
  admin.api.staffOrders.sendReceipt({ params: { id }, body: { key } })
const receiptsTo = (email: string) => mailsTo(app, email, 'receipt').length

test('staff find an order by its number, the last figures of it, buyer, project, payment or id, and nobody else may look', async () => {
  const { project, buyer, order } = await aSale('Zeppelin timetable')
  const { number, _id: id, paymentId } = order
  const payment = await atGateway(db, paymentId)
  const searches = [
    number,
    number.toLowerCase(),
    String(Number(number.slice(-6))),
    'zeppelin',
    'PPELIN TIME',
    buyer.email,
    buyer.email.slice(0, 20),
    id,
    project.id,
    buyer.id,
    paymentId,
    payment.gatewayOrderId,
    payment.gatewayPaymentId,
  ]
  for (const search of searches) expect(await numbersOf({ search }), search).toContain(number)
  for (const search of ['ze', '%%%', unknownId, 'RM-2019-000001'])
    expect(await numbersOf({ search }), search).toEqual([])
  expect(await numbersOf({ search: owner.id })).toContain(number)
  await expect(buyer.api.staffOrders.list({ query: {} })).rejects.toMatchObject({ status: 403 })
  await expect(app.api.staffOrders.get({ params: { id } })).rejects.toMatchObject({ status: 401 })
})

test('the list is filtered by state and read page by page, the newest first', async () => {
  const project = await aListing(db, owner.id, 10_000, { title: 'Pagination drill' })
  const paid = await aBuyer(app)
  await buyAndPay(app, paid, source(project))
  const others = [await aBuyer(app), await aBuyer(app)]
  for (const buyer of others) await checkoutBy(buyer, source(project))
  const all = await list({ search: 'pagination', limit: 2 })
  expect(all.pagination).toMatchObject({ total: 3, pages: 2 })
  expect(all.orders.map(({ buyer, status }) => [buyer._id, status])).toEqual([
    [others[1]!.id, 'pending'],
    [others[0]!.id, 'pending'],
  ])
  expect(await numbersOf({ search: 'pagination', status: 'completed' })).toHaveLength(1)
  expect(await numbersOf({ search: 'pagination', status: 'refunded' })).toEqual([])
})

test('a detail has items, attempts, payment, documents, refunds, ledger and mails', async () => {
  const one = await aListing(db, owner.id, 10_000, { title: 'First of two' })
  const two = await aListing(db, owner.id, 20_000, { title: 'Second of two' })
  const buyer = await aBuyer(app)
  const failed = await checkoutBy(buyer, source(one))
  await app.api.sandbox.pay({ params: { orderId: failed.gateway!.orderId }, body: { outcome: 'fail' } })
  await buyAndPay(app, buyer, source(one), source(two))
  const [order] = (await buyer.api.orders.mine({ query: { search: 'First of two' } })).orders
  await buyer.api.refundRequests.ask({
    params: { id: order!._id },
    body: { reason: 'It does not run at all' },
  })
  const { order: detail } = await admin.api.staffOrders.get({ params: { id: order!._id } })
  expect(detail).toMatchObject({
    number: order!.number,
    status: 'refund_requested',
    amount: 100,
    release: 1,
    buyer: { _id: buyer.id, email: buyer.email },
    owner: { _id: owner.id, name: 'Farah Khan' },
    payment: { gateway: 'sandbox', status: 'captured', amount: 300, state: 'Karnataka' },
    items: [{ title: 'First of two' }, { title: 'Second of two' }],
    attempts: [{ status: expect.stringMatching(/failed|cancelled|pending/) }],
    requests: [{ reason: 'It does not run at all', outcome: null }],
    refunds: [],
    invoice: expect.stringMatching(/^RM\//),
    ledger: [
      { kind: 'sale', lines: expect.arrayContaining([{ account: `member:${owner.id}`, amount: 80 }]) },
    ],
    hasReceipt: true,
  })
  const { refunds } = await admin.api.refundRequests.cases({ query: {} })
  const request = refunds.find(({ orderId }) => orderId === order!._id)!
  await admin.api.refundRequests.decide({
    params: { id: request._id },
    body: { decision: 'approve', note: '' },
  })
  const { order: refunded } = await admin.api.staffOrders.get({ params: { id: order!._id } })
  expect(refunded).toMatchObject({
    status: 'refunded',
    requests: [{ outcome: 'approved' }],
    refunds: [{ amount: 100 }],
    creditNote: expect.stringMatching(/^RC\//),
    actions: [{ action: 'approve refund' }],
    ledger: [{ kind: 'sale' }, { kind: 'refund' }],
  })
  await expect(admin.api.staffOrders.get({ params: { id: unknownId } })).rejects.toMatchObject({
    status: 404,
  })
})

test('a receipt is sent again once for each press, however often the press arrives, and that is written down', async () => {
  const { buyer, order } = await aSale('Receipts anew')
  const before = receiptsTo(buyer.email)
  const key = randomUUID()
  await Promise.all(Array.from({ length: 5 }, () => send(order._id, key)))
  expect(receiptsTo(buyer.email)).toBe(before + 1)
  const mail = mailsTo(app, buyer.email).at(-1)!
  expect(mail).toMatchObject({ subject: 'Your receipt from Readymade', about: `payment ${order.paymentId}` })
  expect(mail.text).toContain(order.number)
  expect(mail.text).toContain(order.invoice)
  const { entries } = await admin.api.audit.list({ query: { about: order._id } })
  expect(entries).toMatchObject([{ action: 'send receipt again', about: { name: order.number } }])
})

test('of presses beside each other three an hour are sent, and the others say when to come again', async () => {
  const { buyer, order } = await aSale('Receipts in a row')
  const before = receiptsTo(buyer.email)
  const pressed = await Promise.allSettled(Array.from({ length: 6 }, () => send(order._id)))
  expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(receiptsTo(buyer.email)).toBe(before + 3)
  await expect(send(order._id)).rejects.toMatchObject({
    status: 429,
    message: expect.stringContaining('three times within an hour'),
  })
})

test('without a purchase that was kept, or with a closed account, no receipt is sent', async () => {
  const project = await aListing(db, owner.id, 10_000, { title: 'Never paid' })
  const buyer = await aBuyer(app)
  await buyer.api.orders.checkout({ body: cartOf(source(project)) })
  const [open] = (await buyer.api.orders.mine({ query: {} })).orders
  await expect(send(open!._id)).rejects.toMatchObject({ status: 409 })
  const { buyer: closed, order } = await aSale('Closed later')
  await admin.api.staffMembers.deactivate({ params: { id: closed.id }, body: { reason: 'Fraud' } })
  const before = receiptsTo(closed.email)
  await expect(send(order._id)).rejects.toMatchObject({ status: 409 })
  expect(receiptsTo(closed.email)).toBe(before)
  expect((await admin.api.staffOrders.get({ params: { id: order._id } })).order.hasReceipt).toBe(false)
})

test('of a name that more than a thousand members have every buyer is found', async () => {
  const namesakes = Array.from({ length: 1100 }, (_, n) => ({
    id: randomUUID(),
    name: 'Thousandfold Kumar',
    email: `thousandfold-${n}@example.in`,
    referralCode: `TF${n}`,
  }))
  await db.insertInto('members').values(namesakes).execute()
  const { buyer, order } = await aSale('Kite festival')
  await buyer.api.accounts.updateProfile({ body: { name: 'Thousandfold Last' } })
  expect(await numbersOf({ search: 'thousandfold' })).toEqual([order.number])
  expect(await numbersOf({ search: 'thousandfold', status: 'refunded' })).toEqual([])
})
