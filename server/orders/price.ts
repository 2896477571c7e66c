import type { Item } from '#contract/orders/orders.ts'

import { itemKey } from './order.ts'

/** An item on sale, in paise. `bundlePaise`: the price of code and report of its project together, or null. */
export interface Offer extends Item {
  ownerId: string
  pricePaise: number
  bundlePaise: number | null
}

/** The discount of a coupon: a percentage or an amount, on the items of one owner or, without an owner, on all. */
export interface Discount {
  ownerId: string | null
  percent: number | null
  amountPaise: number | null
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
 * proportion to the single prices. A discount is rounded down to the paisa, never exceeds the price of its items, and is
 * split in proportion to their prices. When it leaves less than a gateway collects (`minPaise`), and nothing else is paid
 * for, it covers the rest too: the items are free. The result is in the order of the offers, and the price of each item does
 * not depend on that order.
 */
export function priceCart<O extends Offer>(
  offers: readonly O[],
  discount: Discount | null,
  minPaise: number,
): (O & Priced)[] {
  const sorted = offers.toSorted((one, other) => (itemKey(one) < itemKey(other) ? -1 : 1))
  const prices = pricesOf(sorted)
  const costs = sorted.map((offer) => (discount && isFor(discount, offer) ? prices.get(itemKey(offer))! : 0))
  const [covered, whole] = [sum(costs), sum([...prices.values()])]
  const off = discount ? discountOf(discount, covered) : 0
  const isTooLittle = off > 0 && whole - off < minPaise && whole === covered
  const parts = split(isTooLittle ? covered : off, costs)
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

/** Splits an amount in proportion to weights, to the paisa: the shares with the largest remainders get one paisa more, the first of equals first. */
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

const discountOf = ({ percent, amountPaise }: Discount, covered: number) =>
  percent === null ? Math.min(amountPaise ?? 0, covered) : Math.floor((covered * percent) / 100)

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
