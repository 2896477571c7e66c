import { beforeEach, expect, test } from 'vitest'

import type { Call } from '#contract/kit/endpoint.ts'
import type { coupons } from '#contract/orders/coupons.ts'
import type { Item } from '#contract/orders/orders.ts'

import { startApp } from '../../../test/app.ts'
import { isLong, repetitions } from '../../../test/long.ts'
import { anAdmin, mailsTo } from '../../../test/makers.ts'
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
  paymentOf,
  aCode,
  refundsOf,
} from '../../../test/orders.ts'
import { timePasses } from '../../../test/time.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { accounts } from '../../money/ledger/shares.ts'
import { settle } from '../settle/service.ts'

const app = await startApp()
const { db } = app
const admin = await anAdmin(app)
beforeEach(() => void collectWebhooks(app))

type Terms = Partial<Call<typeof coupons.createAsStaff>['body']>

/** Creates an owner with three projects of ₹499, and a coupon of theirs. */
async function setUp(terms: Terms) {
  const seller = await aBuyer(app)
  const projects = await Promise.all([1, 2, 3, 4].map(() => aListing(db, seller.id, 49_900)))
  const { coupon } = await seller.api.coupons.create({ body: { code: aCode(), percent: 10, ...terms } })
  return { seller, projects, coupon, project: projects[0]! }
}
const shopCoupon = async (terms: Terms) => {
  const body = { code: aCode(), percent: 10, ...wideLimits, ...terms }
  return (await admin.api.coupons.createAsStaff({ body })).coupon
}
type Begun = Awaited<ReturnType<typeof checkoutWith>>
const checkoutWith = async (buyer: Buyer, { code }: { code: string }, item: Item, state = 'Karnataka') =>
  (await buyer.api.orders.checkout({ body: { ...cartOf(item), state, coupon: code } })).payment

/** Reports to the app that the money of a payment was captured, or that an attempt failed. */
const report = (payment: Begun, status: 'captured' | 'failed' = 'captured') =>
  settle(app.dependencies, {
    paymentId: `pay_${payment._id.replaceAll('-', '')}`,
    gatewayOrderId: `order_${payment._id.replaceAll('-', '')}`,
    amountPaise: Math.round(payment.amount * 100),
    currency: 'INR',
    status,
  })
const minutesPass = (payment: Begun, minutes: number) =>
  timePasses(db, `${minutes} minutes`, 'payments', { id: payment._id })
const statusesOf = async (buyer: Buyer) =>
  (await buyer.api.orders.mine({ query: {} })).orders.map(({ status }) => status)
const usedOf = async (seller: Buyer) => (await seller.api.coupons.mine({ query: {} })).coupons[0]!.used
const refundMails = (buyer: Buyer) => mailsTo(app, buyer.email, 'refund')

/** Expects that nothing was delivered for a payment, and that all of it goes back with a mail. */
async function expectReturned(buyer: Buyer, payment: Begun, why: string) {
  expect(await statusesOf(buyer)).not.toContain('completed')
  expect(await refundsOf(db, payment._id)).toMatchObject([
    { cause: 'coupon_ended', amountPaise: Math.round(payment.amount * 100) },
  ])
  const [mail, ...others] = refundMails(buyer)
  expect(others).toEqual([])
  expect(mail!.subject).toBe('Your payment goes back to you')
  expect(mail!.text.replaceAll('\n', ' ')).toContain(why)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
}

test('an unpaid checkout holds a use for 30 minutes, and money that comes meanwhile is honoured whatever became of the coupon', async () => {
  const { seller, coupon, project } = await setUp({ maxUses: 1 })
  const [buyer, other] = [await aBuyer(app), await aBuyer(app)]
  const payment = await checkoutWith(buyer, coupon, source(project))
  await minutesPass(payment, 29)
  await expect(checkoutWith(other, coupon, source(project))).rejects.toMatchObject({
    message: 'This coupon has been used up.',
  })
  await seller.api.coupons.setOn({ params: { id: coupon._id }, body: { isOn: false } })
  await report(payment)
  expect(await statusesOf(buyer)).toEqual(['completed'])
})

