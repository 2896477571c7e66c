import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, test } from 'vitest'

import type { Call } from '#contract/kit/endpoint.ts'
import type { coupons } from '#contract/orders/coupons.ts'
import type { Item } from '#contract/orders/orders.ts'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aPublishedProject, mailsTo } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  balanceOf,
  balancedLedger,
  type Buyer,
  cartOf,
  collectWebhooks,
  source,
  wideLimits,
  withGateway,
  pay,
  soldDaysAgo,
  aCode,
} from '../../../test/orders.ts'
import { refundBy } from '../../../test/refunds.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { accounts } from '../../money/ledger/shares.ts'
import { checkout } from '../checkout/service.ts'
import { recallJobs } from '../jobs.ts'

const app = await startApp()
const { db } = app
const admin = await anAdmin(app)
await app.jobs.work(recallJobs(app.dependencies))
beforeEach(() => void collectWebhooks(app))

type Terms = Partial<Call<typeof coupons.createAsStaff>['body']>
const shopCoupon = async (terms: Terms) => {
  const code = aCode()
  return (await admin.api.coupons.createAsStaff({ body: { code, ...wideLimits, ...terms } })).coupon
}
const buyWith = async (buyer: Buyer, coupon: string, ...items: Item[]) => {
  const { payment } = await buyer.api.orders.checkout({ body: { ...cartOf(...items), coupon } })
  await pay(app, buyer, payment)
  return payment
}
const seen = async (id: string) =>
  (await admin.api.coupons.all({ query: { limit: 100 } })).coupons.find(({ _id }) => _id === id)!
const payable = async ({ api }: Pick<Buyer, 'api'>) => (await api.payouts.mine({ query: {} })).balance.payable

