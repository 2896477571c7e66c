import { beforeEach, describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { disputesIn } from '../../../test/disputes.ts'
import { brokenInvariants, noViolations } from '../../../test/invariants.ts'
import { hideLog } from '../../../test/log.ts'
import { aColleague, anAdmin, mailsTo } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  balancedLedger,
  balanceOf,
  buyAndPay,
  type Buyer,
  cartOf,
  collectWebhooks,
  postWebhook,
  source,
  wideLimits,
  withGateway,
  anOffer,
  soldDaysAgo,
  pausesPass,
  atGateway,
  returnedAtGateway,
} from '../../../test/orders.ts'
import { refundBy } from '../../../test/refunds.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { accounts } from '../../money/ledger/shares.ts'
import { processRecalls } from '../recalls/notify.ts'
import { recordRefund } from '../returns/gateway-refunds.ts'
import { sendRefunds } from '../returns/send.ts'

const app = await startApp()
const { db, dependencies } = app
const { sendEvent, aSale, paidWith } = disputesIn(app)
const boss = await anAdmin(app)
const colleague = await aColleague(app, boss)
let webhooks: ReturnType<typeof collectWebhooks>
beforeEach(() => {
  webhooks = collectWebhooks(app)
  // Disputes are logged as alerts.
  return hideLog()
})

/** A paid cart of a referred buyer, with an item of an owner of its own for each price in paise. */
async function aCart(...prices: number[]) {
  const referrer = await aBuyer(app)
  const buyer = await aBuyer(app, { referredBy: referrer.id })
  const sold = await Promise.all(
    prices.map(async (price) => {
      const owner = await aBuyer(app)
      return { owner, project: await aListing(db, owner.id, price) }
    }),
  )
  const { _id } = await buyAndPay(app, buyer, ...sold.map(({ project }) => source(project)))
  await soldDaysAgo(db, _id, 10)
  return { ...(await paidWith(_id)), referrer, buyer, sold }
}
type Cart = Awaited<ReturnType<typeof aCart>>

/** Has the bank of a payment take an amount in paise. */
const loses = ({ paymentId }: Pick<Cart, 'paymentId'>, amount: number, disputeId = `disp_${paymentId}`) =>
  sendEvent('lost', { paymentId, amount, disputeId, after: 60 })
const earned = ({ id }: Buyer) => balanceOf(db, accounts.owner(id))
const payable = async ({ api }: Buyer) => (await api.payouts.mine({ query: {} })).balance.payable
const statusesOf = async ({ buyer, sold }: Pick<Cart, 'buyer' | 'sold'>) => {
  const { orders } = await buyer.api.orders.mine({ query: {} })
  return sold.map(({ project }) => orders.find(({ projectId }) => projectId === project.id)!.status)
}
/** Has somebody return an amount in rupees on the gateway's own pages, and tells it. */
const returnedByHand = async ({ id }: Cart, amount: number) => {
  const { gatewayOrderId } = await atGateway(db, id)
  await app.api.sandbox.refund({ params: { orderId: gatewayOrderId }, body: { amount } })
  for (const webhook of webhooks.splice(0)) await postWebhook(app, webhook)
}
/** What the gateway returned of a payment, at our request or not, in paise. */
const sent = async ({ paymentId }: Pick<Cart, 'paymentId'>) => {
  await sendRefunds(dependencies)
  return (await returnedAtGateway(app, paymentId)).reduce((sum, paise) => sum + paise, 0)
}
const recall = async ({ project }: Cart['sold'][number]) => {
  await boss.api.recalls.recall({
    params: { id: project.id, number: 1 },
    body: { reason: 'It holds a virus.', instructions: 'Delete it.', refund: true },
  })
  await processRecalls(dependencies)
}
const heldOf = async ({ id }: Pick<Cart, 'id'>) =>
  (await boss.api.heldPayments.list({ query: { limit: 100 } })).payments.find(({ _id }) => _id === id)
