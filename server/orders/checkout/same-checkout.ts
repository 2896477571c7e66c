import { ProblemError } from '#contract/kit/problem.ts'
import type { Item } from '#contract/orders.ts'

import type { Connection } from '../../database/connection.ts'
import type { Gateway } from '../../payments/gateway.ts'
import { readSettings } from '../../settings/service.ts'
import { itemKey } from '../item.ts'
import type { PaymentRow } from '../queries.ts'
import type { Priced } from './price.ts'
import { itemsOf } from './queries.ts'

/** How long a second checkout of the same things is answered with the first one's payment. */
const joinMinutes = 30

/** What a checkout comes to: its priced things, their coupon, and for whom it is taxed and collected. */
export interface Purchase {
  things: (Item & Priced)[]
  /** The states of their listings, by project. */
  listings: Map<string, string>
  couponId: string | null
  state: string
  gateway: Pick<Gateway, 'name' | 'keyIds'>
}

/** Whether an open payment is a young one for exactly this: the same things as they are listed, at the same prices, in the same way, with the money back for as long. */
export async function isSameCheckout(
  trx: Connection,
  payment: PaymentRow,
  { things, listings, couponId, state, gateway }: Purchase,
): Promise<boolean> {
  const young = payment.createdAt.getTime() > Date.now() - joinMinutes * 60_000
  const isOfGateway = payment.gateway === gateway.name && gateway.keyIds.includes(payment.gatewayKey)
  if (!young || !isOfGateway || payment.state !== state) return false
  if (payment.couponId !== couponId) return false
  const items = (await itemsOf(trx, payment.id)) as (Item & {
    amountPaise: number
    refundDays: number | null
    listingId: string | null
  })[]
  if (!isSameCart(items, things)) return false
  if (items.some(({ projectId, listingId }) => listings.get(projectId) !== listingId)) return false
  const { refundDays } = await readSettings(trx, 'fees')
  if (items.some((item) => item.refundDays !== null && item.refundDays !== refundDays)) return false
  const prices = new Map(items.map((item) => [itemKey(item), item.amountPaise]))
  return things.every((thing) => prices.get(itemKey(thing)) === thing.amountPaise)
}

/** Throws conflict unless the payment that a key stands for is for this cart, with this State and coupon. */
export function requireSame(
  known: Pick<PaymentRow, 'state' | 'couponId'> & { items: unknown[] },
  wanted: { items: Item[]; state: string; couponId: string | null },
): void {
  const isSame = known.state === wanted.state && known.couponId === wanted.couponId
  if (isSame && isSameCart(known.items as Item[], wanted.items)) return
  throw new ProblemError(
    'conflict',
    'This checkout was begun with another cart. Please start again from your cart.',
  )
}

function isSameCart(one: Item[], other: Item[]): boolean {
  const keys = new Set(one.map(itemKey))
  return keys.size === other.length && other.every((item) => keys.has(itemKey(item)))
}
