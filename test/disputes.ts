import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import { sign } from '#server/http/signed-link.ts'
import { accounts, ledgerFaults } from '#server/ledger/service.ts'
import { hmac } from '#server/payments/signature.ts'

import type { TestApp } from './app.ts'
import { aBuyer, aListing, balanceOf, boughtBy, type Posted, postWebhook, proven, source } from './orders.ts'

/** What happens to a dispute, as the gateway's events name it. */
export type DisputeEvent = 'created' | 'under_review' | 'action_required' | 'won' | 'lost' | 'closed'

interface DisputeFields {
  paymentId: string
  amount: number
  disputeId?: string
  /** Seconds after the dispute was opened. */
  after?: number
  deducted?: number
  respondBy?: number | null
}

const opened = Math.floor(Date.now() / 1000) - 3600

/** A webhook about a dispute as Razorpay documents it, signed with the sandbox gateway's secret. */
export function disputeWebhook(
  secret: string,
  event: DisputeEvent,
  { paymentId, amount, disputeId = `disp_${paymentId}`, after = 0, deducted, respondBy }: DisputeFields,
): Posted {
  const entity = {
    id: disputeId,
    entity: 'dispute',
    payment_id: paymentId,
    amount,
    currency: 'INR',
    amount_deducted: deducted ?? (event === 'lost' ? amount : 0),
    reason_code: 'goods_or_services_not_received_or_partially_received',
    reason_description: 'Goods or services not received',
    respond_by: respondBy === undefined ? opened + 7 * 86_400 : respondBy,
    status: event === 'created' || event === 'action_required' ? 'open' : event,
    phase: 'chargeback',
    created_at: opened,
  }
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_sandbox',
    event: `payment.dispute.${event}`,
    contains: ['payment', 'dispute'],
    payload: { payment: { entity: { id: paymentId, status: 'captured' } }, dispute: { entity } },
    created_at: opened + after,
  })
  const headers = {
    'x-razorpay-signature': hmac(sign(secret, 'sandbox gateway', 'webhook'), body),
    'x-razorpay-event-id': `evt_${randomUUID()}`,
  }
  return { body, headers }
}

/** Disputed payments in an app, and what becomes of them. */
export function disputesIn(app: TestApp) {
  const { db, parts } = app

  const paidWith = async (id: string) => {
    const payment = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const orders = await db.selectFrom('orders').select('id').where('paymentId', '=', id).execute()
    return { id, paymentId: payment.gatewayPaymentId!, amount: payment.amountPaise, orderId: orders[0]!.id }
  }

  /** Something sold for ₹499 on a referral; so many days ago that all of it is payable, unless they say otherwise. */
  const aSale = async ({ days = 10 } = {}) => {
    const referrer = await aBuyer(app)
    const [owner, buyer] = [await aBuyer(app), await aBuyer(app, { referredBy: referrer.id })]
    const project = await aListing(db, owner.id, 49_900, { reportPricePaise: 20_000 })
    const { _id } = await boughtBy(app, buyer, source(project))
    await db
      .updateTable('orders')
      .set({ completedAt: sql<Date>`now() - ${days} * interval '1 day'` })
      .where('paymentId', '=', _id)
      .execute()
    return { referrer, owner, buyer, project, ...(await paidWith(_id)) }
  }

  /** All that a dispute can change. */
  const stateOf = async ({ owner, referrer, buyer, orderId, id }: Awaited<ReturnType<typeof aSale>>) => {
    const { order } = await buyer.api.orders.get({ params: { id: orderId } })
    return {
      order: order.status,
      owner: await balanceOf(db, accounts.owner(owner.id)),
      referrer: await balanceOf(db, accounts.commission(referrer.id)),
      payable: (await owner.api.payouts.mine({ query: {} })).balance.payable,
      refunds: await db
        .selectFrom('refunds')
        .select(['cause', 'status'])
        .where('paymentId', '=', id)
        .execute(),
      ledger: await ledgerFaults(db),
    }
  }

  /** What the gateway returned of a payment because we asked it. */
  const returned = (paymentId: string) =>
    db.selectFrom('sandboxRefunds').select('amountPaise').where('paymentId', '=', paymentId).execute()

  /** Tells the app what happened to a dispute; answers the status. */
  const sendEvent = (event: DisputeEvent, fields: DisputeFields) =>
    postWebhook(app, disputeWebhook(parts.secret, event, fields))

  return { aSale, paidWith, stateOf, returned, sendEvent }
}
export type DisputedSale = Awaited<ReturnType<ReturnType<typeof disputesIn>['aSale']>>

/** What a sale is while nothing is disputed, while it is, and once the bank took its money. */
export const sold = {
  order: 'completed',
  owner: 39_920,
  referrer: 4990,
  payable: 399.2,
  refunds: [],
  ledger: proven,
}
export const frozen = { ...sold, owner: 0, referrer: 0, payable: 0 }
export const taken = { ...frozen, order: 'refunded', refunds: [{ cause: 'disputed', status: 'returned' }] }