describe('a coupon of ours', () => {
  test('pays an owner nothing for a price that was raised after the approval', async () => {
    const owner = await aMember(app)
    const { _id: id } = await aPublishedProject(app, { owner, admin, price: 100 })
    await owner.api.projects.update({ params: { id }, body: { price: 1_000_000 } })
    const before = await balanceOf(db, accounts.coupons)
    const { code } = await shopCoupon({ percent: 50, maxDiscount: 1_000_000, budget: 1_000_000 })
    const payment = await buyWith(await aBuyer(app), code, source({ id }))
    expect(payment).toMatchObject({ amount: 999_950, orders: [{ listPrice: 1_000_000, discount: 50 }] })
    expect((await balanceOf(db, accounts.coupons)) - before).toBe(-5000)
  })

  test('is reckoned on the price of today where that is less, and on the new one once staff approved it', async () => {
    const owner = await aMember(app)
    const { _id: id } = await aPublishedProject(app, { owner, admin, price: 100 })
    const { code } = await shopCoupon({ percent: 50 })
    const discountAt = async (price: number) => {
      await owner.api.projects.update({ params: { id }, body: { price } })
      const buyer = await aBuyer(app)
      const { coupon } = await buyer.api.orders.quote({ body: { items: [source({ id })], coupon: code } })
      return coupon?.discount
    }
    expect(await discountAt(60)).toBe(30)
    expect(await discountAt(300)).toBe(50)
    await owner.api.projects.update({
      params: { id },
      body: { description: 'Now with a ward for children.' },
    })
    await admin.api.projects.update({ params: { id }, body: { verificationStatus: 'approved' } })
    expect(await discountAt(301)).toBe(150)
  })

  test('takes no more off one purchase than it may', async () => {
    const project = await aListing(db, (await aBuyer(app)).id, 100_000)
    const { code } = await shopCoupon({ percent: 100, maxDiscount: 250 })
    expect(await buyWith(await aBuyer(app), code, source(project))).toMatchObject({ amount: 750 })
  })

  test('of 20 checkouts at once gives no more than its budget, and each discount whole or not at all', async () => {
    const project = await aListing(db, (await aBuyer(app)).id, 10_000)
    const { _id, code } = await shopCoupon({ percent: 30, budget: 100 })
    const buyers = await Promise.all(Array.from({ length: 20 }, () => aBuyer(app)))
    const createOrder = async () => ({ gatewayOrderId: `order_${randomUUID()}` })
    const attempts = await withGateway(app, { createOrder }, () =>
      Promise.allSettled(
        buyers.map(({ id }) =>
          checkout(app.dependencies, id, { ...cartOf(source(project)), coupon: code }, '127.0.0.1'),
        ),
      ),
    )
    const refused = attempts.filter((one) => one.status === 'rejected')
    expect(refused).toHaveLength(17)
    for (const { reason } of refused)
      expect(reason).toMatchObject({ message: 'Too little is left of this coupon for what you are buying.' })
    expect(await seen(_id)).toMatchObject({ used: 3, discounted: 0, budget: 100, state: 'usable' })
  })

  test('shows staff what it has cost, and has it back after a refund', async () => {
    const project = await aListing(db, (await aBuyer(app)).id, 10_000)
    const { _id, code } = await shopCoupon({ percent: 50, budget: 50 })
    const buyer = await aBuyer(app)
    const { orders } = await buyWith(buyer, code, source(project))
    expect(await seen(_id)).toMatchObject({ discounted: 50, state: 'used_up', maxDiscount: 10_000 })
    const next = await aBuyer(app)
    await expect(buyWith(next, code, source(project))).rejects.toMatchObject({
      message: 'This coupon has been used up.',
    })
    const params = { id: orders[0]!._id }
    await refundBy(admin, { buyer, of: { params } })
    expect(await seen(_id)).toMatchObject({ discounted: 0, state: 'usable', used: 1 })
    expect((await buyWith(next, code, source(project))).amount).toBe(50)
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test.each(['maxDiscount', 'budget', 'maxUses'] as const)('is not made without %s', async (field) => {
    const { [field]: _, ...limits } = wideLimits
    const body = { code: 'LIMITLESS', percent: 10, ...limits } as never
    await expect(admin.api.coupons.createAsStaff({ body })).rejects.toMatchObject({
      status: 400,
      details: { fields: { [field]: expect.any(String) } },
    })
  })

  test('that gave more than it may is found by the ledger’s check', async () => {
    const project = await aListing(db, (await aBuyer(app)).id, 10_000)
    const { _id, code } = await shopCoupon({ percent: 50 })
    await buyWith(await aBuyer(app), code, source(project))
    const faultsWith = async (limits: { maxDiscountPaise?: number; budgetPaise?: number }) => {
      await db.updateTable('coupons').set(limits).where('id', '=', _id).execute()
      return ledgerFaults(db)
    }
    const overspent = [`coupon ${_id}`]
    // What was given beyond the budget is paid by nobody.
    expect(await faultsWith({ budgetPaise: 4999 })).toEqual({
      ...balancedLedger,
      overspent,
      unfunded: ['total'],
    })
    expect(await faultsWith({ maxDiscountPaise: 4999, budgetPaise: 1_000_000 })).toEqual({
      ...balancedLedger,
      overspent,
    })
    expect(await faultsWith({ maxDiscountPaise: 5000 })).toEqual(balancedLedger)
  })
})

describe('a sale that cost its buyer nothing', () => {
  /** Sells a project for ₹100 to somebody whose coupon of ours pays all of it. */
  const aFreeSale = async () => {
    const owner = await aMember(app)
    const { _id: id } = await aPublishedProject(app, { owner, admin, price: 100 })
    const { _id: couponId, code } = await shopCoupon({ percent: 100 })
    const buyer = await aBuyer(app)
    const { orders } = await buyWith(buyer, code, source({ id }))
    const profile = await owner.api.accounts.profile()
    return { owner, ownerId: profile.user._id, id, buyer, couponId, orderId: orders[0]!._id }
  }

  test('is payable after the refund days in force when it was made, like any other', async () => {
    const { owner, orderId } = await aFreeSale()
    expect(await payable(owner)).toBe(0)
    expect((await owner.api.payouts.mine({ query: {} })).balance.held).toBe(80)
    await soldDaysAgo(db, orderId, 6.9)
    expect(await payable(owner)).toBe(0)
    await soldDaysAgo(db, orderId, 7.1)
    expect(await payable(owner)).toBe(80)
  })

  test('promises its buyer no money back', async () => {
    const { buyer, orderId } = await aFreeSale()
    const { refund } = await buyer.api.refundRequests.get({ params: { id: orderId } })
    expect(refund).toMatchObject({ policy: null, until: null, allowed: [] })
  })

  test('is taken back by a recall with refunds, in full and once, and its buyer is told so', async () => {
    const { owner, ownerId, id, buyer, couponId, orderId } = await aFreeSale()
    const before = await balanceOf(db, accounts.coupons)
    await admin.api.recalls.recall({
      params: { id, number: '1' },
      body: { reason: 'It steals passwords', instructions: 'Delete it.', refund: true },
    })
    await app.jobs.run()
    await app.jobs.run()
    expect(await balanceOf(db, accounts.owner(ownerId))).toBe(0)
    expect((await balanceOf(db, accounts.coupons)) - before).toBe(10_000)
    expect(await seen(couponId)).toMatchObject({ discounted: 0 })
    expect((await buyer.api.orders.get({ params: { id: orderId } })).order).toMatchObject({
      status: 'refunded',
      allowed: [],
    })
    const mails = mailsTo(app, buyer.email).map(({ text }) => text)
    expect(mails.join('\n')).toContain('for which you paid nothing. You can no longer download it.')
    expect(mails.join('\n')).not.toMatch(/money back|goes back/)
    expect(app.mails.findLast(({ kind }) => kind === 'refund-of-sale')?.text).toContain(
      'Your share of ₹80 is taken off your balance.',
    )
    const { releases } = await admin.api.recalls.list({ params: { id } })
    expect(releases[0]!.recall).toMatchObject({ notified: 1, refunded: 1, waiting: 0 })
    expect(await payable(owner)).toBe(0)
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('and earned its owner nothing stays with its buyer when it is recalled with refunds', async () => {
    const owner = await aMember(app)
    const { _id: id } = await aPublishedProject(app, { owner, admin, price: 0 })
    const buyer = await aBuyer(app)
    const { payment } = await buyer.api.orders.checkout({ body: cartOf(source({ id })) })
    await admin.api.recalls.recall({
      params: { id, number: '1' },
      body: { reason: 'It steals passwords', instructions: 'Delete it.', refund: true },
    })
    await app.jobs.run()
    const { order } = await buyer.api.orders.get({ params: { id: payment.orders[0]!._id } })
    expect(order.status).toBe('completed')
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })
})

test('an approval stores what was approved, until the project is gone', async () => {
  const owner = await aMember(app)
  const { _id: id } = await aPublishedProject(app, {
    owner,
    admin,
    price: 100,
    features: ['Beds'],
    requirements: ['PHP 8'],
    demoUrl: 'https://demo.example.in/',
  })
  const edition = () =>
    db.selectFrom('approvedEditions').selectAll().where('projectId', '=', id).executeTakeFirst()
  const approved = {
    title: 'Hospital Management System',
    features: ['Beds'],
    requirements: ['PHP 8'],
    category: 'Web Development',
    demoUrl: 'https://demo.example.in/',
    pictures: [],
    pricePaise: 10_000,
  }
  expect(await edition()).toMatchObject(approved)
  await owner.api.projects.update({ params: { id }, body: { title: 'Hospital Desk', price: 200 } })
  expect(await edition()).toMatchObject(approved)
  await admin.api.projects.update({ params: { id }, body: { verificationStatus: 'approved' } })
  expect(await edition()).toMatchObject({ ...approved, title: 'Hospital Desk', pricePaise: 20_000 })
  await owner.api.projects.remove({ params: { id } })
  expect(await edition()).toBeUndefined()
})
