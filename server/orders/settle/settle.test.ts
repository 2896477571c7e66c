import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { repetitions } from '../../../test/long.ts'
import { mailsTo } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  balanceOf,
  checkoutBy,
  collectWebhooks,
  type SignedWebhook,
  postWebhook,
  balancedLedger,
  report,
  source,
  payAtGateway,
  aCheckout,
  paymentOf,
  captured,
  salesOf,
  changePrice,
  unlist,
} from '../../../test/orders.ts'
import { sendMails } from '../../../test/send-mails.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { accounts } from '../../money/ledger/shares.ts'
import type { GatewayPayment } from '../../platform/payments/gateway.ts'
import { settle, settleEvent } from './service.ts'

const app = await startApp()
let webhooks: SignedWebhook[]
beforeEach(() => {
  webhooks = collectWebhooks(app)
})

const setUp = (pricePaise = 200_000, options: Parameters<typeof aCheckout>[2] = {}) =>
  aCheckout(app, pricePaise, { reportPricePaise: 9900, ...options })
const postingsOf = (paymentId: string) =>
  app.db
    .selectFrom('ledgerTransactions')
    .innerJoin('orders', 'orders.id', 'ledgerTransactions.orderId')
    .select('ledgerTransactions.kind')
    .where('orders.paymentId', '=', paymentId)
    .execute()
const entriesOf = async (paymentId: string) => {
  const rows = await app.db
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.id', 'ledgerEntries.transactionId')
    .innerJoin('orders', 'orders.id', 'ledgerTransactions.orderId')
    .select(['account', 'ledgerEntries.amountPaise'])
    .where('orders.paymentId', '=', paymentId)
    .execute()
  return Object.fromEntries(rows.map(({ account, amountPaise }) => [account, amountPaise]))
}

