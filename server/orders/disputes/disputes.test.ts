import { beforeEach, describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import type { DisputeEvent } from '../../../test/dispute-webhook.ts'
import {
  type DisputedSale,
  disputesIn,
  frozenState,
  undisputedState,
  lostState,
} from '../../../test/disputes.ts'
import { hideLog } from '../../../test/log.ts'
import { isLong } from '../../../test/long.ts'
import { anAdmin, mailsTo } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  balanceOf,
  buyAndPay,
  type Buyer,
  collectWebhooks,
  type SignedWebhook,
  postWebhook,
  balancedLedger,
  report,
  source,
  aCheckout,
  anOffer,
  soldDaysAgo,
  returnedAtGateway,
} from '../../../test/orders.ts'
import { upi } from '../../../test/payouts.ts'
import { seed } from '../../../test/seed.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { accounts } from '../../money/ledger/shares.ts'
import { sendRefunds } from '../returns/send.ts'
import { applyDisputes } from './service.ts'

const app = await startApp()
const { db, dependencies } = app
const { sendEvent, aSale, paidWith, stateOf, disputeOf } = disputesIn(app)
const admin = await anAdmin(app)
let webhooks: SignedWebhook[]
beforeEach(() => {
  webhooks = collectWebhooks(app)
  // Disputes are logged as alerts.
  return hideLog()
})

const held = () => balanceOf(db, accounts.disputesHeld)
const clearing = () => balanceOf(db, accounts.clearing('sandbox'))

