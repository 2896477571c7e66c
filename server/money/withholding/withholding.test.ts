import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { type Settings, settingsDefaults, settingsSections } from '#contract/staff/settings.ts'

import { startApp } from '../../../test/app.ts'
import { anAdmin, mailsTo } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  balanceOf,
  buyAndPay,
  collectWebhooks,
  balancedLedger,
  source,
} from '../../../test/orders.ts'
import { refundBy } from '../../../test/refunds.ts'
import { writeSettings } from '../../staff/settings/service.ts'
import { ledgerFaults } from '../ledger/service.ts'
import { accounts } from '../ledger/shares.ts'

const app = await startApp()
const { db } = app
beforeEach(() => void collectWebhooks(app))
afterEach(() => writeSettings(db, 'tax', settingsDefaults.tax))

const pan = 'ABCPZ1234C'
const gstin = '29ABCPZ1234C1ZS'

const withhold = ({ tds = false, tcs = false, exemptUpTo = 0 }) => {
  const { tax } = settingsDefaults
  const value: Settings['tax'] = {
    ...tax,
    tds: { ...tax.tds, on: tds, exemptUpTo },
    tcs: { ...tax.tcs, on: tcs },
  }
  return writeSettings(db, 'tax', value)
}
/** Creates an owner with a project of ₹1,180, and returns a function that sells it. */
async function aSellingOwner() {
  const seller = await aBuyer(app)
  const project = await aListing(db, seller.id, 118_000)
  const sell = async () => {
    const buyer = await aBuyer(app)
    const { orders } = await buyAndPay(app, buyer, source(project))
    return { buyer, orderId: orders[0]!._id }
  }
  return { seller, project, sell }
}
const withheld = async () => [await balanceOf(db, accounts.tds), await balanceOf(db, accounts.tcs)]
/** The amounts that some work adds to the withheld taxes, in paise. */
async function added(work: () => Promise<unknown>) {
  const before = await withheld()
  await work()
  return (await withheld()).map((paise, index) => paise - before[index]!)
}

test('nothing is held back while the settings say so', async () => {
  const { seller, sell } = await aSellingOwner()
  expect(await added(sell)).toEqual([0, 0])
  expect(await balanceOf(db, accounts.owner(seller.id))).toBe(94_400)
  expect((await seller.api.taxIds.get()).taxIds).toMatchObject({ tds: null, tcs: null, panEnding: null })
})

