import { beforeEach, describe, expect, test } from 'vitest'

import type { Call } from '#contract/kit/endpoint.ts'
import type { coupons } from '#contract/orders/coupons.ts'
import type { Item } from '#contract/orders/orders.ts'

import { startApp } from '../../../test/app.ts'
import { anAdmin, mailsTo } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  balanceOf,
  cartOf,
  collectWebhooks,
  balancedLedger,
  source,
  wideLimits,
  withGateway,
  pay,
  anOffer,
  aCode,
} from '../../../test/orders.ts'
import { refundBy } from '../../../test/refunds.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { accounts } from '../../money/ledger/shares.ts'

const app = await startApp()
const { db } = app
const admin = await anAdmin(app)
beforeEach(() => void collectWebhooks(app))

type Terms = Call<typeof coupons.create>['body']

/**
 * Creates a project of ₹499 with its owner and a referred buyer, and returns functions that create coupons of the owner
 * and of staff.
 */
async function setUp(pricePaise = 49_900) {
  const referrer = await aBuyer(app)
  const { seller, buyer, project } = await anOffer(app, pricePaise, { referredBy: referrer.id })
  const owners = async (terms: Partial<Terms>) => {
    const { coupon } = await seller.api.coupons.create({ body: { code: aCode(), ...terms } })
    return coupon.code
  }
  const shops = async (terms: Partial<Terms>) => {
    const { coupon } = await admin.api.coupons.createAsStaff({
      body: { code: aCode(), ...wideLimits, ...terms },
    })
    return coupon.code
  }
  return { seller, referrer, buyer, project, owners, shops }
}
type Buyer = Awaited<ReturnType<typeof aBuyer>>

const checkoutWith = async (buyer: Buyer, coupon: string, ...items: Item[]) =>
  (await buyer.api.orders.checkout({ body: { ...cartOf(...items), coupon } })).payment
/** The problem that both a quote and a checkout report about a coupon that cannot be used. */
async function objectionOf(buyer: Buyer, coupon: string, item: Item) {
  const quoted = await buyer.api.orders.quote({ body: { items: [item], coupon } })
  const refused = await checkoutWith(buyer, coupon, item).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 400, details: { fields: { coupon: quoted.coupon?.problem } } })
  return quoted.coupon?.problem
}
const balances = async (...names: string[]) => Promise.all(names.map((name) => balanceOf(db, name)))

