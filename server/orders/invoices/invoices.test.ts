import { beforeEach, expect, test } from 'vitest'

import { settingsDefaults as defaults } from '#contract/staff/settings.ts'

import { startApp } from '../../../test/app.ts'
import { repetitions } from '../../../test/long.ts'
import { anAdmin, mailsTo, resetSettings } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  buyAndPay,
  checkoutBy,
  collectWebhooks,
  postWebhook,
  report,
  source,
  anOffer,
  payAtGateway,
  paymentOf,
  checkoutEnds,
} from '../../../test/orders.ts'
import { refundsIn, refundBy } from '../../../test/refunds.ts'
import { writeSettings } from '../../staff/settings/service.ts'

const app = await startApp()
const { db } = app
const admin = await anAdmin(app)
const webhooks = collectWebhooks(app)
const { aPurchase, asked } = refundsIn(app)
const company = {
  ...defaults.identity,
  legalName: 'Readymade Technologies Private Limited',
  address: 'Brigade Road\nBengaluru',
  state: 'Karnataka',
  gstin: '29AAGCB7383J1Z4',
}
const register = async (changes: Partial<typeof defaults.tax> = {}) => {
  await writeSettings(db, 'identity', company)
  await writeSettings(db, 'tax', { ...defaults.tax, registered: true, ...changes })
}
beforeEach(async () => void (await resetSettings(db)))

const year = new Date(Date.now() + 5.5 * 3_600_000)
const april = year.getUTCFullYear() - (year.getUTCMonth() < 3 ? 1 : 0)
const label = `${april % 100}-${(april + 1) % 100}`
const serials = async (table: 'invoices' | 'creditNotes') =>
  (await db.selectFrom(table).select('serial').where('year', '=', april).orderBy('serial').execute()).map(
    ({ serial }) => serial,
  )
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const invoiceOf = (orderId: string) =>
  db
    .selectFrom('invoices')
    .innerJoin('invoiceLines', 'invoiceLines.invoiceId', 'invoices.id')
    .selectAll('invoiceLines')
    .selectAll('invoices')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
const pdfOf = async (who: { token?: string }, id: string, document = 'invoice') => {
  const reply = await app.app.inject({
    url: `/api/orders/${id}/${document}`,
    headers: who.token ? { authorization: `Bearer ${who.token}` } : {},
  })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}

/** The number of payments that are settled at once. */
const many = repetitions(200, 20)