describe('a captured payment', () => {
  test('reported 50 times at once, by callback and webhook, completes its order once', async () => {
    const { buyer, project, payment, orderId } = await setUp()
    const body = await payAtGateway(app, orderId)
    const deliver = (index: number): Promise<unknown> =>
      index % 2
        ? buyer.api.orders.callback({ body })
        : postWebhook(app, { ...webhooks[0]!, headers: headersNamed(index) })
    const headersNamed = (index: number) => ({
      ...webhooks[0]!.headers,
      'x-razorpay-event-id': `evt_${orderId}_${index % 10}`,
    })
    await Promise.all(Array.from({ length: 50 }, (_, index) => deliver(index)))
    expect(await paymentOf(buyer, payment._id)).toMatchObject({
      status: 'captured',
      gateway: null,
      orders: [{ status: 'completed', allowed: ['download', 'review'] }],
    })
    expect(await postingsOf(payment._id)).toEqual([{ kind: 'sale' }])
    expect(await salesOf(app, project.id)).toBe(1)
    expect(mailsTo(app, buyer.email)).toHaveLength(1)
    expect(await ledgerFaults(app.db)).toEqual(balancedLedger)
  })

  test('pays the owner, the referrer out of the fee, and the platform', async () => {
    const referrer = await aBuyer(app)
    const { seller, payment, orderId } = await setUp(131_985, { referredBy: referrer.id })
    expect(await settle(app.dependencies, captured(orderId, { amountPaise: 131_985 }))).toBe('completed')
    expect(await entriesOf(payment._id)).toEqual({
      'clearing:sandbox': -131_985,
      [accounts.owner(seller.id)]: 105_588,
      [accounts.commission(referrer.id)]: 13_198,
      'platform:fees': 13_199,
    })
    expect(await balanceOf(app.db, accounts.owner(seller.id))).toBe(105_588)
  })

  test('mails the buyer a receipt and the owner a notice with their share, if they want it', async () => {
    const { seller, buyer, orderId } = await setUp()
    await settle(app.dependencies, captured(orderId))
    const emailTo = (email: string) => mailsTo(app, email)[0]
    expect(emailTo(buyer.email)?.text).toContain('Library Desk: ₹2,000 (source code, order RM-')
    expect(emailTo(seller.email)).toMatchObject({ subject: 'You sold Library Desk' })
    expect(emailTo(seller.email)?.text).toContain('Your share is ₹1,600')
    for (const { email } of [buyer, seller]) expect(emailTo(email)).not.toHaveProperty('unsubscribeUrl')

    const free = await aListing(app.db, seller.id, 0, { title: 'Bus Pass Desk' })
    await checkoutBy(buyer, source(free))
    const got = mailsTo(app, seller.email).at(-1)
    expect(got?.subject).toBe('Somebody got Bus Pass Desk')
    expect(got?.text).not.toMatch(/sold|bought|share/)

    const quiet = await setUp()
    await quiet.seller.api.accounts.updateProfile({ body: { preferences: { notifications: false } } })
    await settle(app.dependencies, captured(quiet.orderId))
    const sent = (await sendMails(app)).map(({ to }) => to)
    expect(sent).toContain(quiet.buyer.email)
    expect(sent).toContain(seller.email)
    expect(sent).not.toContain(quiet.seller.email)
  })

  test('mails a referrer what they earned, to the paisa', async () => {
    const referrer = await aBuyer(app)
    const earning = await setUp(200_000, { referredBy: referrer.id })
    await settle(app.dependencies, captured(earning.orderId))
    const mails = () => mailsTo(app, referrer.email, 'commission')
    expect(mails()).toMatchObject([{ subject: 'You earned ₹200 in commission', preference: 'notifications' }])
    expect(mails()[0]).not.toHaveProperty('unsubscribeUrl')
    const small = await setUp(500, { referredBy: referrer.id })
    await settle(app.dependencies, captured(small.orderId, { amountPaise: 500 }))
    expect(mails().map(({ subject }) => subject)).toContain('You earned ₹0.50 in commission')
  })

  test('delivers at the price of the checkout, though the project was changed, unlisted and sold on meanwhile', async () => {
    const { seller, buyer, project, payment, orderId } = await setUp()
    await changePrice(seller, project.id, 5000)
    await unlist(seller, project.id)
    expect(await settle(app.dependencies, captured(orderId))).toBe('completed')
    expect(await paymentOf(buyer, payment._id)).toMatchObject({
      amount: 2000,
      orders: [{ status: 'completed', amount: 2000 }],
    })
  })

  test.each<[string, Partial<GatewayPayment>]>([
    ['of ₹1 pointed at an order of ₹2,000', { amountPaise: 100 }],
    ['of too much', { amountPaise: 200_001 }],
    ['in another currency', { currency: 'USD' }],
  ])('%s completes nothing, is held for staff and raises an alarm', async (_name, changes) => {
    const { buyer, payment, project, orderId } = await setUp()
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await settle(app.dependencies, captured(orderId, changes))).toBe('held')
    expect(written.mock.calls.flat().join('')).toContain('not what was asked for')
    written.mockRestore()
    expect(await paymentOf(buyer, payment._id)).toMatchObject({
      status: 'held',
      orders: [{ status: 'pending', allowed: [] }],
    })
    expect(await postingsOf(payment._id)).toEqual([])
    expect(await salesOf(app, project.id)).toBe(0)
    expect(await settle(app.dependencies, captured(orderId))).toBe('completed')
  })

  test('for an order that nobody knows does nothing', async () => {
    expect(await settle(app.dependencies, captured('order_of_somebody_else'))).toBe('unknown')
  })

  test('of another gateway is not taken for ours', async () => {
    const { payment, orderId } = await setUp()
    await app.db.updateTable('payments').set({ gateway: 'razorpay' }).where('id', '=', payment._id).execute()
    expect(await settle(app.dependencies, captured(orderId))).toBe('unknown')
    await app.db.updateTable('payments').set({ gateway: 'sandbox' }).where('id', '=', payment._id).execute()
  })

  test('reported a second time with another payment raises an alarm and changes nothing', async () => {
    const { payment, orderId } = await setUp()
    await settle(app.dependencies, captured(orderId))
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await settle(app.dependencies, captured(orderId))).toBe('repeated')
    expect(written.mock.calls.flat().join('')).toContain('paid twice')
    written.mockRestore()
    expect(await postingsOf(payment._id)).toEqual([{ kind: 'sale' }])
  })
})

