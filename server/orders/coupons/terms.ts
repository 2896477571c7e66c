import { rupeesOf } from '#contract/kit/money.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import type { Coupon } from '#contract/orders/coupons.ts'

import { isFor, type Offer, priceCart, sum } from '../checkout/price.ts'
import type { CouponRow } from './queries.ts'

/** Where a coupon stands now. `used`: how many uses of it are held. */
export function stateOf(
  { isOn, startsAt, endsAt, maxUses }: Pick<CouponRow, 'isOn' | 'startsAt' | 'endsAt' | 'maxUses'>,
  used: number,
  now = new Date(),
): Coupon['state'] {
  if (!isOn) return 'off'
  if (endsAt && endsAt <= now) return 'over'
  if (startsAt > now) return 'not_begun'
  return maxUses !== null && used >= maxUses ? 'used_up' : 'usable'
}

/** Why a coupon takes nothing off these things now, its limits not looked at; undefined when it does. */
export function objectionTo(coupon: CouponRow, offers: readonly Offer[]): string | undefined {
  const state = stateOf(coupon, 0)
  if (state !== 'usable') return objections[state]
  const covered = priceCart(
    offers.filter((offer) => isFor(coupon, offer)),
    null,
    0,
  )
  const costs = sum(covered.map(({ amountPaise }) => amountPaise))
  if (costs === 0) return 'This coupon is not for what you are buying.'
  if (costs < coupon.minPaise)
    return `This coupon is for purchases of ${inRupees(rupeesOf(coupon.minPaise))} or more.`
  return undefined
}

export const objections: Record<Exclude<Coupon['state'], 'usable'>, string> = {
  off: 'This coupon is not valid any more.',
  over: 'This coupon has expired.',
  not_begun: 'This coupon cannot be used yet.',
  used_up: 'This coupon has been used up.',
}
