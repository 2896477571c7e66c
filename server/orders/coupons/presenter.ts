import { isoTime } from '#contract/kit/day.ts'
import { rupeesOf } from '#contract/kit/money.ts'
import type { Coupon } from '#contract/orders/coupons.ts'

import type { CouponWithUses } from './queries.ts'
import { stateOf } from './terms.ts'

/** A coupon as its owner and staff see it, in rupees. */
export const toCoupon = (row: CouponWithUses): Coupon => ({
  _id: row.id,
  code: row.code,
  percent: row.percent,
  amount: row.amountPaise === null ? null : rupeesOf(row.amountPaise),
  minimum: rupeesOf(row.minPaise),
  startsAt: row.startsAt.toISOString(),
  endsAt: isoTime(row.endsAt),
  maxUses: row.maxUses,
  maxUsesPerMember: row.maxUsesPerMember,
  isOn: row.isOn,
  state: stateOf(row, row.used),
  used: row.used,
  discounted: rupeesOf(row.discountedPaise),
  owner: row.ownerId && (row.ownerName ?? ''),
})
