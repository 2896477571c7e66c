import type { Item } from '#contract/orders/orders.ts'

import { itemKey } from './order.ts'

/** A thing on sale, in paise. `bundlePaise`: what code and report of its project cost together, null without such a price. */
export interface Offer extends Item {
  ownerId: string
  pricePaise: number
  bundlePaise: number | null
}

/** What a coupon takes off: a percentage or an amount, of the things of one owner or, without one, of all. */
export interface Discount {
  ownerId: string | null
  percent: number | null
  amountPaise: number | null
}

/** What one thing costs in a cart, in paise: its price there, alone or as its part of a bundle, less the discount. */
export interface Priced {
  listPricePaise: number
  discountPaise: number
  amountPaise: number
  /** Whose expense the discount is. */
  discountBy: 'owner' | 'platform' | null
}

/**
 * Prices a cart. Code and report of one project cost their bundle price when both are there, split in proportion to the
 * single prices. A discount is rounded down to the paisa, never more than the things cost, and split in proportion to
 * what they cost. When it leaves less than a gateway collects (`minPaise`), and nothing else is paid for, it takes that
 * too: the things are free. The answer is in the order of the offers, and the same for each in whatever order they come.
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

/** Whether a coupon is for a thing at all. */
export const isFor = ({ ownerId }: Pick<Discount, 'ownerId'>, offer: Pick<Offer, 'ownerId'>): boolean =>
  ownerId === null || ownerId === offer.ownerId

/** The sum of amounts. */
export const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

/** Splits an amount in proportion to weights, to the paisa: who is rounded down most gets a paisa more, the first of equals first. */
function split(amount: number, weights: readonly number[]): number[] {
  const total = BigInt(sum(weights))
  if (total === 0n) return weights.map(() => 0)
  const shares = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight)
    return { index, paise: Number(exact / total), rest: exact % total }
  })
  const missing = amount - sum(shares.map(({ paise }) => paise))
  const first = shares.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const share of first.slice(0, missing)) share.paise += 1
  return shares.map(({ paise }) => paise)
}

const discountOf = ({ percent, amountPaise }: Discount, covered: number) =>
  percent === null ? Math.min(amountPaise ?? 0, covered) : Math.floor((covered * percent) / 100)

/** The price of each thing, bundles considered. */
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
