import type { FeeRates } from '#contract/kit/fee.ts'

import { accounts } from './accounts.ts'
import { type Rates, type Shares, sharesOf } from './rounding.ts'

/** Amounts in paise by account; they must sum to zero. */
export type Entries = Record<string, number>

/** A completed order. `amountPaise` was paid for it; `discountPaise` was taken off by a coupon, at whose expense `discountBy` says. */
export interface Sold extends FeeRates {
  orderId: string
  gateway: string
  amountPaise: number
  discountPaise: number
  discountBy: string | null
  ownerId: string
  referrerId: string | null
  rates: Rates
}

/** The price that owner and referrer get their shares of: what was paid, and what a coupon of staff took off, in paise. */
export const sharedPrice = ({
  amountPaise,
  discountPaise,
  discountBy,
}: Pick<Sold, 'amountPaise' | 'discountPaise' | 'discountBy'>): number =>
  discountBy === 'platform' ? amountPaise + discountPaise : amountPaise

/** What the sale of an order posts, and who gets what by it. */
export function saleOf({ gateway, ownerId, referrerId, rates, ...sold }: Omit<Sold, 'orderId'>): {
  entries: Entries
  shares: Shares
} {
  const price = sharedPrice(sold)
  const shares = sharesOf(price, {
    referred: referrerId !== null,
    rates,
    feeRate: sold.feeRate,
    commissionRate: sold.commissionRate,
  })
  const entries = {
    [accounts.clearing(gateway)]: -sold.amountPaise,
    [accounts.coupons]: sold.amountPaise - price,
    [accounts.owner(ownerId)]: shares.owner,
    ...(referrerId && { [accounts.commission(referrerId)]: shares.referrer }),
    [accounts.fees]: shares.platform,
    [accounts.tds]: shares.tds,
    [accounts.tcs]: shares.tcs,
  }
  return { entries, shares }
}

/** What takes a sale back from everybody: what was collected is due to the buyer. */
export function reversed(sale: Entries): Entries {
  const entries = Object.entries(sale).map(([account, amountPaise]) => [
    account.startsWith('clearing:') ? accounts.refundsDue : account,
    -amountPaise,
  ])
  return Object.fromEntries(entries) as Entries
}
