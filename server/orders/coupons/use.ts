import { rupeesOf } from '#contract/amounts.ts'
import { inRupees } from '#contract/format.ts'
import type { Coupon } from '#contract/orders/coupons.ts'
import { fieldProblem } from '#contract/problem.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { countAttempt, type RateLimit, returnAttempt } from '../../platform/rate-limits/rate-limits.ts'
import { isFor, type Offer, priceCart, sum } from '../price.ts'
import { type CouponRow, couponWithCode, lockCoupon, usesOf } from './queries.ts'

/**
 * The coupon with a code that a member typed. Throws invalid_input, tied to the field, for an unknown code, and
 * too_many_requests after ten unknown codes within 15 minutes.
 */
export async function couponNamed(
  connection: Connection,
  memberId: string,
  code: string,
): Promise<CouponRow> {
  const limit = guessesOf(memberId)
  await countAttempt(connection, limit)
  const coupon = await couponWithCode(connection, code)
  if (!coupon) throw refusal('There is no coupon with this code.')
  await returnAttempt(connection, limit)
  return coupon
}

/** Throws invalid_input when a coupon gives no discount on these items. Its limits of use are not checked. */
export function requireFits(coupon: CouponRow, offers: readonly Offer[]): void {
  const objection = objectionTo(coupon, offers)
  if (objection) throw refusal(objection)
}

/**
 * Locks a coupon and throws invalid_input unless this member has a use of it left. The lock lasts until the end of the
 * transaction, which must insert the payment that holds the use: simultaneous checkouts never exceed the limit. A payment
 * that fails or is cancelled holds no use; one that is captured afterwards holds it again.
 */
export async function claimCoupon(trx: Connection, couponId: string, memberId: string): Promise<void> {
  const coupon = await lockCoupon(trx, couponId)
  await requireLeft(trx, coupon, memberId)
}

/** Throws invalid_input unless this member has a use of a coupon left, without a lock; `replaced` payments are not counted. */
export async function requireLeft(
  connection: Connection,
  coupon: CouponRow,
  memberId: string,
  replaced: string[] = [],
): Promise<void> {
  const { id, maxUses, maxUsesPerMember } = coupon
  const used = maxUses === null ? 0 : await usesOf(connection, id, { replaced })
  const state = stateOf(coupon, used)
  if (state !== 'usable') throw refusal(objections[state])
  if (maxUsesPerMember === null) return
  if ((await usesOf(connection, id, { memberId, replaced })) >= maxUsesPerMember)
    throw refusal('You have used this coupon already.')
}

const guessesOf = (memberId: string): RateLimit => ({
  name: 'coupon codes of member',
  subject: memberId,
  max: 10,
  seconds: 900,
  refusal: 'You tried too many coupons.',
})

const refusal = (message: string) => fieldProblem('coupon', message)

/** The present state of a coupon. `used`: the number of uses that payments hold. */
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

/** The reason why a coupon gives no discount on these items now, apart from its limits of use; undefined when it does. */
function objectionTo(coupon: CouponRow, offers: readonly Offer[]): string | undefined {
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

const objections: Record<Exclude<Coupon['state'], 'usable'>, string> = {
  off: 'This coupon is not valid any more.',
  over: 'This coupon has expired.',
  not_begun: 'This coupon cannot be used yet.',
  used_up: 'This coupon has been used up.',
}