test(`${many} payments settled at once are numbered from 1 on in their financial year, without gap or double`, async () => {
  // The previous year ended at 41.
  await db
    .insertInto('documentNumbers')
    .values({ series: 'invoice', year: april - 1, last: 41 })
    .execute()
  const seller = await aBuyer(app)
  const projects = await Promise.all(upTo(5).map(() => aListing(db, seller.id, 49_900)))
  const left = upTo(many).values()
  const payOn = async () => {
    for (const at of left) {
      const { gateway } = await checkoutBy(await aBuyer(app), source(projects[at % 5]!))
      await payAtGateway(app, gateway!.orderId)
    }
  }
  await Promise.all(upTo(5).map(payOn))
  // Sends every webhook twice, and again when a busy server answers 503, as gateways do.
  let events = webhooks.splice(0).flatMap((event) => [event, event])
  while (events.length > 0) {
    const answers = await Promise.all(events.map((event) => postWebhook(app, event)))
    events = events.filter((_, index) => answers[index] === 503)
  }
  expect(await serials('invoices')).toEqual(upTo(many))
  const invoices = await db.selectFrom('invoices').select(['number', 'issuedAt']).orderBy('serial').execute()
  expect(invoices[0]!.number).toBe(`RM/${label}/000001`)
  for (const { number } of invoices) expect(number).toMatch(/^[A-Z0-9/-]{1,16}$/)
  const times = invoices.map(({ issuedAt }) => issuedAt.getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

test('a settling that fails gives its number back', async () => {
  const before = await serials('invoices')
  const { buyer, project } = await anOffer(app)
  const { enqueue } = app.dependencies.jobs
  app.dependencies.jobs.enqueue = () => Promise.reject(new Error('the power is gone'))
  await buyAndPay(app, buyer, source(project)).catch(() => {})
  app.dependencies.jobs.enqueue = enqueue
  expect(await serials('invoices')).toEqual(before)
  const [event] = webhooks.splice(-1)
  await postWebhook(app, event!)
  expect(await serials('invoices')).toEqual(upTo(before.length + 1))
})

test('a registered seller gives a tax invoice that sums to the payment; the mail names it, the order leads to it', async () => {
  await register()
  const { buyer, project } = await anOffer(app, 49_900, { reportPricePaise: 14_999 })
  const { orders } = await buyAndPay(app, buyer, source(project), report(project))
  const lines = await Promise.all(orders.map(({ _id }) => invoiceOf(_id)))
  expect(new Set(lines.map(({ number }) => number)).size).toBe(1)
  const [{ number }] = lines as [(typeof lines)[number]]
  expect(lines[0]).toMatchObject({
    kind: 'tax invoice',
    buyerName: 'Asha Rao',
    buyerState: 'Karnataka',
    seller: company,
    rateBasisPoints: 1800,
    sac: '998434',
  })
  const sum = (key: 'amountPaise' | 'taxablePaise' | 'cgstPaise' | 'sgstPaise' | 'igstPaise') =>
    lines.reduce((total, line) => total + line[key], 0)
  expect(sum('amountPaise')).toBe(64_899)
  // 64,899 / 1.18 × 9%.
  expect([sum('cgstPaise'), sum('sgstPaise'), sum('igstPaise')]).toEqual([4950, 4950, 0])
  expect(sum('taxablePaise')).toBe(54_999)
  const { order } = await buyer.api.orders.get({ params: { id: orders[0]!._id } })
  expect(order).toMatchObject({ invoice: number, invoiceKind: 'tax invoice', creditNote: null })
  expect(mailsTo(app, buyer.email).at(-1)).toMatchObject({
    kind: 'invoice',
    subject: 'Your invoice from Readymade',
    text: expect.stringContaining(`Your invoice is ${number}.`) as string,
  })
})

test('before anybody pays, the price says whether it contains GST; without it the order, its mail and its file are a receipt’s', async () => {
  const { buyer, project } = await anOffer(app)
  const priced = (items = [source(project)]) => buyer.api.orders.quote({ body: { items } })
  await writeSettings(db, 'tax', { ...defaults.tax, registered: true, ratePercent: 12 })
  // A seller without a GSTIN does not count as registered and issues no tax invoice.
  expect((await priced()).gstPercent).toBeNull()
  await register({ ratePercent: 12 })
  expect((await priced()).gstPercent).toBe(12)
  expect((await priced([])).gstPercent).toBe(12)
  await writeSettings(db, 'tax', defaults.tax)
  expect((await priced()).gstPercent).toBeNull()

  const { orders } = await buyAndPay(app, buyer, source(project))
  const { order } = await buyer.api.orders.get({ params: { id: orders[0]!._id } })
  expect(order.invoiceKind).toBe('receipt')
  expect(mailsTo(app, buyer.email).at(-1)).toMatchObject({
    kind: 'receipt',
    subject: 'Your receipt from Readymade',
    text: expect.stringContaining(`Your receipt is ${order.invoice}.`) as string,
  })
  const named = async () => String((await pdfOf(buyer, orders[0]!._id)).headers['content-disposition'])
  expect(await named()).toContain(`receipt-${order.invoice!.replaceAll('/', '-')}.pdf`)
  // An issued receipt stays a receipt when the seller registers later.
  await register()
  expect(await named()).toContain('receipt-')
  const seen = await admin.api.staffOrders.get({ params: { id: orders[0]!._id } })
  expect(seen.order).toMatchObject({ invoice: order.invoice, invoiceKind: 'receipt' })
})

test('across a border the tax is IGST, and rounded to rupees when that is set', async () => {
  await register({ roundsToRupee: true })
  await writeSettings(db, 'identity', { ...company, state: 'Kerala', gstin: '32AAGCB7383J1ZH' })
  const { of } = await aPurchase()
  expect(await invoiceOf(of.params.id)).toMatchObject({ cgstPaise: 0, sgstPaise: 0, igstPaise: 7600 })
})

test('who is not registered gives a receipt without tax, and what is free gets none', async () => {
  const { of } = await aPurchase()
  expect(await invoiceOf(of.params.id)).toMatchObject({
    kind: 'receipt',
    rateBasisPoints: 0,
    amountPaise: 49_900,
    taxablePaise: 49_900,
  })
  const before = await serials('invoices')
  const [seller, buyer] = [await aBuyer(app), await aBuyer(app)]
  const { orders } = await buyAndPay(app, buyer, source(await aListing(db, seller.id, 0)))
  expect(orders[0]).toMatchObject({ invoice: null, creditNote: null })
  expect((await pdfOf(buyer, orders[0]!._id)).status).toBe(404)
  expect(await serials('invoices')).toEqual(before)
})

test('what is owned already is paid back and stands on no invoice', async () => {
  const [seller, buyer] = [await aBuyer(app), await aBuyer(app)]
  const [first, second] = [await aListing(db, seller.id, 10_000), await aListing(db, seller.id, 20_000)]
  const waiting = await checkoutBy(buyer, source(first), source(second))
  await checkoutEnds(db, 'cancelled', waiting._id)
  await buyAndPay(app, buyer, source(first))
  await payAtGateway(app, waiting.gateway!.orderId)
  await postWebhook(app, webhooks.at(-1)!)
  const payment = await paymentOf(buyer, waiting._id)
  const invoiced = payment.orders.map(({ status, invoice }) => `${status} ${invoice ? 'with' : 'without'}`)
  expect(invoiced.toSorted()).toEqual(['cancelled without', 'completed with'])
})

test('an invoice keeps what was true when it was issued, and nothing can change it', async () => {
  await register()
  const { of } = await aPurchase()
  const before = await invoiceOf(of.params.id)
  await writeSettings(db, 'identity', { ...company, legalName: 'Another Company' })
  await writeSettings(db, 'tax', { ...defaults.tax, registered: false })
  expect(await invoiceOf(of.params.id)).toEqual(before)
  for (const change of [
    db.updateTable('invoices').set({ buyerName: 'Somebody' }),
    db.updateTable('invoiceLines').set({ title: 'Something' }),
    db.deleteFrom('creditNotes'),
  ])
    await expect(change.execute()).rejects.toThrow('never changed')
})

test('the PDF is for its buyer and staff; to everybody else there is none', async () => {
  await register()
  const { buyer, seller, of } = await aPurchase()
  const { id } = of.params
  await buyer.api.accounts.updateProfile({ body: { name: 'लक्ष्मी त्रिपाठी' } })
  for (const who of [buyer, admin]) {
    const { status, headers, bytes } = await pdfOf(who, id)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename=invoice-RM-\d\d-\d\d-\d{6}\.pdf$/),
      'cache-control': 'no-store',
    })
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.length).toBeLessThan(200_000)
  }
  expect((await pdfOf({}, id)).status).toBe(401)
  for (const stranger of [seller, await aBuyer(app)]) expect((await pdfOf(stranger, id)).status).toBe(404)
  expect((await pdfOf(buyer, id, 'credit-note')).status).toBe(404)
})

