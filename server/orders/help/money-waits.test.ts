import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { helpIn } from '../../../test/help.ts'
import { anAdmin, mailsTo } from '../../../test/makers.ts'
import { collectWebhooks, ordersOf } from '../../../test/orders.ts'
import { refundsIn } from '../../../test/refunds.ts'
import { followHelp } from './follow.ts'

const app = await startApp()
collectWebhooks(app)
const { db, dependencies } = app
const boss = await anAdmin(app)
const { aPurchase, ask } = refundsIn(app)
const { open, write, change, read, passes } = helpIn(app)
type Purchase = Awaited<ReturnType<typeof aPurchase>>

const daysLeft = async ({ buyer, of }: Pick<Purchase, 'buyer' | 'of'>) => {
  const { until } = (await buyer.api.refundRequests.get(of)).refund
  return (Date.parse(until!) - Date.now()) / 86_400_000
}
const days = async ({ of }: Pick<Purchase, 'of'>) => (await ordersOf(db, { id: of.params.id }))[0]!
const payable = async ({ seller }: Purchase) => (await seller.api.payouts.mine({ query: {} })).balance.payable

test('a request opened on the last day keeps three days open to ask for the money back, hour after hour, 21 more than promised at most; the owner is paid after that', async () => {
  const purchase = await aPurchase()
  const { buyer, seller, of } = purchase
  await passes(of, '6 days 20 hours')
  const { refund } = await open(buyer.api, of)
  expect(await daysLeft(purchase)).toBeGreaterThanOrEqual(3)
  expect(refund).toMatchObject({ isRaised: true })
  expect(refund!.until).toBe((await buyer.api.refundRequests.get(of)).refund.until)
  expect((await read(seller.api, of)).requests[0]!.refund).toEqual(refund)
  expect(Date.parse(refund!.promisedUntil)).toBeLessThan(Date.now() + 4 * 3_600_000)
  for (let hour = 0; hour < 30; hour++) {
    await passes(of, '1 hour')
    await followHelp(dependencies)
    expect(await daysLeft(purchase)).toBeGreaterThanOrEqual(3)
    expect(await daysLeft(purchase)).toBeLessThan(4.2)
  }
  expect(await payable(purchase)).toBe(0)
  while ((await days(purchase)).refundDays! < 28) {
    await passes(of, '1 day')
    await followHelp(dependencies)
  }
  await passes(of, '1 day')
  await followHelp(dependencies)
  expect(await days(purchase)).toMatchObject({ refundDays: 28, promisedRefundDays: 7 })
  await passes(of, '3 days')
  expect(await daysLeft(purchase)).toBeLessThan(0)
  expect(await payable(purchase)).toBeGreaterThan(0)
})

test('what was raised is never lowered, and a second request counts from what was promised first', async () => {
  const purchase = await aPurchase()
  const { buyer, seller, of } = purchase
  await passes(of, '6 days')
  await open(buyer.api, of)
  const raised = (await days(purchase)).refundDays!
  expect(raised).toBeGreaterThan(7)
  await change(buyer.api, of, 'solved')
  await followHelp(dependencies)
  expect((await days(purchase)).refundDays).toBe(raised)
  await passes(of, '2 days')
  await open(buyer.api, of, { text: 'Now the report is empty.' })
  expect((await days(purchase)).refundDays).toBeGreaterThan(raised)
  expect(await days(purchase)).toMatchObject({ promisedRefundDays: 7 })
  await write(seller.api, of, 'I look into it.')
  expect((await days(purchase)).promisedRefundDays).toBe(7)
})

test('with more than three days left, after the refund days, and once staff declined, nothing is raised', async () => {
  const early = await aPurchase()
  await open(early.buyer.api, early.of)
  expect(await days(early)).toMatchObject({ refundDays: 7, promisedRefundDays: null })

  const late = await aPurchase()
  await passes(late.of, '8 days')
  const before = await payable(late)
  expect((await open(late.buyer.api, late.of)).refund).toBeNull()
  await followHelp(dependencies)
  expect(await days(late)).toMatchObject({ refundDays: 7, promisedRefundDays: null })
  expect(await payable(late)).toBe(before)

  const declined = await aPurchase()
  const { request } = await ask(declined)
  const body = { decision: 'decline', note: 'It runs.' } as const
  await boss.api.refundRequests.decide({ params: { id: request!._id }, body })
  await passes(declined.of, '6 days')
  await open(declined.buyer.api, declined.of)
  expect(await days(declined)).toMatchObject({ refundDays: 7, promisedRefundDays: null })
})

test('a job that comes three days late raises nothing that could be paid out meanwhile', async () => {
  const purchase = await aPurchase()
  await passes(purchase.of, '6 days')
  await open(purchase.buyer.api, purchase.of)
  await passes(purchase.of, '5 days')
  expect(await payable(purchase)).toBeGreaterThan(0)
  const { refundDays } = await days(purchase)
  await followHelp(dependencies)
  expect((await days(purchase)).refundDays).toBe(refundDays)
})

test('once staff declined, nobody is told that the money can still be asked back', async () => {
  const purchase = await aPurchase()
  const { buyer, seller, of } = purchase
  const { request } = await ask(purchase)
  const body = { decision: 'decline', note: 'It runs.' } as const
  await boss.api.refundRequests.decide({ params: { id: request!._id }, body })
  expect((await open(buyer.api, of)).refund).toBeNull()
  expect((await read(seller.api, of)).requests[0]!.refund).toBeNull()
  for (const [{ email }, kind] of [
    [buyer, 'help'],
    [seller, 'help-request'],
  ] as const)
    expect(mailsTo(app, email, kind).at(-1)!.text).not.toContain('money back')
})
