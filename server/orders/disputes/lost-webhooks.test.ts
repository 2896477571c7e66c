import { expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { balanceOf, balancedLedger, aCheckout, beganMinutesAgo } from '../../../test/orders.ts'
import { razorpayServer } from '../../../test/razorpay-server.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { accounts } from '../../money/ledger/shares.ts'
import { disputeJobs } from '../jobs.ts'
import { reconcilePayments } from '../settle/reconcile.ts'
import type { DisputeRow } from './queries.ts'

const app = await startApp()
const { db } = app
const { disputes, gateway, misbehave, orders, payments } = await razorpayServer()
app.dependencies.gateway = gateway
await app.jobs.work(disputeJobs(app.dependencies))

const day = 86_400
const opened = Math.floor(Date.now() / 1000) - day

/** Creates a sale of ₹499 through Razorpay, and its dispute as Razorpay lists it. */
async function aDisputedSale() {
  const { seller: owner, buyer, payment } = await aCheckout(app)
  const id = payment._id
  const [orderId] = [...orders.keys()].slice(-1)
  const paymentId = `pay_${id.replaceAll('-', '')}`
  payments.set(orderId!, [
    { id: paymentId, order_id: orderId, amount: 49_900, currency: 'INR', status: 'captured' },
  ])
  await beganMinutesAgo(db, id, 2)
  await reconcilePayments(app.dependencies)
  const dispute = {
    id: `disp_${paymentId}`,
    entity: 'dispute',
    payment_id: paymentId,
    amount: 49_900,
    currency: 'INR',
    amount_deducted: 0,
    reason_code: 'goods_or_services_not_received_or_partially_received',
    respond_by: opened + 7 * day,
    status: 'open',
    phase: 'chargeback',
    created_at: opened,
  }
  disputes.unshift(dispute)
  const known = () =>
    db
      .selectFrom('disputes')
      .selectAll()
      .where('gatewayDisputeId', '=', dispute.id)
      .executeTakeFirst() as Promise<DisputeRow | undefined>
  return { owner, buyer, id, dispute, known, earned: () => balanceOf(db, accounts.owner(owner.id)) }
}

/** Runs the job once, as it runs every minute, and returns its alerts. */
async function aMinute(): Promise<string[]> {
  const alarms: string[] = []
  const written = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    alarms.push((JSON.parse(String(line)) as { alarm: string }).alarm)
    return true
  })
  await app.jobs.enqueue(db, 'follow-disputes', {})
  await app.jobs.run().finally(() => written.mockRestore())
  return alarms
}

test('of a dispute whose every webhook is lost the gateway’s own list tells: its beginning, its course and its end', async () => {
  const sale = await aDisputedSale()
  const { dispute, known, earned, buyer } = sale
  expect(await earned()).toBe(39_920)

  expect(await aMinute()).toEqual(['A payment is disputed'])
  expect(await known()).toMatchObject({ status: 'open', amountPaise: 49_900 })
  expect(await earned()).toBe(0)
  const first = await known()
  expect(await aMinute()).toEqual([])
  expect(await known()).toEqual(first)

  dispute.status = 'under_review'
  await aMinute()
  expect(await known()).toMatchObject({ status: 'under_review' })
  // The list reports as open what the events report as action_required.
  dispute.status = 'open'
  dispute.respond_by += day
  for (let minute = 0; minute < 2; minute++) await aMinute()
  expect(await known()).toMatchObject({
    status: 'action_required',
    respondBy: new Date((opened + 8 * day) * 1000),
  })

  Object.assign(dispute, { status: 'lost', amount_deducted: 49_900 })
  misbehave({ status: 500, body: {} })
  expect(await aMinute()).toEqual(['The gateway could not be asked about disputes'])
  expect(await known()).toMatchObject({ settledAt: null })
  for (let minute = 0; minute < 2; minute++) expect(await aMinute()).toEqual([])
  expect(await known()).toMatchObject({ status: 'lost', deductedPaise: 49_900, settledAt: expect.any(Date) })
  expect((await buyer.api.orders.mine({ query: {} })).orders).toMatchObject([{ status: 'refunded' }])
  expect(await earned()).toBe(0)

  const other = await aDisputedSale()
  await aMinute()
  expect(await other.earned()).toBe(0)
  other.dispute.status = 'won'
  await aMinute()
  expect(await other.known()).toMatchObject({ status: 'won', settledAt: expect.any(Date) })
  expect(await other.earned()).toBe(39_920)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})