const decide = ({ id }: Cart, action: 'deliver' | 'return', { api } = boss) =>
  api.heldPayments.decide({ params: { id }, body: { action } })
const textsTo = ({ email }: Buyer, kind: string) => mailsTo(app, email, kind).map(({ text }) => text)
const inOrder = async () => expect(await brokenInvariants(db)).toEqual(noViolations)

describe('what a bank took of a payment', () => {
  test('₹1 less than the price takes the order back, and only the ₹1 is returned, whatever happens afterwards', async () => {
    const cart = await aCart(1_000_000)
    const [{ owner }] = cart.sold as [Cart['sold'][number]]
    await sendEvent('created', { ...cart })
    await loses(cart, 999_900)
    expect(await statusesOf(cart)).toEqual(['refunded'])
    expect(await earned(owner)).toBe(0)
    expect(await balanceOf(db, accounts.commission(cart.referrer.id))).toBe(0)
    expect((await cart.buyer.api.orders.owned({})).items).toEqual([])
    await recall(cart.sold[0]!)
    expect(await sent(cart)).toBe(100)
    expect(textsTo(cart.buyer, 'refund').join('')).toContain(
      'Your bank gave you back ₹9,999 of the ₹10,000 for “Library Desk”, so the order is refunded, and the other ₹1 goes back',
    )
    const { refund } = await cart.buyer.api.refundRequests.get({ params: { id: cart.orderId } })
    expect(refund.money).toMatchObject({ status: 'returned', amount: 10_000, withoutUs: 9999 })
    await inOrder()
  })

  test('the dearer thing of a cart takes that back alone, and a recall of the other returns its price', async () => {
    const cart = await aCart(400_000, 1_000_000, 0)
    await loses(cart, 999_900)
    expect(await statusesOf(cart)).toEqual(['completed', 'refunded', 'completed'])
    const [cheaper, dearer] = cart.sold
    expect([await payable(cheaper!.owner), await payable(dearer!.owner)]).toEqual([3200, 0])
    expect(textsTo(cheaper!.owner, 'dispute').join('')).toContain('The payment of this sale stands.')
    expect(textsTo(dearer!.owner, 'dispute').join('')).toContain('taken off your balance')
    await recall(cheaper!)
    expect(await sent(cart)).toBe(400_100)
    await inOrder()
  })

  test('the price of one thing of a cart takes just that one back, also with a coupon of ours', async () => {
    const code = `SHOP${Date.now()}`
    await boss.api.coupons.createAsStaff({ body: { code, percent: 10, ...wideLimits } })
    const [one, other, buyer] = [await aBuyer(app), await aBuyer(app), await aBuyer(app)]
    const [dearer, cheaper] = [await aListing(db, one.id, 1_000_000), await aListing(db, other.id, 990_000)]
    const { payment } = await buyer.api.orders.checkout({
      body: { ...cartOf(source(dearer), source(cheaper)), coupon: code },
    })
    const params = { orderId: payment.gateway!.orderId }
    await app.api.sandbox.pay({ params, body: { outcome: 'succeed' } })
    for (const webhook of webhooks.splice(0)) await postWebhook(app, webhook)
    await loses(await paidWith(payment._id), 891_000)
    const sold = [dearer, cheaper].map((project) => ({ project, owner: one }))
    expect(await statusesOf({ buyer, sold })).toEqual(['completed', 'refunded'])
    expect([await earned(one), await earned(other)]).toEqual([800_000, 0])
    await inOrder()
  })

  test('all of ₹9,900 that came for ₹10,000 takes the order back, and nothing is returned', async () => {
    const { seller: owner, buyer, project } = await anOffer(app, 1_000_000)
    const { payment } = await buyer.api.orders.checkout({ body: cartOf(source(project)) })
    const params = { orderId: payment.gateway!.orderId }
    const order = { amountPaise: 1_000_000, paidPaise: 1_000_000, duePaise: 0 }
    await withGateway(app, { orderOf: async () => order }, async () => {
      await app.api.sandbox.pay({ params, body: { outcome: 'succeed', amount: 9900 } })
      for (const webhook of webhooks.splice(0)) await postWebhook(app, webhook)
    })
    const paid = await paidWith(payment._id)
    await loses(paid, 990_000)
    expect(await statusesOf({ buyer, sold: [{ owner, project }] })).toEqual(['refunded'])
    expect(await earned(owner)).toBe(0)
    expect(await sent(paid)).toBe(0)
    await inOrder()
  })

  test('a part of an order waits for staff with the earnings frozen; a recall returns only the rest', async () => {
    const cart = await aCart(1_000_000)
    const [{ owner }] = cart.sold as [Cart['sold'][number]]
    await sendEvent('created', { ...cart })
    await loses(cart, 300_000)
    expect(await statusesOf(cart)).toEqual(['completed'])
    expect([await earned(owner), await payable(owner)]).toEqual([0, 0])
    expect(await heldOf(cart)).toMatchObject({
      isDelivered: true,
      received: 10_000,
      returned: 0,
      taken: 3000,
    })
    expect(textsTo(owner, 'dispute').at(-1)).toContain('Our staff decide what becomes of the sale.')
    // Another dispute that ends meanwhile frees nothing.
    await sendEvent('won', { ...cart, disputeId: `disp_won_${cart.paymentId}` })
    expect(await earned(owner)).toBe(0)
    await inOrder()
    await recall(cart.sold[0]!)
    expect(await sent(cart)).toBe(700_000)
    expect(await heldOf(cart)).toBeUndefined()
    expect(await earned(owner)).toBe(0)
    await inOrder()
  })

  test('a part that staff leave delivered is ours to bear, and a later recall returns only the rest', async () => {
    const cart = await aCart(1_000_000)
    const [{ owner }] = cart.sold as [Cart['sold'][number]]
    const before = await balanceOf(db, accounts.differences)
    await loses(cart, 300_000)
    await expect(decide(cart, 'deliver', colleague)).rejects.toMatchObject({ status: 403 })
    await decide(cart, 'deliver')
    expect(await payable(owner)).toBe(8000)
    expect((await balanceOf(db, accounts.differences)) - before).toBe(-300_000)
    expect(textsTo(owner, 'dispute').at(-1)).toContain('we bear that part')
    await inOrder()
    await recall(cart.sold[0]!)
    expect(await sent(cart)).toBe(700_000)
    expect(await balanceOf(db, accounts.differences)).toBe(before)
    await inOrder()
  })

  test('a part that staff answer by taking the orders back returns only the rest', async () => {
    const cart = await aCart(1_000_000, 400_000)
    await loses(cart, 200_000)
    await decide(cart, 'return')
    expect(await statusesOf(cart)).toEqual(['refunded', 'refunded'])
    expect(await sent(cart)).toBe(1_200_000)
    expect(textsTo(cart.buyer, 'refund').join('')).toMatch(
      /₹2,000 of the ₹(10,000|4,000) for “Library Desk” went back already, and the other/,
    )
    for (const { owner } of cart.sold) expect(await earned(owner)).toBe(0)
    await inOrder()
  })

  test('a part counts with one that a bank took before', async () => {
    const cart = await aCart(1_000_000)
    await loses(cart, 300_000)
    await loses(cart, 650_000, `disp_2_${cart.paymentId}`)
    expect(await statusesOf(cart)).toEqual(['refunded'])
    expect(await heldOf(cart)).toBeUndefined()
    expect(await sent(cart)).toBe(50_000)
    await inOrder()
  })

  test('a part and a part that was returned on the gateway’s pages are never returned again', async () => {
    const cart = await aCart(1_000_000)
    await loses(cart, 300_000)
    await returnedByHand(cart, 2000)
    expect(await heldOf(cart)).toMatchObject({ returned: 2000, taken: 3000 })
    await recall(cart.sold[0]!)
    expect(await sent(cart)).toBe(700_000)
    await inOrder()
  })

  test('a part that we bear, and all of it returned on the gateway’s pages afterwards, takes the order back', async () => {
    const cart = await aCart(1_000_000)
    await loses(cart, 300_000)
    await decide(cart, 'deliver')
    await returnedByHand(cart, 10_000)
    expect(await statusesOf(cart)).toEqual(['refunded'])
    expect(await earned(cart.sold[0]!.owner)).toBe(0)
    expect(await sent(cart)).toBe(1_000_000)
    expect(await heldOf(cart)).toBeUndefined()
    await inOrder()
  })

  test('is not returned by a refund of another order that was due already', async () => {
    const cart = await aCart(1_000_000, 400_000)
    await soldDaysAgo(db, cart.id, 0)
    const { orders } = await cart.buyer.api.orders.mine({ query: {} })
    const cheaper = orders.find(({ amount }) => amount === 4000)!
    await refundBy(boss, { buyer: cart.buyer, of: { params: { id: cheaper._id } } })
    await loses(cart, 300_000)
    expect(await statusesOf(cart)).toEqual(['completed', 'refunded'])
    expect(await earned(cart.sold[0]!.owner)).toBe(800_000)
    expect(await sent(cart)).toBe(100_000)
    await inOrder()
  })
})

