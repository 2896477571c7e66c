import { commissionOf, feeOf, type FeeRates, defaultRates } from '#contract/kit/amounts.ts'

/**
 * The accounts. A positive amount credits the account's holder, a negative one debits it, so that a gateway's clearing
 * account is below zero by the amount that the gateway owes us, and all accounts sum to zero.
 */
export const accounts = {
  /** Money the gateway collected for us. */
  clearing: (gateway: string) => `clearing:${gateway}`,
  /** An owner's earnings that were not paid out. */
  owner: (memberId: string) => `member:${memberId}`,
  /** A member's commission for referring others. */
  commission: (memberId: string) => `member:${memberId}:commission`,
  fees: 'platform:fees',
  /** The cost of staff's coupons to us, as a negative amount. */
  coupons: 'platform:coupons',
  /** Taxes withheld from owners, due to the tax office. */
  tcs: 'withheld:tcs',
  tds: 'withheld:tds',
  /**
   * Money to be returned to its payers: refunds, and payments that were captured twice or for an order that could not
   * be delivered.
   */
  refundsDue: 'refunds:due',
  /**
   * Money that was captured and waits for a decision of staff; below zero what the gateway or a bank gave back of a
   * delivered payment.
   */
  held: 'payments:held',
  /**
   * What gateways captured above the prices of the orders, less what they captured below them or gave back of delivered
   * ones, as banks did; we bear or keep it.
   */
  differences: 'platform:differences',
  /** Payouts that are approved and not sent yet. */
  payoutsDue: 'payouts:due',
  /** Members' earnings by orders that a payer's bank disputes. */
  disputesHeld: 'disputes:held',
  /**
   * Money that went back without us beyond what had come, mostly to banks; before, all that they took and no order gave
   * back. We bear it.
   */
  disputesLost: 'disputes:lost',
  /** Refunded earnings that were paid out to members who have deleted their accounts; the platform bears them. */
  closedAccounts: 'losses:closed_accounts',
}

/** Amounts in paise by account; they must sum to zero. */
export type Entries = Record<string, number>

/**
 * A completed order. `amountPaise` was paid for it; `discountPaise` is the discount of a coupon, at the expense of
 * `discountBy`.
 */
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

/** The price from which the shares are computed, in paise: the amount paid plus the discount of a coupon of staff. */
export const sharedPrice = ({
  amountPaise,
  discountPaise,
  discountBy,
}: Pick<Sold, 'amountPaise' | 'discountPaise' | 'discountBy'>): number =>
  discountBy === 'platform' ? amountPaise + discountPaise : amountPaise

/** Computes the entries that the sale of an order posts, and its shares, in paise. */
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

/** The entries that reverse a sale: the amount that the gateway collected becomes due to the buyer. */
export function reverseEntries(sale: Entries): Entries {
  const entries = Object.entries(sale).map(([account, amountPaise]) => [
    account.startsWith('clearing:') ? accounts.refundsDue : account,
    -amountPaise,
  ])
  return Object.fromEntries(entries) as Entries
}

/**
 * The rates of the taxes withheld from an owner, in hundredths of a percent. `gst`: the tax that the price includes.
 */
export interface Rates {
  tds: number
  tcs: number
  gst: number
}

export const noRates: Rates = { tds: 0, tcs: 0, gst: 0 }

/**
 * The shares of a sale in paise; they sum to the price. `tds` and `tcs` are withheld from the owner for the tax office.
 */
export interface Shares {
  owner: number
  referrer: number
  platform: number
  tds: number
  tcs: number
}

/**
 * Splits a price in paise: the fee is rounded half up to the paisa, the owner gets the rest; a referrer gets the
 * commission, rounded down, out of the fee. TDS is a part of the price, TCS a part of the price without its tax, both
 * rounded half up to the paisa; they are withheld from the owner's share and never exceed it.
 */
export function sharesOf(
  pricePaise: number,
  {
    referred,
    rates = noRates,
    feeRate = defaultRates.feeRate,
    commissionRate = defaultRates.commissionRate,
  }: { referred: boolean; rates?: Rates } & Partial<FeeRates>,
): Shares {
  const fee = feeOf(pricePaise, feeRate)
  const referrer = referred ? commissionOf(pricePaise, commissionRate) : 0
  const earned = pricePaise - fee
  const tds = Math.min(partOf(pricePaise, rates.tds), earned)
  const tcs = Math.min(partOf(withoutTax(pricePaise, rates.gst), rates.tcs), earned - tds)
  return { owner: earned - tds - tcs, referrer, platform: fee - referrer, tds, tcs }
}

/** A part of an amount in paise, rounded half up; `rate` in hundredths of a percent. */
const partOf = (paise: number, rate: number) => Math.floor((paise * rate * 2 + 10_000) / 20_000)

/** A price in paise less the tax that it includes, rounded half up; `rate` in hundredths of a percent. */
const withoutTax = (paise: number, rate: number) =>
  Math.floor((paise * 20_000 + 10_000 + rate) / (2 * (10_000 + rate)))
