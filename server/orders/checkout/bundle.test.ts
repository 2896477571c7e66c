import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { anAdmin, projectRow } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  buyAndPay,
  cartOf,
  balancedLedger,
  report,
  source,
  anOffer,
  atGateway,
  returnedAtGateway,
} from '../../../test/orders.ts'
import { refundBy } from '../../../test/refunds.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { sendRefunds } from '../returns/send.ts'

const app = await startApp()
const { db } = app

/** Creates a project with a report, sold together for a price in rupees, its owner and a buyer. */
async function setUp(bundlePrice: number | null = 500) {
  const { seller, buyer, project } = await anOffer(app, 49_900, { reportPricePaise: 9900 })
  const params = { id: project.id }
  const edit = (body: Parameters<typeof seller.api.projects.ownerUpdate>[0]['body']) =>
    seller.api.projects.ownerUpdate({ params, body })
  await edit({ bundlePrice })
  const bundle = async () => (await app.api.projects.get({ params })).project.bundlePrice
  return { seller, buyer, project, params, edit, bundle }
}

test('a price for both is at most that of both alone, needs a report, and leaves the project listed', async () => {
  const { edit, bundle, project } = await setUp()
  expect(await bundle()).toBe(500)
  await expect(edit({ bundlePrice: 598.01 })).rejects.toMatchObject({
    status: 400,
    details: { fields: { bundlePrice: 'Together they can cost at most ₹598' } },
  })
  await expect(edit({ bundlePrice: -1 })).rejects.toMatchObject({ status: 400 })
  expect(await bundle()).toBe(500)
  await edit({ bundlePrice: 598 })
  await edit({ bundlePrice: 0 })
  expect(await bundle()).toBe(0)
  await edit({ bundlePrice: null })
  expect(await bundle()).toBeNull()
  const seller = await aBuyer(app)
  const alone = await aListing(db, seller.id, 49_900)
  const without = seller.api.projects.ownerUpdate({ params: { id: alone.id }, body: { bundlePrice: 1 } })
  await expect(without).rejects.toMatchObject({ status: 400 })
  const { verificationStatus } = (await app.api.projects.get({ params: { id: project.id } })).project
  expect(verificationStatus).toBe('approved')
})

test('it ends when a lower price makes it dearer than both alone, and when the report goes', async () => {
  const cheaper = await setUp()
  await cheaper.edit({ price: 401 })
  expect(await cheaper.bundle()).toBe(500)
  await cheaper.edit({ price: 400.99 })
  expect(await cheaper.bundle()).toBeNull()
  const gone = await setUp()
  await gone.seller.api.releases.removeReport({ params: gone.params })
  expect(await projectRow(db, gone.project.id)).toMatchObject({ bundlePricePaise: null })
})

test('the cart and the checkout price both together, and each order carries its part to the paisa', async () => {
  const { buyer, project } = await setUp()
  const items = [source(project), report(project)]
  const quoted = await buyer.api.orders.quote({ body: { items } })
  expect(quoted).toMatchObject({ bundleSaving: 98, total: 500, coupon: null })
  expect(quoted.items.map(({ price }) => price)).toEqual([499, 99])
  expect(quoted.items.map((item) => item.report)).toEqual([
    { pages: null, price: 99, saving: 98 },
    { pages: null, price: 99, saving: 98 },
  ])
  const { payment } = await buyer.api.orders.checkout({ body: { ...cartOf(...items), expectedTotal: 500 } })
  const amounts = payment.orders.map(({ kind, amount, listPrice, discount }) => [
    kind,
    amount,
    listPrice,
    discount,
  ])
  expect(amounts).toHaveLength(2)
  expect(amounts).toContainEqual(['report', 82.78, 82.78, 0])
  expect(amounts).toContainEqual(['source', 417.22, 417.22, 0])
})

test('a refund of one of them returns what was paid for it', async () => {
  const { buyer, project } = await setUp()
  const { _id, orders } = await buyAndPay(app, buyer, source(project), report(project))
  const one = orders.find(({ kind }) => kind === 'report')!
  await refundBy(await anAdmin(app), { buyer, of: { params: { id: one._id } } })
  await sendRefunds(app.dependencies)
  const { gatewayPaymentId } = await atGateway(db, _id)
  expect(await returnedAtGateway(app, gatewayPaymentId)).toEqual([8278])
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

test('who owns one of them already pays the single price for the other', async () => {
  const { buyer, project } = await setUp()
  await buyAndPay(app, buyer, source(project))
  const quoted = await buyer.api.orders.quote({ body: { items: [source(project), report(project)] } })
  expect(quoted).toMatchObject({ bundleSaving: 0, total: 99 })
  const { payment } = await buyer.api.orders.checkout({ body: cartOf(report(project)) })
  expect(payment.amount).toBe(99)
})
