import { afterEach, expect, test } from 'vitest'

import { settingsDefaults as defaults } from '#contract/staff/settings.ts'

import { startApp } from '../../../test/app.ts'
import { brokenInvariants, noViolations } from '../../../test/invariants.ts'
import { anAdmin, resetSettings } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  cartOf,
  source,
  pay,
  aCheckout,
  ordersOf,
  paymentOf,
} from '../../../test/orders.ts'
import { accounts } from '../../money/ledger/shares.ts'
import { writeSettings } from '../../staff/settings/service.ts'

const app = await startApp()
const { db } = app
const { api: staff } = await anAdmin(app)
afterEach(() => resetSettings(db))

const changed = { feeRate: 1525, commissionRate: 333, refundDays: 14 }

async function aSale(isPaid = true) {
  const referrer = await aBuyer(app)
  const { payment, ...offer } = await aCheckout(app, 49_900, { referredBy: referrer.id })
  if (isPaid) await pay(app, offer.buyer, payment)
  return { ...offer, referrer, paymentId: payment._id, orderId: payment.orders[0]!.id }
}

const sharesIn = async ({ seller, referrer, orderId }: Awaited<ReturnType<typeof aSale>>) => {
  const entries = await db
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.id', 'transactionId')
    .select(['account', 'amountPaise'])
    .where('orderId', '=', orderId)
    .where('ledgerTransactions.kind', '=', 'sale')
    .execute()
  const of = (account: string) => entries.find((entry) => entry.account === account)?.amountPaise
  return [of(accounts.owner(seller.id)), of(accounts.commission(referrer.id)), of(accounts.fees)]
}

test('a changed fee, commission and refund promise hold for purchases from then on, and past ones keep theirs', async () => {
  const before = await aSale()
  // Begun before the change, paid after it.
  const between = await aSale(false)
  await staff.settings.fees({ query: { version: 0 }, body: changed })
  const after = await aSale()
  await pay(app, between.buyer, await paymentOf(between.buyer, between.paymentId))

  expect(await sharesIn(before)).toEqual([39_920, 4990, 4990])
  expect(await sharesIn(between)).toEqual([39_920, 4990, 4990])
  // 15.25% of 49,900 are 7,609.75, rounded half up; 3.33% are 1,661.67, rounded down.
  expect(await sharesIn(after)).toEqual([42_290, 1661, 5949])
  for (const [sale, days] of [
    [before, 7],
    [between, 7],
    [after, 14],
  ] as const) {
    const { refund } = await sale.buyer.api.refundRequests.get({ params: { id: sale.orderId } })
    expect(refund.policy).toContain(`within ${days} days after you paid`)
    const [order] = await ordersOf(db, { id: sale.orderId })
    expect(Date.parse(refund.until!) - order!.completedAt!.getTime()).toBe(days * 86_400_000)
  }
  expect(await brokenInvariants(db)).toEqual(noViolations)
})

test('nobody is held to another refund promise than the one they were shown: a checkout after the change is a new one', async () => {
  const [seller, buyer] = [await aBuyer(app), await aBuyer(app)]
  const thing = source(await aListing(db, seller.id, 49_900))
  const begin = async () => (await buyer.api.orders.checkout({ body: cartOf(thing) })).payment._id
  const first = await begin()
  expect(await begin()).toBe(first)
  await writeSettings(db, 'fees', { ...defaults.fees, refundDays: 3 })
  expect(await begin()).not.toBe(first)
})

test('every page is told what holds now', async () => {
  await staff.settings.fees({ query: { version: 0 }, body: changed })
  expect((await app.api.content.site()).site).toMatchObject({
    feePercent: 15.25,
    commissionPercent: 3.33,
    refundDays: 14,
  })
  const { contact } = await app.api.content.contact()
  expect(contact.faq.some(({ answer }) => answer.includes('14-day money-back guarantee'))).toBe(true)
})
