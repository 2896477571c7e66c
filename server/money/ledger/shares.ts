import { commissionOf, feeOf, type FeeRates, usualRates } from '#contract/amounts.ts'

/**
 * The accounts. An amount above zero is what the account's holder gets, below zero what is taken from it, so that a
 * gateway's clearing account is as far below zero as the gateway owes us, and all accounts together are zero.
 */
export const accounts = {
  /** Money the gateway collected for us. */
  clearing: (gateway: string) => `clearing:${gateway}`,
  /** What an owner has earned and was not paid out. */
  owner: (memberId: string) => `member:${memberId}`,
  /** What a member has earned by referring others. */
  commission: (memberId: string) => `member:${memberId}:commission`,
  fees: 'platform:fees',
  /** Staff's coupons: as far below zero as they cost us. */
  coupons: 'platform:coupons',
  /** Taxes held back from owners, due to the tax office. */
  tcs: 'withheld:tcs',
  tds: 'withheld:tds',
  /** Money to be returned to its payers: of refunds, and captured for what could not be delivered or was paid twice. */
  refundsDue: 'refunds:due',
  /** Payouts that are approved and that no bank has sent yet. */
  payoutsDue: 'payouts:due',
  /** What members earned by orders that a payer's bank disputes. */
  disputesHeld: 'disputes:held',
  /** What banks took in disputes and nobody gave back. */
  disputesLost: 'disputes:lost',
}

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

/** What is held back from an owner, in hundredths of a percent. `gst`: the tax that the price includes. */
export interface Rates {
  tds: number
  tcs: number
  gst: number
}

export const noRates: Rates = { tds: 0, tcs: 0, gst: 0 }

/** Who gets what of a sale, in paise; together the price. `tds` and `tcs` are held back from the owner for the tax office. */
export interface Shares {
  owner: number
  referrer: number
  platform: number
  tds: number
  tcs: number
}

/**
 * Splits a price: the fee is rounded half up to the paisa, the owner gets the rest; a referrer gets the commission,
 * rounded down, out of the fee. TDS is taken of the price, TCS of the price without its tax, both rounded half up to
 * the paisa, out of the owner's part and never more than that.
 */
export function sharesOf(
  pricePaise: number,
  {
    referred,
    rates = noRates,
    feeRate = usualRates.feeRate,
    commissionRate = usualRates.commissionRate,
  }: { referred: boolean; rates?: Rates } & Partial<FeeRates>,
): Shares {
  const fee = feeOf(pricePaise, feeRate)
  const referrer = referred ? commissionOf(pricePaise, commissionRate) : 0
  const earned = pricePaise - fee
  const tds = Math.min(partOf(pricePaise, rates.tds), earned)
  const tcs = Math.min(partOf(withoutTax(pricePaise, rates.gst), rates.tcs), earned - tds)
  return { owner: earned - tds - tcs, referrer, platform: fee - referrer, tds, tcs }
}

/** So many hundredths of a percent, rounded half up. */
const partOf = (paise: number, rate: number) => Math.floor((paise * rate * 2 + 10_000) / 20_000)

/** A price less the tax that it includes, rounded half up. */
const withoutTax = (paise: number, rate: number) =>
  Math.floor((paise * 20_000 + 10_000 + rate) / (2 * (10_000 + rate)))