describe('a dispute', () => {
  test('freezes what owner and referrer earned, once, however often it is told', async () => {
    const sale = await aSale()
    const before = await held()
    for (const event of ['created', 'created', 'under_review', 'action_required'] as const)
      expect(await sendEvent(event, sale)).toBe(200)
    expect(await stateOf(sale)).toEqual(frozenState)
    expect((await held()) - before).toBe(44_910)
    expect(mailsTo(app, sale.owner.email, 'dispute')).toHaveLength(1)
    await expect(sale.owner.api.payouts.request({ body: { destination: upi } })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('is told to who earned by it: what is frozen stands apart, on the balance and beside the sale', async () => {
    const sale = await aSale()
    const body = { isAgent: true }
    await (await anAdmin(app)).api.staffMembers.setAgent({ params: { id: sale.referrer.id }, body })
    const balance = async ({ api }: Buyer) => (await api.payouts.mine({ query: {} })).balance
    const referred = async () => (await sale.referrer.api.referrals.sales({ query: {} })).sales
    await sendEvent('created', sale)
    expect(await balance(sale.owner)).toMatchObject({ payable: 0, held: 0, frozen: 399.2 })
    expect(await balance(sale.referrer)).toMatchObject({ payable: 0, held: 0, frozen: 49.9 })
    expect(await referred()).toMatchObject([{ commission: 49.9, state: 'frozen' }])
    await sendEvent('won', { ...sale, after: 60 })
    expect(await balance(sale.owner)).toMatchObject({ payable: 399.2, frozen: 0 })
    expect(await referred()).toMatchObject([{ commission: 49.9, state: 'payable' }])
    const mails = mailsTo(app, sale.owner.email, 'dispute')
    expect(mails).toHaveLength(2)
    for (const { text } of mails) expect(text).toContain('/owner/payouts')
  })

  test('that is lost tells the buyer, who had the download until then and has none any more, with the credit note', async () => {
    const sale = await aSale()
    const orderNow = async () => (await sale.buyer.api.orders.get({ params: { id: sale.orderId } })).order
    await sendEvent('created', sale)
    expect((await orderNow()).allowed).toContain('download')
    await sendEvent('lost', { ...sale, after: 60 })
    const order = await orderNow()
    expect(order.allowed).not.toContain('download')
    const mails = mailsTo(app, sale.buyer.email, 'refund')
    expect(mails).toMatchObject([{ subject: `Your bank took back your payment: order ${order.number}` }])
    expect(mails[0]!.text).toContain(order.creditNote!)
  })

  test('within the refund days takes nothing of what other sales brought', async () => {
    const sale = await aSale({ days: 1 })
    await sendEvent('created', sale)
    expect(await stateOf(sale)).toEqual(frozenState)
  })

  test('that is won gives all of it back', async () => {
    const sale = await aSale()
    await sendEvent('created', sale)
    await sendEvent('won', { ...sale, after: 60 })
    expect(await stateOf(sale)).toEqual(undisputedState)
  })

  test('that is lost takes order, share and commission as a refund does, and no money is sent', async () => {
    const sale = await aSale()
    await review(sale)
    const before = await clearing()
    await sendEvent('created', sale)
    await sendEvent('lost', { ...sale, after: 60 })
    expect(await stateOf(sale)).toEqual(lostState)
    expect((await clearing()) - before).toBe(49_900)
    await sendRefunds(dependencies)
    expect(await returnedAtGateway(app, sale.paymentId)).toEqual([])
    expect(await balanceOf(db, accounts.refundsDue)).toBe(0)
    const { reviews } = await app.api.reviews.list({ params: { id: sale.project.id } })
    expect(reviews).toEqual([])
    expect((await sale.buyer.api.orders.owned({})).items).toEqual([])
  })

  test('closed without money taken gives back, with money taken counts as lost', async () => {
    const [one, other] = [await aSale(), await aSale()]
    for (const sale of [one, other]) await sendEvent('created', sale)
    await sendEvent('closed', { ...one, after: 60 })
    await sendEvent('closed', { ...other, after: 60, deducted: 49_900 })
    expect(await stateOf(one)).toEqual(undisputedState)
    expect(await stateOf(other)).toEqual(lostState)
  })

  test.each<[string, DisputeEvent[]]>([
    ['won', ['created', 'action_required', 'won']],
    ['lost', ['created', 'under_review', 'action_required', 'lost']],
  ])(
    'ends the same in whatever order its events arrive: %s',
    async (end, events) => {
      const orders = permutations(events)
      for (const order of isLong ? orders : [events.toReversed(), orders[seed % orders.length]!]) {
        const sale = await aSale()
        for (const event of order) await sendEvent(event, { ...sale, after: events.indexOf(event) * 60 })
        const { status } = await disputeOf(sale.paymentId)
        expect(status).toBe(end)
        const { order: orderStatus } = await stateOf(sale)
        expect(orderStatus).toBe(end === 'won' ? 'completed' : 'refunded')
      }
      expect(await ledgerFaults(db)).toEqual(balancedLedger)
    },
    60_000,
  )

  test('of an older event than the newest that is known changes nothing', async () => {
    const sale = await aSale()
    await sendEvent('action_required', { ...sale, after: 120 })
    await sendEvent('under_review', { ...sale, after: 60 })
    const { status } = await disputeOf(sale.paymentId)
    expect(status).toBe('action_required')
  })

  test('told before the payment is known freezes it once it is delivered', async () => {
    const { seller: owner, payment } = await aCheckout(app)
    const params = { orderId: payment.gateway!.orderId }
    const { callback } = await app.api.sandbox.pay({ params, body: { outcome: 'succeed' } })
    expect(await sendEvent('created', { paymentId: callback!.razorpay_payment_id, amount: 49_900 })).toBe(200)
    await postWebhook(app, webhooks.at(-1)!)
    expect(await balanceOf(db, accounts.owner(owner.id))).toBe(39_920)
    await applyDisputes(dependencies)
    expect(await balanceOf(db, accounts.owner(owner.id))).toBe(0)
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('told ten times at once freezes once; a payout at the same time is not paid out of it', async () => {
    const sale = await aSale()
    // Enough for a payout.
    const second = await aListing(db, sale.owner.id, 100_000)
    const { _id } = await buyAndPay(app, await aBuyer(app), source(second))
    await soldDaysAgo(db, _id, 10)
    const asking = Array.from({ length: 5 }, () =>
      sale.owner.api.payouts.request({ body: { amount: 1100, destination: upi } }).then(
        () => 1,
        () => 0,
      ),
    )
    const sending = Array.from({ length: 10 }, () => sendEvent('created', sale))
    expect(new Set(await Promise.all(sending))).toEqual(new Set([200]))
    const requested = await Promise.all(asking)
    const { balance } = await sale.owner.api.payouts.mine({ query: {} })
    // Either may be first. A request after the freeze is refused, and staff cannot approve one that was made before it.
    expect(balance.payable + balance.requested).toBe(800)
    if (requested.includes(1)) {
      const [payout] = (await sale.owner.api.payouts.mine({ query: {} })).payouts
      const { results } = await admin.api.payouts.act({ body: { action: 'approve', ids: [payout!._id] } })
      expect(results[0]!.done).toBe(false)
    }
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })
})

test('a loss of the price of one of several orders takes back that one', async () => {
  const { seller: owner, buyer, project } = await anOffer(app, 49_900, { reportPricePaise: 20_000 })
  const paid = await buyAndPay(app, buyer, source(project), report(project))
  const { paymentId } = await paidWith(paid._id)
  const before = await balanceOf(db, accounts.disputesLost)
  const share = await balanceOf(db, accounts.owner(owner.id))
  await sendEvent('created', { paymentId, amount: 20_000 })
  expect(await balanceOf(db, accounts.owner(owner.id))).toBe(0)
  await sendEvent('lost', { paymentId, amount: 20_000, after: 60 })
  expect(share - (await balanceOf(db, accounts.owner(owner.id)))).toBe(16_000)
  expect(await balanceOf(db, accounts.disputesLost)).toBe(before)
  expect((await buyer.api.orders.owned({})).items).toMatchObject([{ kind: 'source' }])
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

test('a payment that is not ours is kept for staff and freezes nothing', async () => {
  expect(await sendEvent('created', { paymentId: 'pay_nobodys', amount: 100 })).toBe(200)
  await applyDisputes(dependencies)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

test('the check of the ledger sees a hold without its order, and money taken that nobody answers for', async () => {
  const sale = await aSale()
  await sendEvent('created', sale)
  const { id } = await disputeOf(sale.paymentId)
  await db.deleteFrom('disputedOrders').where('disputeId', '=', id).execute()
  expect((await ledgerFaults(db)).misheld).toEqual([`order ${sale.orderId}`])
  await db.insertInto('disputedOrders').values({ disputeId: id, orderId: sale.orderId }).execute()
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
  await db
    .updateTable('disputes')
    .set({ settledAt: new Date(), deductedPaise: 100 })
    .where('id', '=', id)
    .execute()
  expect((await ledgerFaults(db)).misheld).toEqual([`dispute ${id}`])
  await db.updateTable('disputes').set({ settledAt: null, deductedPaise: 0 }).where('id', '=', id).execute()
})

const review = ({ buyer, project }: DisputedSale) =>
  buyer.api.reviews.write({ params: { id: project.id }, body: { rating: 5, text: 'It ran at once.' } })

const permutations = <T>(items: T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item) =>
        permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
      )