test('a refund issues one credit note in a series of its own, also when it is decided ten times at once', async () => {
  await register()
  const { buyer, seller, of, at } = await asked()
  const { id } = of.params
  const before = await serials('creditNotes')
  const body = { decision: 'approve' } as const
  const decisions = await Promise.allSettled(
    upTo(10).map(() => admin.api.refundRequests.decide({ ...at, body })),
  )
  expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await serials('creditNotes')).toEqual(upTo(before.length + 1))
  const { order } = await buyer.api.orders.get(of)
  expect(order.creditNote).toBe(`RC/${label}/${String(before.length + 1).padStart(6, '0')}`)
  const { refunds } = await admin.api.refundRequests.cases({ query: { state: 'decided' } })
  const { invoice, creditNote } = order
  expect(refunds.find(({ orderId }) => orderId === id)).toMatchObject({ invoice, creditNote })
  for (const who of [buyer, admin]) {
    const { status, headers } = await pdfOf(who, id, 'credit-note')
    expect(status).toBe(200)
    expect(headers['content-disposition']).toMatch(/credit-note-RC-/)
  }
  expect((await pdfOf(seller, id, 'credit-note')).status).toBe(404)
})

test('a refund of what was sold before there were invoices has no credit note', async () => {
  const { buyer, seller } = await aPurchase()
  const project = await aListing(db, seller.id, 0)
  const { issued } = await soldWithoutInvoice(buyer, project)
  await refundBy(admin, { buyer, of: issued })
  expect((await buyer.api.orders.get(issued)).order).toMatchObject({
    status: 'refunded',
    invoice: null,
    creditNote: null,
  })
})

/** Creates a paid order without an invoice: a free order that is changed into a paid one afterwards. */
async function soldWithoutInvoice(buyer: Awaited<ReturnType<typeof aBuyer>>, project: { id: string }) {
  const { orders, _id: paymentId } = await buyAndPay(app, buyer, source(project))
  const id = orders[0]!._id
  await db.updateTable('payments').set({ gatewayPaymentId: id }).where('id', '=', paymentId).execute()
  await db
    .updateTable('orders')
    .set({ amountPaise: 49_900, refundDays: 7, refundPolicy: 'As it was.' })
    .where('id', '=', id)
    .execute()
  return { issued: { params: { id } } }
}
