import type { TestApp } from './app.ts'
import { aBuyer, aListing, boughtBy, type Buyer, source } from './orders.ts'

/** Why a refund is asked for, when it does not matter. */
export const reason = 'The database script stops at line 40.'

/** Purchases and their refunds in an app. */
export function refundsIn(app: TestApp) {
  /** Buys something and answers where its order is. */
  const bought = async (buyer: Buyer, project: { id: string }) => ({
    params: { id: (await boughtBy(app, buyer, source(project))).orders[0]!._id },
  })
  const aPurchase = async (pricePaise = 49_900) => {
    const referrer = await aBuyer(app)
    const [seller, buyer] = [await aBuyer(app), await aBuyer(app, { referredBy: referrer.id })]
    const project = await aListing(app.db, seller.id, pricePaise)
    return { referrer, seller, buyer, project, of: await bought(buyer, project) }
  }
  type Purchase = Awaited<ReturnType<typeof aPurchase>>
  const ask = async ({ buyer, of }: Pick<Purchase, 'buyer' | 'of'>, body = { reason }) =>
    (await buyer.api.refundRequests.ask({ ...of, body })).refund
  /** A purchase whose refund waits for a decision. */
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
