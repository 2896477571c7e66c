import type { Item } from '#contract/orders/orders.ts'

import { itemKey } from './order.ts'

/** An item on sale, in paise. */
export interface Offer extends Item {
  ownerId: string
  pricePaise: number
  /** The price of code and report of its project together, or null. */
  bundlePaise: number | null
  /** The price that it had when staff last approved its project; null when it had none. */
  approvedPaise: number | null
}

/**
 * The discount of a coupon: a percentage or an amount, on the items of one owner at their expense or, without an owner,
 * on all at the expense of the marketplace.
 */
export interface Discount {
  ownerId: string | null
  percent: number | null
  amountPaise: number | null
  /** The most that it takes off one purchase; null for any amount. */
  maxDiscountPaise: number | null
}

/** The price of one item in a cart, in paise: its price alone or its part of a bundle, and the discount on it. */
export interface Priced {
  listPricePaise: number
  discountPaise: number
  amountPaise: number
  /** The party that bears the discount. */
  discountBy: 'owner' | 'platform' | null
}

/**
 * Prices a cart, in paise. Code and report of one project cost their bundle price when both are in the cart, split in
 * proportion to the single prices. A discount is rounded down to the paisa, never exceeds the price of its items, and
 * is split in proportion to their prices. The marketplace reckons its discounts on what an item cost when staff
 * approved it, if that is less than today: no owner raises what the marketplace pays. When a discount leaves less than
 * a gateway collects (`minPaise`), and nothing else is paid for, it covers the rest too, and the items are free; where
 * it may not take that much off, it leaves what a gateway collects. The result is in the order of the offers, and the
 * price of each item does not depend on that order.
 */
export function priceCart<O extends Offer>(
  offers: readonly O[],
  discount: Discount | null,
  minPaise: number,
): (O & Priced)[] {
  const sorted = offers.toSorted((one, other) => (itemKey(one) < itemKey(other) ? -1 : 1))
  const prices = pricesOf(sorted)
  const costs = sorted.map((offer) =>
    discount ? discountable(discount, offer, prices.get(itemKey(offer))!) : 0,
  )
  const restPaise = sum(
    sorted.map((offer) => (discount && isFor(discount, offer) ? 0 : prices.get(itemKey(offer))!)),
  )
  const total = restPaise === 0 ? { whole: sum([...prices.values()]), minPaise } : null
  const parts = split(discount ? discountOf(discount, sum(costs), total) : 0, costs)
  const discounts = new Map(sorted.map((offer, index) => [itemKey(offer), parts[index]!]))
  return offers.map((offer) => {
    const listPricePaise = prices.get(itemKey(offer))!
    const discountPaise = discounts.get(itemKey(offer))!
    const discountBy = discountPaise === 0 ? null : discount!.ownerId ? 'owner' : 'platform'
    return {
      ...offer,
      listPricePaise,
      discountPaise,
      amountPaise: listPricePaise - discountPaise,
      discountBy,
    }
  })
}

/** Returns whether a discount covers an item. */
export const isFor = ({ ownerId }: Pick<Discount, 'ownerId'>, offer: Pick<Offer, 'ownerId'>): boolean =>
  ownerId === null || ownerId === offer.ownerId

/** Returns whether less than a part of the list price, in percent, was paid for an item that is not free. */
export const isBoughtAtDiscount = (
  { listPricePaise, amountPaise }: Pick<Priced, 'listPricePaise' | 'amountPaise'>,
  percent: number,
): boolean => listPricePaise > 0 && amountPaise * 100 < listPricePaise * percent

/** The sum of amounts. */
export const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

/**
 * Splits an amount in proportion to weights, to the paisa: the shares with the largest remainders get one paisa more,
 * the first of equals first.
 */
function split(amount: number, weights: readonly number[]): number[] {
  const total = BigInt(sum(weights))
  if (total === 0n) return weights.map(() => 0)
  const shares = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight)
    return { index, paise: Number(exact / total), remainder: exact % total }
  })
  const missing = amount - sum(shares.map(({ paise }) => paise))
  const byRemainder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )
  for (const share of byRemainder.slice(0, missing)) share.paise += 1
  return shares.map(({ paise }) => paise)
}

/** The part of an item's price on which a discount is reckoned, in paise. */
const discountable = (discount: Discount, offer: Offer, paise: number): number => {
  if (!isFor(discount, offer)) return 0
  return discount.ownerId === null ? Math.min(paise, offer.approvedPaise ?? 0) : paise
}

/**
 * The discount on items of which `covered` can be discounted. `total`: the sum of the cart, when the discount is for
 * all of it.
 */
function discountOf(
  { percent, amountPaise, maxDiscountPaise }: Discount,
  covered: number,
  total: { whole: number; minPaise: number } | null,
): number {
  const most = Math.min(covered, maxDiscountPaise ?? covered)
  const off = Math.min(percent === null ? (amountPaise ?? 0) : Math.floor((covered * percent) / 100), most)
  if (off === 0 || !total || total.whole - off >= total.minPaise) return off
  return total.whole <= most ? total.whole : Math.max(0, Math.min(off, total.whole - total.minPaise))
}

/** The price of each item, including bundle prices. */
function pricesOf(offers: readonly Offer[]): Map<string, number> {
  const prices = new Map<string, number>()
  for (const together of Map.groupBy(offers, ({ projectId }) => projectId).values()) {
    const single = together.map(({ pricePaise }) => pricePaise)
    const { bundlePaise } = together[0]!
    const isBundle = together.length === 2 && bundlePaise !== null && bundlePaise < sum(single)
    const paise = isBundle ? split(bundlePaise, single) : single
    for (const [index, offer] of together.entries()) prices.set(itemKey(offer), paise[index]!)
  }
  return prices
}