describe('two payments for the same thing', () => {
  test('both captured: one delivers, the other stays cancelled with its money due to be returned', async () => {
    const { buyer, project, payment: first, orderId } = await setUp()
    const second = await checkoutBy(buyer, source(project), report(project))
    expect(await paymentOf(buyer, first._id)).toMatchObject({ status: 'cancelled' })
    const before = await balanceOf(app.db, accounts.refundsDue)
    const both = [captured(orderId), captured(second.gateway!.orderId, { amountPaise: 209_900 })]
    expect(await Promise.all(both.map((gatewayPayment) => settle(app.dependencies, gatewayPayment)))).toEqual(
      ['completed', 'completed'],
    )

    const orders = (await buyer.api.orders.mine({ query: {} })).orders
    const states = orders.filter(({ kind }) => kind === 'source').map(({ status }) => status)
    expect(states.toSorted()).toEqual(['cancelled', 'completed'])
    expect(orders.find(({ kind }) => kind === 'report')?.status).toBe('completed')
    expect((await balanceOf(app.db, accounts.refundsDue)) - before).toBe(200_000)
    expect(
      app.mails
        .filter(({ to }) => to === buyer.email)
        .some(({ text }) => text.includes('its price goes back')),
    ).toBe(true)
    expect(await salesOf(app, project.id), 'a report makes no rank').toBe(1)
    expect(await ledgerFaults(app.db)).toEqual(balancedLedger)
  })

  test('a late payment of a cancelled checkout delivers, and cancels what would now be paid in vain', async () => {
    const { buyer, project, payment: first, orderId } = await setUp()
    const second = await checkoutBy(buyer, source(project), report(project))
    expect(await settle(app.dependencies, captured(orderId))).toBe('completed')
    expect(await paymentOf(buyer, first._id)).toMatchObject({
      status: 'captured',
      orders: [{ status: 'completed' }],
    })
    expect(await paymentOf(buyer, second._id)).toMatchObject({ status: 'cancelled', gateway: null })
  })
})

describe('whatever the order of events', () => {
  const story = fc.shuffledSubarray(
    ['authorized', 'captured', 'order.paid', 'failed', 'captured again'] as const,
    { minLength: 5 },
  )

  test('authorized, captured, order.paid and failed end in the same state', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (events) => {
        const { buyer, payment, project, orderId } = await setUp()
        const gatewayPayment = captured(orderId)
        const status = { authorized: 'authorized', failed: 'failed' } as const
        for (const event of events) {
          const payment = { ...gatewayPayment, status: status[event as 'failed'] ?? ('captured' as const) }
          await settleEvent(app.dependencies, { eventId: `${orderId} ${event}`, payment })
        }
        expect(await paymentOf(buyer, payment._id)).toMatchObject({
          status: 'captured',
          orders: [{ status: 'completed' }],
        })
        expect(await postingsOf(payment._id)).toEqual([{ kind: 'sale' }])
        expect(await salesOf(app, project.id)).toBe(1)
      }),
      { numRuns: repetitions(40, 8) },
    )
    expect(await ledgerFaults(app.db)).toEqual(balancedLedger)
  })

  test('a failure alone fails the order, and a late capture completes it after all', async () => {
    const { buyer, payment, orderId } = await setUp()
    expect(await settle(app.dependencies, captured(orderId, { status: 'failed' }))).toBe('failed')
    expect(await paymentOf(buyer, payment._id)).toMatchObject({
      status: 'failed',
      gateway: null,
      orders: [{ status: 'failed', allowed: ['retry'] }],
    })
    expect(await settle(app.dependencies, captured(orderId, { status: 'authorized' }))).toBe('waiting')
    expect(await settle(app.dependencies, captured(orderId))).toBe('completed')
    expect(await settle(app.dependencies, captured(orderId, { status: 'failed' }))).toBe('repeated')
    expect(await paymentOf(buyer, payment._id)).toMatchObject({
      status: 'captured',
      orders: [{ status: 'completed' }],
    })
  })

  test('merely authorised money delivers nothing', async () => {
    const { buyer, payment, orderId } = await setUp()
    expect(await settle(app.dependencies, captured(orderId, { status: 'authorized' }))).toBe('waiting')
    expect(await paymentOf(buyer, payment._id)).toMatchObject({
      status: 'created',
      isOnItsWay: true,
      gateway: null,
      orders: [{ status: 'pending', allowed: [] }],
    })
  })
})