describe('at checkout', () => {
  test('a coupon takes its part off, typed in any case; the order keeps price, discount and code', async () => {
    const { buyer, project, owners } = await setUp()
    const code = await owners({ percent: 10 })
    const typed = ` ${code.toLowerCase()} `
    const quoted = await buyer.api.orders.quote({ body: { items: [source(project)], coupon: typed } })
    expect(quoted).toMatchObject({ total: 449.1, coupon: { code, discount: 49.9, problem: null } })
    const payment = await checkoutWith(buyer, typed, source(project))
    expect(payment).toMatchObject({
      amount: 449.1,
      orders: [{ amount: 449.1, listPrice: 499, discount: 49.9, coupon: code }],
    })
    expect(payment.gateway?.amountPaise).toBe(44_910)
    expect((await checkoutWith(buyer, typed, source(project)))._id).toBe(payment._id)
  })

  test.each<[string, Partial<Terms>, string]>([
    ['has expired', { from: '2020-01-01', until: '2020-01-31' }, 'This coupon has expired.'],
    ['has not begun', { from: '2099-01-01' }, 'This coupon cannot be used yet.'],
    ['asks for more', { minimum: 500 }, 'This coupon is for purchases of ₹500 or more.'],
  ])('a coupon that %s says so', async (_name, terms, message) => {
    const { buyer, project, owners } = await setUp()
    const code = await owners({ percent: 10, ...terms })
    expect(await objectionOf(buyer, code, source(project))).toBe(message)
  })

  test('a coupon that is unknown, switched off, another owner’s or used up says so', async () => {
    const { buyer, seller, project, owners } = await setUp()
    const [stranger, other] = [await setUp(), await aBuyer(app)]
    expect(await objectionOf(buyer, 'NOSUCHCODE', source(project))).toBe('There is no coupon with this code.')
    const foreign = await stranger.owners({ percent: 50 })
    expect(await objectionOf(buyer, foreign, source(project))).toBe(
      'This coupon is not for what you are buying.',
    )
    const code = await owners({ percent: 10, maxUses: 1 })
    await checkoutWith(other, code, source(project))
    expect(await objectionOf(buyer, code, source(project))).toBe('This coupon has been used up.')
    const { coupons: mine } = await seller.api.coupons.mine({ query: {} })
    expect(mine).toMatchObject([{ code, used: 1, state: 'used_up', discounted: 0 }])
    await seller.api.coupons.setOn({ params: { id: mine[0]!._id }, body: { isOn: false } })
    expect(await objectionOf(buyer, code, source(project))).toBe('This coupon is not valid any more.')
  })

  test('after ten codes that nobody has, a member waits; right codes are not counted', async () => {
    const { buyer, project, owners } = await setUp()
    const code = await owners({ percent: 10 })
    const quote = async (coupon: string) =>
      (await buyer.api.orders.quote({ body: { items: [source(project)], coupon } })).coupon?.problem
    for (let n = 0; n < 15; n++) expect(await quote(code)).toBeNull()
    for (let n = 0; n < 10; n++) expect(await quote(`GUESS${n}`)).toBe('There is no coupon with this code.')
    expect(await quote('GUESS10')).toMatch(/^You tried too many coupons\. Please try again in/)
    expect(await quote(code)).toMatch(/^You tried too many coupons/)
  })

  test('each member uses it as often as each may; a checkout of the same things counts once', async () => {
    const { buyer, seller, project, owners } = await setUp()
    const second = await aListing(db, seller.id, 10_000)
    const code = await owners({ amount: 20, maxUsesPerMember: 1 })
    await checkoutWith(buyer, code, source(project))
    // With another State it is another payment, which replaces the first.
    const again = { ...cartOf(source(project)), state: 'Kerala', coupon: code }
    const { payment } = await buyer.api.orders.checkout({ body: again })
    await pay(app, buyer, payment)
    expect(await objectionOf(buyer, code, source(second))).toBe('You have used this coupon already.')
    const other = await aBuyer(app)
    expect((await checkoutWith(other, code, source(second))).amount).toBe(80)
  })

  test('a cart that costs nothing with it completes at once, and asks for no State', async () => {
    const { buyer, project, owners } = await setUp()
    const code = await owners({ percent: 100 })
    const { state: _, ...cart } = cartOf(source(project))
    const { payment } = await buyer.api.orders.checkout({ body: { ...cart, coupon: code } })
    expect(payment).toMatchObject({ status: 'captured', amount: 0, orders: [{ status: 'completed' }] })
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('what would be less than the gateway’s least is given away', async () => {
    const { buyer, project, owners } = await setUp(5000)
    const code = await owners({ percent: 99 })
    await withGateway(app, { minPaise: 100 }, async () => {
      const payment = await checkoutWith(buyer, code, source(project))
      expect(payment).toMatchObject({ status: 'captured', amount: 0, orders: [{ discount: 50 }] })
    })
  })

  test('a coupon changes nothing for who has no account', async () => {
    const { project, owners } = await setUp()
    const body = { items: [source(project)], coupon: await owners({ percent: 10 }) }
    expect(await app.api.orders.quote({ body })).toMatchObject({ coupon: null, total: 499 })
  })
})

describe('in the ledger', () => {
  test('an owner’s coupon lowers what all get their shares of', async () => {
    const { buyer, seller, referrer, project, owners } = await setUp()
    await pay(app, buyer, await checkoutWith(buyer, await owners({ amount: 99 }), source(project)))
    expect(await balances(accounts.owner(seller.id), accounts.commission(referrer.id))).toEqual([
      32_000, 4000,
    ])
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('a coupon of staff is borne by the marketplace: owner and referrer get shares of the full price', async () => {
    const { buyer, seller, referrer, project, shops } = await setUp()
    const before = await balanceOf(db, accounts.coupons)
    await pay(app, buyer, await checkoutWith(buyer, await shops({ amount: 99 }), source(project)))
    expect(await balances(accounts.owner(seller.id), accounts.commission(referrer.id))).toEqual([
      39_920, 4990,
    ])
    expect((await balanceOf(db, accounts.coupons)) - before).toBe(-9900)
    expect(mailsTo(app, seller.email, 'sale').at(-1)?.text).toContain('Your share is ₹399.20')
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('also when it makes the thing free', async () => {
    const { buyer, seller, project, shops } = await setUp()
    await checkoutWith(buyer, await shops({ percent: 100 }), source(project))
    expect(await balanceOf(db, accounts.owner(seller.id))).toBe(39_920)
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('a refund returns what was paid, and takes everything back', async () => {
    const { buyer, seller, referrer, project, shops } = await setUp()
    const before = await balances(accounts.coupons, accounts.fees, accounts.refundsDue)
    const payment = await checkoutWith(buyer, await shops({ percent: 50 }), source(project))
    await pay(app, buyer, payment)
    await refundBy(admin, { buyer, of: { params: { id: payment.orders[0]!._id } } })
    expect(await balances(accounts.owner(seller.id), accounts.commission(referrer.id))).toEqual([0, 0])
    const after = await balances(accounts.coupons, accounts.fees, accounts.refundsDue)
    expect(after).toEqual([before[0], before[1], before[2]! + 24_950])
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })
})
