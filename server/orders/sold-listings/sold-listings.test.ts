import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, test } from 'vitest'

import { licenceTerms } from '#contract/orders/terms.ts'

import { startApp } from '../../../test/app.ts'
import { disputesIn } from '../../../test/disputes.ts'
import { anAdmin, deactivate } from '../../../test/makers.ts'
import {
  aBuyer,
  buyAndPay,
  cartOf,
  checkoutBy,
  collectWebhooks,
  report,
  source,
  anOffer,
} from '../../../test/orders.ts'
import { reason } from '../../../test/refunds.ts'
import { timePasses } from '../../../test/time.ts'
import { clearOldListings } from './service.ts'

const app = await startApp()
const { db } = app
beforeEach(() => void collectWebhooks(app))

const setUp = async (pricePaise = 49_900) => {
  const { seller, buyer, project } = await anOffer(app, pricePaise, { reportPricePaise: 9900 })
  await db
    .updateTable('projects')
    .set({ features: ['Fines by email'], requirements: ['Python 3.12'], technologies: ['Django'] })
    .where('id', '=', project.id)
    .execute()
  await db
    .insertInto('reports')
    .values({
      projectId: project.id,
      key: `reports/${project.id}`,
      name: 'report.docx',
      size: 10,
      sha256: '',
      pages: 42,
      headings: JSON.stringify([{ level: 1, text: 'Design' }]),
    })
    .execute()
  return { seller, buyer, project }
}
/** Changes the listing of a project. */
const rewrite = (projectId: string) =>
  db
    .updateTable('projects')
    .set({ description: 'Something else.', features: [], title: 'Other', pricePaise: 100 })
    .where('id', '=', projectId)
    .execute()
const boughtAs = async (buyer: Awaited<ReturnType<typeof aBuyer>>, orderId: string) =>
  (await buyer.api.orders.get({ params: { id: orderId } })).order.asBought
const states = (projectId: string) =>
  db.selectFrom('soldListings').selectAll().where('projectId', '=', projectId).execute()

describe('the listing as it was bought', () => {
  test('stays on the order with price, release, licence and refund policy, whatever the owner changes', async () => {
    const { buyer, project } = await setUp()
    const { orders } = await buyAndPay(app, buyer, source(project))
    await rewrite(project.id)
    expect(await boughtAs(buyer, orders[0]!._id)).toMatchObject({
      title: 'Library Desk',
      price: 499,
      release: 1,
      licence: licenceTerms,
      refundPolicy: expect.stringContaining('within 7 days'),
      listing: {
        description: 'Issues and returns books.',
        features: ['Fines by email'],
        requirements: ['Python 3.12'],
        technologies: ['Django'],
        files: { count: 1, bytes: 10, lines: 1 },
      },
    })
  })

  test('says of a report its pages and headings, and promises no money back of what was free', async () => {
    const { buyer, project } = await setUp(0)
    const [free] = (await checkoutBy(buyer, source(project))).orders
    expect(await boughtAs(buyer, free!._id)).toMatchObject({ price: 0, refundPolicy: null })
    const [paid] = (await buyAndPay(app, buyer, report(project))).orders
    expect(await boughtAs(buyer, paid!._id)).toMatchObject({
      release: null,
      listing: { report: { name: 'report.docx', pages: 42, headings: [{ level: 1, text: 'Design' }] } },
    })
  })

  test('is kept once for all who bought the same, ten at once', async () => {
    const { project } = await setUp()
    const buyers = await Promise.all(Array.from({ length: 10 }, () => aBuyer(app)))
    await Promise.all(buyers.map((buyer) => buyAndPay(app, buyer, source(project))))
    expect(await states(project.id)).toHaveLength(1)
    await rewrite(project.id)
    await buyAndPay(app, await aBuyer(app), source(project))
    expect(await states(project.id)).toHaveLength(2)
  })

  test('is what the page said at the last press of Pay: an open checkout of an older state is not continued', async () => {
    const { buyer, project } = await setUp()
    const first = await checkoutBy(buyer, source(project))
    expect((await checkoutBy(buyer, source(project)))._id).toBe(first._id)
    await db
      .updateTable('projects')
      .set({ description: 'Now without fines.' })
      .where('id', '=', project.id)
      .execute()
    const { payment } = await buyer.api.orders.checkout({
      body: { ...cartOf(source(project)), idempotencyKey: randomUUID() },
    })
    expect(payment._id).not.toBe(first._id)
    expect((await boughtAs(buyer, payment.orders[0]!._id))?.listing?.description).toBe('Now without fines.')
  })

  test('stands in the evidence of a refund request and of a dispute, for staff and in the text for the bank', async () => {
    const admin = await anAdmin(app)
    const { buyer, project } = await setUp()
    const { orders } = await buyAndPay(app, buyer, source(project))
    await rewrite(project.id)
    const params = { id: orders[0]!._id }
    await buyer.api.refundRequests.ask({ params, body: { reason } })
    const { refunds } = await admin.api.refundRequests.cases({ query: {} })
    const mine = refunds.find(({ orderId }) => orderId === params.id)!
    expect(mine.evidence.asBought.listing?.description).toBe('Issues and returns books.')

    const { sendEvent, aSale } = disputesIn(app)
    const sale = await aSale()
    await rewrite(sale.project.id)
    await sendEvent('created', sale)
    const { disputes } = await admin.api.disputes.list({ query: {} })
    const of = { params: { id: disputes[0]!._id } }
    const { dispute } = await admin.api.disputes.case(of)
    expect(dispute.orders[0]!.asBought).toMatchObject({
      price: 499,
      listing: { description: 'Issues and returns books.' },
    })
    const text = await (await admin.api.disputes.evidence(of)).text()
    for (const words of [
      'What the page said when it was ordered',
      'Issues and returns books.',
      licenceTerms.slice(0, 21),
      'price: ₹499',
      'release: 1',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('Something else.')
  })

  test('outlives its owner’s account for 180 days after the last purchase; then price, licence and policy stay', async () => {
    const { seller, buyer, project } = await setUp()
    const { orders } = await buyAndPay(app, buyer, source(project))
    await deactivate(db, seller.id)
    await db.updateTable('projects').set({ deletedAt: new Date() }).where('id', '=', project.id).execute()
    const daysPass = async (days: number) => {
      await timePasses(db, `${days} days`, 'orders', { ownerId: seller.id })
      await clearOldListings(db)
      return boughtAs(buyer, orders[0]!._id)
    }
    expect((await daysPass(179))?.listing?.description).toBe('Issues and returns books.')
    expect(await daysPass(2)).toMatchObject({ listing: null, price: 499, licence: licenceTerms })
  })
})
