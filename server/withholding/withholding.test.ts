import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Settings } from '#contract/staff/settings.ts'
import { settingsDefaults } from '#contract/staff/settings.ts'

import { startApp } from '../../test/app.ts'
import { anAdmin } from '../../test/makers.ts'
import { aBuyer, aListing, balanceOf, boughtBy, keepWebhooks, proven, source } from '../../test/orders.ts'
import { accounts, ledgerFaults } from '../ledger/service.ts'
import { writeSettings } from '../settings/service.ts'

const app = await startApp()
const { db } = app
beforeEach(() => void keepWebhooks(app))
afterEach(() => writeSettings(db, 'tax', settingsDefaults.tax))

const pan = 'ABCPZ1234C'
const gstin = '29ABCPZ1234C1ZS'

const withhold = ({ tds = false, tcs = false }) => {
  const { tax } = settingsDefaults
  const value: Settings['tax'] = { ...tax, tds: { ...tax.tds, on: tds }, tcs: { ...tax.tcs, on: tcs } }
  return writeSettings(db, 'tax', value)
}
/** An owner with a project of ₹1,180, and a way to sell it. */
async function aShop() {
  const seller = await aBuyer(app)
  const project = await aListing(db, seller.id, 118_000)
  const sell = async () => {
    const buyer = await aBuyer(app)
    const { orders } = await boughtBy(app, buyer, source(project))
    return { buyer, orderId: orders[0]!._id }
  }
  return { seller, project, sell }
}
const withheld = async () => [await balanceOf(db, accounts.tds), await balanceOf(db, accounts.tcs)]
/** What some work adds to the withheld taxes. */
async function added(work: () => Promise<unknown>) {
  const before = await withheld()
  await work()
  return (await withheld()).map((paise, index) => paise - before[index]!)
}

test('nothing is held back while the settings say so', async () => {
  const { seller, sell } = await aShop()
  expect(await added(sell)).toEqual([0, 0])
  expect(await balanceOf(db, accounts.owner(seller.id))).toBe(94_400)
  expect((await seller.api.taxIds.get()).taxIds).toMatchObject({ tds: null, tcs: null, panEnding: null })
})

test('TDS is taken of the price from the owner’s part: 5% without a PAN, 0.1% with one', async () => {
  await withhold({ tds: true })
  const { seller, sell } = await aShop()
  expect(await added(sell)).toEqual([5900, 0])
  expect(await balanceOf(db, accounts.owner(seller.id))).toBe(94_400 - 5900)
  await seller.api.taxIds.save({ body: { pan: ' abcpz1234c ' } })
  expect(await added(sell)).toEqual([118, 0])
  expect(app.mails.findLast(({ to }) => to === seller.email)?.text).toContain('Your share is ₹942.82')
  expect(await ledgerFaults(db)).toEqual(proven)
})

test('TCS is taken of the price without its tax, from owners who gave a GSTIN alone', async () => {
  await withhold({ tcs: true, tds: true })
  const { seller, sell } = await aShop()
  await seller.api.taxIds.save({ body: { pan } })
  expect(await added(sell)).toEqual([118, 0])
  await seller.api.taxIds.save({ body: { gstin } })
  expect(await added(sell)).toEqual([118, 500])
  expect(await ledgerFaults(db)).toEqual(proven)
})

test('a refund gives back what was held back, whatever the rates are by then, and old sales stay proved', async () => {
  await withhold({ tds: true })
  const admin = await anAdmin(app)
  const { seller, sell } = await aShop()
  const { buyer, orderId } = await sell()
  await withhold({ tds: false, tcs: true })
  expect(await ledgerFaults(db)).toEqual(proven)
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
  expect(await ledgerFaults(db)).toEqual(proven)
})

test('a PAN is stored encrypted, and only its end is told', async () => {
  const { seller } = await aShop()
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
  ['a GSTIN with a wrong check letter', { gstin: '29ABCPZ1234C1ZA' }],
  ['a GSTIN of another PAN', { pan: 'ABCPZ9999C', gstin }],
])('%s is refused', async (_name, body) => {
  const { seller } = await aShop()
  await expect(seller.api.taxIds.save({ body })).rejects.toMatchObject({ status: 400 })
})