describe('a dispute that is lost while the gateway is asked for a refund of the same money', () => {
  const approved = async () => {
    const sale = await aSale({ days: 1 })
    await refundBy(boss, { buyer: sale.buyer, of: { params: { id: sale.orderId } } })
    return sale
  }
  const askAgain = async () => {
    await pausesPass(db)
    await sendRefunds(dependencies)
  }

  test.each([
    ['made it, and its answer was lost', true],
    ['did not make it', false],
  ])('when it %s, counts the money once', async (_name, isMade) => {
    const sale = await approved()
    const before = await balanceOf(db, accounts.disputesLost)
    const { gateway } = app.dependencies
    const refund: typeof gateway.refund = async (back) => {
      if (isMade) await gateway.refund(back)
      await loses(sale, sale.amount)
      throw new Error('The answer is lost')
    }
    await withGateway(app, { refund }, () => sendRefunds(dependencies))
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
    await askAgain()
    expect(await sent(sale)).toBe(isMade ? 49_900 : 0)
    expect((await balanceOf(db, accounts.disputesLost)) - before).toBe(isMade ? -49_900 : 0)
    await inOrder()
  })

  test('and the refund fails in the end, it is not begun again', async () => {
    const sale = await approved()
    const before = await balanceOf(db, accounts.disputesLost)
    let key = ''
    const refund: typeof app.dependencies.gateway.refund = async (back) => {
      key = back.key
      return { ...back, refundId: 'rfnd_pending', status: 'pending' }
    }
    await withGateway(app, { refund }, () => sendRefunds(dependencies))
    await loses(sale, sale.amount)
    const { paymentId, amount: amountPaise } = sale
    const failed = { refundId: 'rfnd_pending', paymentId, amountPaise, key, status: 'failed' as const }
    await db.transaction().execute((trx) => recordRefund(dependencies, trx, app.dependencies.gateway, failed))
    await askAgain()
    expect(await sent(sale)).toBe(0)
    expect(await balanceOf(db, accounts.disputesLost)).toBe(before)
    await inOrder()
  })
})

test('the check of the ledger finds a capture of which we returned what a bank had taken', async () => {
  const sale = await aSale()
  await loses(sale, sale.amount)
  const changed = (coveredPaise: number) =>
    db.updateTable('refunds').set({ coveredPaise }).where('paymentId', '=', sale.id).execute()
  await changed(sale.amount - 100)
  expect((await brokenInvariants(db)).ledger).toContain(`overreturned: capture ${sale.paymentId}`)
  await changed(sale.amount)
  await inOrder()
})
