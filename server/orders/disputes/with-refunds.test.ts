import { beforeEach, describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { type DisputedSale, disputesIn, lostState } from '../../../test/disputes.ts'
import { hideLog } from '../../../test/log.ts'
import { repetitions } from '../../../test/long.ts'
import { anAdmin } from '../../../test/makers.ts'
import {
  balanceOf,
  cartOf,
  checkoutBy,
  collectWebhooks,
  balancedLedger,
  source,
  anOffer,
  payAtGateway,
  returnedAtGateway,
} from '../../../test/orders.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { accounts } from '../../money/ledger/shares.ts'
import { processRecalls } from '../recalls/notify.ts'
import { sendRefunds } from '../returns/send.ts'

const app = await startApp()
const { db, dependencies } = app
const { sendEvent, aSale, stateOf } = disputesIn(app)
const admin = await anAdmin(app)
beforeEach(() => {
  collectWebhooks(app)
  // Disputes are logged as alerts.
  return hideLog()
})

const rounds = repetitions(200)

describe('a dispute and a refund together: one deduction', () => {
  const asked = async (sale: DisputedSale) => {
    const params = { id: sale.orderId }
    const { refund } = await sale.buyer.api.refundRequests.ask({
      params,
      body: { reason: 'It does not start.' },
    })
    const of = { params: { id: refund.request!._id } }
    const approve = () => admin.api.refundRequests.decide({ ...of, body: { decision: 'approve' } })
    return { approve }
  }
  /** Creates a sale whose refund is due and not begun at the gateway. */
  const approved = async () => {
    const sale = await aSale({ days: 1 })
    await (await asked(sale)).approve()
    return sale
  }

  test('disputed first, staff do not refund beside the bank; lost, the request ends', async () => {
    const sale = await aSale({ days: 1 })
    const { approve } = await asked(sale)
    await sendEvent('created', sale)
    await expect(approve()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('bank'),
    })
    await sendEvent('lost', { ...sale, after: 60 })
    expect(await stateOf(sale)).toEqual(lostState)
    const { refund } = await sale.buyer.api.refundRequests.get({ params: { id: sale.orderId } })
    expect(refund.request).toMatchObject({ outcome: 'approved' })
  })

  test('disputed first and won, staff decide about the request as before', async () => {
    const sale = await aSale({ days: 1 })
    const { approve } = await asked(sale)
    await sendEvent('created', sale)
    await sendEvent('won', { ...sale, after: 60 })
    await approve()
    await sendRefunds(dependencies)
    expect(await returnedAtGateway(app, sale.paymentId)).toEqual([49_900])
    expect(await stateOf(sale)).toMatchObject({
      order: 'refunded',
      owner: 0,
      referrer: 0,
      ledger: balancedLedger,
    })
  })

  test('refunded first, it waits while the bank decides and is not sent when the bank has taken it', async () => {
    const sale = await approved()
    await sendEvent('created', sale)
    await sendRefunds(dependencies)
    expect(await returnedAtGateway(app, sale.paymentId)).toEqual([])
    await sendEvent('lost', { ...sale, after: 60 })
    await sendRefunds(dependencies)
    expect(await returnedAtGateway(app, sale.paymentId)).toEqual([])
    expect(await stateOf(sale)).toEqual({
      ...lostState,
      refunds: [{ cause: 'requested', status: 'returned', amountPaise: 49_900 }],
    })
  })

  test('refunded first and won, it is sent afterwards', async () => {
    const sale = await approved()
    await sendEvent('created', sale)
    await sendEvent('won', { ...sale, after: 60 })
    await sendRefunds(dependencies)
    expect(await returnedAtGateway(app, sale.paymentId)).toEqual([49_900])
    expect(await stateOf(sale)).toMatchObject({ owner: 0, ledger: balancedLedger })
  })

  test('disputed first and recalled, it is deducted once, waits while the bank decides, and goes back once', async () => {
    for (const end of ['won', 'lost'] as const) {
      const sale = await aSale({ days: 1 })
      await sendEvent('created', sale)
      await admin.api.recalls.recall({
        params: { id: sale.project.id, number: 1 },
        body: { reason: 'It holds a virus.', instructions: 'Delete it.', refund: true },
      })
      await processRecalls(dependencies)
      const refunded = { order: 'refunded', owner: 0, referrer: 0, ledger: balancedLedger }
      expect(await stateOf(sale)).toMatchObject(refunded)
      await sendRefunds(dependencies)
      expect(await returnedAtGateway(app, sale.paymentId)).toEqual([])
      await sendEvent(end, { ...sale, after: 60 })
      await sendRefunds(dependencies)
      expect(await returnedAtGateway(app, sale.paymentId)).toEqual(end === 'won' ? [49_900] : [])
      expect(await stateOf(sale)).toMatchObject(refunded)
    }
  })

  test('returned already and lost as well, the platform bears the second loss, not the owner', async () => {
    const sale = await approved()
    await sendRefunds(dependencies)
    const before = await balanceOf(db, accounts.disputesLost)
    await sendEvent('lost', { ...sale, after: 60 })
    expect(await stateOf(sale)).toEqual({
      ...lostState,
      refunds: [{ cause: 'requested', status: 'returned', amountPaise: 49_900 }],
    })
    expect((await balanceOf(db, accounts.disputesLost)) - before).toBe(-49_900)
  })

  test(`D11: both at once, ${rounds} times, deduct once`, async () => {
    for (let round = 0; round < rounds; round++) {
      const sale = await aSale({ days: 1 })
      const { approve } = await asked(sale)
      await Promise.all([approve().catch(() => {}), sendEvent('created', sale)])
      await sendEvent('lost', { ...sale, after: 60 })
      await sendRefunds(dependencies)
      expect(await returnedAtGateway(app, sale.paymentId)).toEqual([])
      expect(await stateOf(sale)).toMatchObject({
        order: 'refunded',
        owner: 0,
        referrer: 0,
        ledger: balancedLedger,
      })
    }
  })
})

test('a payment that was captured twice and is disputed is returned by the bank, not by us', async () => {
  const { seller: owner, buyer, project } = await anOffer(app)
  const first = await checkoutBy(buyer, source(project))
  const second = (await buyer.api.orders.checkout({ body: { ...cartOf(source(project)), state: 'Kerala' } }))
    .payment
  const callbacks = []
  for (const orderId of [second.gateway!.orderId, `order_${first._id.replaceAll('-', '')}`])
    callbacks.push(await payAtGateway(app, orderId))
  for (const body of callbacks) await buyer.api.orders.callback({ body })
  const paymentId = callbacks[1]!.razorpay_payment_id
  await sendEvent('lost', { paymentId, amount: 49_900 })
  await sendRefunds(dependencies)
  expect(await returnedAtGateway(app, paymentId)).toEqual([])
  expect(await balanceOf(db, accounts.owner(owner.id))).toBe(39_920)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})