test('TDS is taken of the price from the owner’s part: 5% without a PAN, 0.1% with one', async () => {
  await withhold({ tds: true })
  const { seller, sell } = await aSellingOwner()
  expect(await added(sell)).toEqual([5900, 0])
  expect(await balanceOf(db, accounts.owner(seller.id))).toBe(94_400 - 5900)
  await seller.api.taxIds.save({ body: { pan: ' abcpz1234c ' } })
  expect(await added(sell)).toEqual([118, 0])
  expect(mailsTo(app, seller.email).at(-1)?.text).toContain('Your share is ₹942.82')
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

test('TCS is taken of the price without its tax, from owners who gave a GSTIN alone', async () => {
  await withhold({ tcs: true, tds: true })
  const { seller, sell } = await aSellingOwner()
  await seller.api.taxIds.save({ body: { pan } })
  expect(await added(sell)).toEqual([118, 0])
  await seller.api.taxIds.save({ body: { gstin } })
  expect(await added(sell)).toEqual([118, 500])
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

test('a refund gives back what was held back, whatever the rates are by then, and old sales stay proved', async () => {
  await withhold({ tds: true })
  const admin = await anAdmin(app)
  const { seller, sell } = await aSellingOwner()
  const { buyer, orderId } = await sell()
  await withhold({ tds: false, tcs: true })
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
  const asked = await buyer.api.refundRequests.ask({
    params: { id: orderId },
    body: { reason: 'It does not start at all.' },
  })
  const params = { id: asked.refund.request!._id }
  const { refunds } = await seller.api.refundRequests.received({ query: {} })
  expect(refunds).toMatchObject([{ share: 885 }])
  expect(
    await added(() => admin.api.refundRequests.decide({ params, body: { decision: 'approve' } })),
  ).toEqual([-5900, 0])
  expect(await balanceOf(db, accounts.owner(seller.id))).toBe(0)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

test('up to the limit nothing is held back from a person with a PAN; the sale that passes it and later ones pay', async () => {
  await withhold({ tds: true, exemptUpTo: 2360 })
  const { seller, sell } = await aSellingOwner()
  await seller.api.taxIds.save({ body: { pan } })
  expect((await seller.api.taxIds.get()).taxIds.tds).toMatchObject({ exemptUpTo: 2360, isExemptible: true })
  expect(await added(sell)).toEqual([0, 0])
  expect(await added(sell)).toEqual([0, 0])
  expect(await added(sell)).toEqual([118, 0])
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
  const { lines } = await seller.api.earnings.statement({ query: {} })
  expect(lines.map(({ tds }) => tds)).toEqual([0, 0, 1.18])
})

test.each<[string, number, number]>([
  ['a rupee less than a sale', 1179, 118],
  ['exactly a sale', 1180, 0],
])('with a limit of %s (₹%i) a first sale of ₹1,180 pays %i paise', async (_what, exemptUpTo, paise) => {
  await withhold({ tds: true, exemptUpTo })
  const { seller, sell } = await aSellingOwner()
  await seller.api.taxIds.save({ body: { pan } })
  expect(await added(sell)).toEqual([paise, 0])
})

test.each<[string, string, boolean]>([
  ['a person', 'ABCPZ1234C', true],
  ['a Hindu undivided family', 'ABCHZ1234C', true],
  ['a company', 'ABCCZ1234C', false],
])('a PAN of %s (%s) is exempt: %s', async (_what, own, isExempt) => {
  await withhold({ tds: true, exemptUpTo: 500_000 })
  const { seller, sell } = await aSellingOwner()
  expect(await added(sell)).toEqual([5900, 0])
  await seller.api.taxIds.save({ body: { pan: own } })
  expect(await added(sell)).toEqual([isExempt ? 0 : 118, 0])
})

test('sales of an earlier year do not count, nor what was refunded', async () => {
  await withhold({ tds: true, exemptUpTo: 1180 })
  const { seller, sell } = await aSellingOwner()
  await seller.api.taxIds.save({ body: { pan } })
  await sell()
  await sql`alter table ledger_transactions disable trigger user`.execute(db)
  await sql`update ledger_transactions set happened_at = now() - interval '1 year'
    where order_id in (select id from orders where owner_id = ${seller.id})`.execute(db)
  await sql`alter table ledger_transactions enable trigger user`.execute(db)
  const admin = await anAdmin(app)
  const { buyer, orderId } = await sell()
  await refundBy(admin, { buyer, of: { params: { id: orderId } } })
  expect(await added(sell)).toEqual([0, 0])
  expect(await added(sell)).toEqual([118, 0])
})

test('two sales at once do not both pass under the limit', async () => {
  await withhold({ tds: true, exemptUpTo: 1180 })
  const { seller, sell } = await aSellingOwner()
  await seller.api.taxIds.save({ body: { pan } })
  expect(await added(() => Promise.all([sell(), sell(), sell()]))).toEqual([236, 0])
})

test('the limit that is set when nobody has set another is that of the law, ₹5,00,000', () => {
  expect(settingsDefaults.tax.tds.exemptUpTo).toBe(500_000)
  const { exemptUpTo: _, ...older } = settingsDefaults.tax.tds
  expect(settingsSections.tax.parse({ ...settingsDefaults.tax, tds: older }).tds.exemptUpTo).toBe(500_000)
})

test('a PAN is stored encrypted, and only its end is told', async () => {
  const { seller } = await aSellingOwner()
  const { taxIds } = await seller.api.taxIds.save({ body: { pan } })
  expect(taxIds).toMatchObject({ panEnding: '234C', gstin: null })
  const row = await db.selectFrom('taxIds').selectAll().where('memberId', '=', seller.id).executeTakeFirst()
  expect(JSON.stringify(row)).not.toContain('1234')
  expect((await seller.api.taxIds.save({ body: { gstin } })).taxIds).toMatchObject({
    panEnding: '234C',
    gstin,
  })
  expect((await seller.api.taxIds.save({ body: { gstin: '', pan: '' } })).taxIds).toMatchObject({
    panEnding: null,
    gstin: null,
  })
})

test.each<[string, object]>([
  ['a PAN with a wrong form', { pan: 'ABC1234' }],
  ['a PAN whose holder is nothing', { pan: 'ABCXZ1234C' }],
  ['a GSTIN of a State that does not exist', { gstin: '41ABCPZ1234C1ZX' }],
  ['a GSTIN with a wrong check letter', { gstin: '29ABCPZ1234C1ZA' }],
  ['a GSTIN of another PAN', { pan: 'ABCPZ9999C', gstin }],
])('%s is refused', async (_name, body) => {
  const { seller } = await aSellingOwner()
  await expect(seller.api.taxIds.save({ body })).rejects.toMatchObject({ status: 400 })
})