test('after 30 minutes another may have the use; the money of the first then goes back whole, with a mail', async () => {
  const { seller, coupon, project } = await setUp({ maxUses: 1 })
  const [buyer, other] = [await aBuyer(app), await aBuyer(app)]
  const payment = await checkoutWith(buyer, coupon, source(project))
  await minutesPass(payment, 31)
  expect(await usedOf(seller)).toBe(0)
  await report(await checkoutWith(other, coupon, source(project)))
  await report(payment)
  await expectReturned(buyer, payment, 'This coupon has been used up.')
  expect(await usedOf(seller)).toBe(1)
  const seen = await paymentOf(buyer, payment._id)
  expect(seen).toMatchObject({ status: 'captured', orders: [{ status: 'cancelled' }] })
})

test('money that comes late claims a use that is left', async () => {
  const { seller, coupon, project } = await setUp({ maxUses: 2, maxUsesPerMember: 1 })
  const [failed, late] = [await aBuyer(app), await aBuyer(app)]
  const first = await checkoutWith(failed, coupon, source(project))
  await report(first, 'failed')
  const second = await checkoutWith(late, coupon, source(project))
  await minutesPass(second, 300)
  expect(await usedOf(seller)).toBe(0)
  await report(first)
  await report(second)
  expect([await statusesOf(failed), await statusesOf(late)]).toEqual([['completed'], ['completed']])
  expect(await usedOf(seller)).toBe(2)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

test('a replaced checkout that is paid has the use of the one that took its place, which is then cancelled', async () => {
  const { seller, coupon, project } = await setUp({ maxUses: 1, maxUsesPerMember: 1 })
  const buyer = await aBuyer(app)
  const first = await checkoutWith(buyer, coupon, source(project))
  const second = await checkoutWith(buyer, coupon, source(project), 'Kerala')
  await report(first)
  expect(await statusesOf(buyer)).toContain('completed')
  expect(await usedOf(seller)).toBe(1)
  await report(second)
  expect(await refundsOf(db, second._id)).toHaveLength(1)
  expect(await refundsOf(db, first._id)).toHaveLength(0)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

test.each<[string, Partial<{ isOn: boolean; endsAt: Date; startsAt: Date }>, string]>([
  ['was switched off', { isOn: false }, 'This coupon is not valid any more.'],
  ['has expired', { endsAt: new Date(Date.now() - 1000), startsAt: new Date(0) }, 'This coupon has expired.'],
])('money that comes late for a coupon that %s goes back', async (_name, change, why) => {
  const { coupon, project } = await setUp({})
  const buyer = await aBuyer(app)
  const payment = await checkoutWith(buyer, coupon, source(project))
  await minutesPass(payment, 31)
  await db.updateTable('coupons').set(change).where('id', '=', coupon._id).execute()
  await report(payment)
  await expectReturned(buyer, payment, why)
})

test('money that comes late for a coupon of ours without enough budget goes back', async () => {
  const { seller, project } = await setUp({})
  const coupon = await shopCoupon({ budget: 60 })
  const [buyer, other] = [await aBuyer(app), await aBuyer(app)]
  const payment = await checkoutWith(buyer, coupon, source(project))
  await report(payment, 'failed')
  await report(await checkoutWith(other, coupon, source(project)))
  const earned = await balanceOf(db, accounts.owner(seller.id))
  await report(payment)
  await expectReturned(buyer, payment, 'Too little is left of this coupon for what you are buying.')
  expect(await balanceOf(db, accounts.owner(seller.id))).toBe(earned)
})

test('one member has one use of a coupon for one use each, however many checkouts fail or are replaced before they are paid', async () => {
  const { coupon, projects } = await setUp({ maxUsesPerMember: 1 })
  const buyer = await aBuyer(app)
  const begun: Begun[] = []
  for (const [index, project] of projects.entries()) {
    const payment = await checkoutWith(buyer, coupon, source(project))
    begun.push(payment)
    // The last one stays open; the others fail or are replaced by a checkout with another State.
    if (index % 2 === 0) await report(payment, 'failed')
    else begun.push(await checkoutWith(buyer, coupon, source(project), 'Kerala'))
    if (index % 2 === 1) await report(begun.at(-1)!, 'failed')
  }
  for (const payment of begun) await report(payment)
  expect((await statusesOf(buyer)).filter((status) => status === 'completed')).toHaveLength(1)
  expect(refundMails(buyer)).toHaveLength(begun.length - 1)
  await expect(
    checkoutWith(buyer, coupon, source(await aListing(db, projects[0]!.ownerId, 100))),
  ).rejects.toMatchObject({
    message: 'You have used this coupon already.',
  })
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

test.each<[string, Terms]>([
  ['for one use', { maxUses: 1 }],
  ['for one use of each member', { maxUsesPerMember: 1 }],
])(
  'of carts that share a cheap thing, replace each other and are all paid, one has a coupon %s, also with things of another owner',
  async (_name, terms) => {
    const { seller, coupon, projects } = await setUp({ ...terms, percent: 90 })
    const foreign = await aListing(db, (await aBuyer(app)).id, 30_000)
    const shared = await aListing(db, seller.id, 100)
    const buyer = await aBuyer(app)
    const begun: Begun[] = []
    for (const project of projects) {
      const cart = cartOf(source(project), source(shared), source(foreign))
      begun.push((await buyer.api.orders.checkout({ body: { ...cart, coupon: coupon.code } })).payment)
    }
    for (const payment of begun) await report(payment)
    const { orders } = await buyer.api.orders.mine({ query: { limit: 50 } })
    const completed = orders.filter(({ status }) => status === 'completed')
    expect(completed).toHaveLength(3)
    expect(new Set(completed.map(({ paymentId }) => paymentId)).size).toBe(1)
    expect(await usedOf(seller)).toBe(1)
    const back = await Promise.all(begun.map(({ _id }) => refundsOf(db, _id)))
    const sums = back.map((refunds) => refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0))
    expect(sums.filter((paise) => paise > 0)).toEqual(
      Array.from({ length: begun.length - 1 }, () => Math.round(begun[0]!.amount * 100)),
    )
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  },
)

test('a member holds three uses at most with unpaid checkouts', async () => {
  const { seller, coupon, projects } = await setUp({ maxUses: 5 })
  const buyer = await aBuyer(app)
  const begun: Begun[] = []
  for (const project of projects.slice(0, 3)) begun.push(await checkoutWith(buyer, coupon, source(project)))
  const refused = {
    status: 400,
    message: expect.stringContaining('Pay one of them first, or wait 30 minutes'),
  }
  const fourth = () => checkoutWith(buyer, coupon, source(projects[3]!))
  await expect(fourth()).rejects.toMatchObject(refused)
  expect(await usedOf(seller)).toBe(3)
  await report(begun[0]!)
  await fourth()
  expect(await usedOf(seller)).toBe(4)
})

const rounds = repetitions(100, isLong ? undefined : 1)
test(
  `of 8 late payments and 8 checkouts at once for a coupon's last 3 uses exactly 3 have one, in each of ${rounds} rounds`,
  { timeout: 1_200_000 },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const { project } = await setUp({})
      const coupon = await shopCoupon({ maxUses: 3 })
      const begin = async () => {
        const buyer = await aBuyer(app)
        const payment = await checkoutWith(buyer, coupon, source(project))
        await minutesPass(payment, 31)
        return { buyer, payment }
      }
      const late: Awaited<ReturnType<typeof begin>>[] = []
      for (let count = 0; count < 8; count++) late.push(await begin())
      const newcomers = await Promise.all(Array.from({ length: 8 }, () => aBuyer(app)))
      const [settled, begun] = await Promise.all([
        Promise.allSettled(late.map(({ payment }) => report(payment))),
        Promise.allSettled(newcomers.map((buyer) => checkoutWith(buyer, coupon, source(project)))),
      ])
      expect(settled.every(({ status }) => status === 'fulfilled')).toBe(true)
      const statuses = await Promise.all(late.map(({ buyer }) => statusesOf(buyer)))
      const delivered = statuses.filter(([status]) => status === 'completed').length
      expect(delivered + begun.filter(({ status }) => status === 'fulfilled').length).toBe(3)
      const returned = await Promise.all(late.map(({ payment }) => refundsOf(db, payment._id)))
      expect(returned.flat()).toHaveLength(8 - delivered)
    }
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  },
)
