import { ledgerFaults } from '#server/money/ledger/service.ts'
import { accounts } from '#server/money/ledger/shares.ts'

import type { TestApp } from './app.ts'
import { type DisputeEvent, type DisputeFields, disputeWebhook } from './dispute-webhook.ts'
import {
  aBuyer,
  balanceOf,
  postWebhook,
  balancedLedger,
  anOffer,
  buyAndPay,
  source,
  soldDaysAgo,
  atGateway,
  refundsOf,
  ordersOf,
} from './orders.ts'

/** Disputed payments of an app and their consequences. */
export function disputesIn(app: TestApp) {
  const { db, dependencies } = app

  const paidWith = async (id: string) => {
    const { gatewayPaymentId: paymentId, amountPaise: amount } = await atGateway(db, id)
    const orders = await ordersOf(db, { paymentId: id })
    return { id, paymentId, amount, orderId: orders[0]!.id }
  }

  /** Sells something for ₹499 through a referral. By default the sale is old enough that all of it is payable. */
  const aSale = async ({ days = 10 } = {}) => {
    const referrer = await aBuyer(app)
    const offer = await anOffer(app, 49_900, { reportPricePaise: 20_000, referredBy: referrer.id })
    const { _id } = await buyAndPay(app, offer.buyer, source(offer.project))
    await soldDaysAgo(db, _id, days)
    return { ...offer, referrer, owner: offer.seller, ...(await paidWith(_id)) }
  }

  /** The newest dispute of a payment, by the id of its gateway. */
  const disputeOf = (gatewayPaymentId: string) =>
    db
      .selectFrom('disputes')
      .selectAll()
      .where('gatewayPaymentId', '=', gatewayPaymentId)
      .orderBy('openedAt', 'desc')
      .executeTakeFirstOrThrow()

  /** Reads everything that a dispute can change. */
  const stateOf = async ({ owner, referrer, buyer, orderId, id }: Awaited<ReturnType<typeof aSale>>) => {
    const { order } = await buyer.api.orders.get({ params: { id: orderId } })
    return {
      order: order.status,
      owner: await balanceOf(db, accounts.owner(owner.id)),
      referrer: await balanceOf(db, accounts.commission(referrer.id)),
      payable: (await owner.api.payouts.mine({ query: {} })).balance.payable,
      refunds: await refundsOf(db, id),
      ledger: await ledgerFaults(db),
    }
  }

  /** Sends the app an event of a dispute and returns the status of the answer. */
  const sendEvent = (event: DisputeEvent, fields: DisputeFields) =>
    postWebhook(app, disputeWebhook(dependencies.secret, event, fields))

  return { aSale, paidWith, disputeOf, stateOf, sendEvent }
}
export type DisputedSale = Awaited<ReturnType<ReturnType<typeof disputesIn>['aSale']>>

/** The state of a sale without a dispute, during one (`frozen`), and after the bank took its money (`taken`). */
export const undisputedState = {
  order: 'completed',
  owner: 39_920,
  referrer: 4990,
  payable: 399.2,
  refunds: [],
  ledger: balancedLedger,
}
export const frozenState = { ...undisputedState, owner: 0, referrer: 0, payable: 0 }
export const lostState = {
  ...frozenState,
  order: 'refunded',
  refunds: [{ cause: 'disputed', status: 'returned', amountPaise: 49_900 }],
}
