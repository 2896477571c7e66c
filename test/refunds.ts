import type { Api } from '#contract/client.ts'
import { sendRefunds } from '#server/orders/returns/send.ts'

import type { TestApp } from './app.ts'
import { aBuyer, buyAndPay, type Buyer, source, anOffer } from './orders.ts'

/** A valid reason for refund requests. */
export const reason = 'The database script stops at line 40.'

/** Returns the money of approved refunds, as a job does every minute. */
export const returnRefunds = ({ dependencies }: TestApp) => sendRefunds(dependencies)

/** Refunds an order: its buyer asks for it, and staff approve. */
export async function refundBy(
  { api }: { api: Api },
  { buyer, of }: { buyer: { api: Api }; of: { params: { id: string } } },
) {
  const { refund } = await buyer.api.refundRequests.ask({ ...of, body: { reason } })
  const params = { id: refund.request!._id }
  await api.refundRequests.decide({ params, body: { decision: 'approve' } })
}

/** Purchases of an app and their refunds. */
export function refundsIn(app: TestApp) {
  /** Buys a project and returns the parameters of its order. */
  const bought = async (buyer: Buyer, project: { id: string }) => ({
    params: { id: (await buyAndPay(app, buyer, source(project))).orders[0]!._id },
  })
  const aPurchase = async (pricePaise = 49_900) => {
    const referrer = await aBuyer(app)
    const { seller, buyer, project } = await anOffer(app, pricePaise, { referredBy: referrer.id })
    return { referrer, seller, buyer, project, of: await bought(buyer, project) }
  }
  type Purchase = Awaited<ReturnType<typeof aPurchase>>
  const ask = async ({ buyer, of }: Pick<Purchase, 'buyer' | 'of'>, body = { reason }) =>
    (await buyer.api.refundRequests.ask({ ...of, body })).refund
  /** Creates a purchase with a refund request that waits for a decision. */
  const asked = async () => {
    const purchase = await aPurchase()
    const { request } = await ask(purchase)
    return { ...purchase, at: { params: { id: request!._id } } }
  }
  const statusOf = async ({ buyer, of }: Pick<Purchase, 'buyer' | 'of'>) =>
    (await buyer.api.orders.get(of)).order.status
  return { bought, aPurchase, ask, asked, statusOf }
}
export type Purchase = Awaited<ReturnType<ReturnType<typeof refundsIn>['aPurchase']>>
