import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection } from '../../database/connection.ts'
import { countAttempt, type RateLimit, returnAttempt } from '../../rate-limits/service.ts'
import type { Offer } from '../checkout/price.ts'
import { couponWithCode, type CouponRow, lockCoupon, usesOf } from './queries.ts'
import { objections, objectionTo, stateOf } from './terms.ts'

/**
 * The coupon with a code that a member typed. Throws invalid_input, tied to the field, for a code that nobody has, and
 * too_many_requests after ten of them in a quarter of an hour.
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

/** Throws invalid_input when a coupon takes nothing off these things. Its limits are not looked at. */
export function requireFits(coupon: CouponRow, offers: readonly Offer[]): void {
  const objection = objectionTo(coupon, offers)
  if (objection) throw refusal(objection)
}

/**
 * Throws invalid_input unless one more use of a coupon is left for this member. The coupon stays locked until the
 * transaction ends, in which the payment that holds the use is made: of any number at once no more than the limit pass.
 * A payment that fails or is cancelled holds none; one that is captured later all the same holds it again.
 */
export async function claimCoupon(trx: Connection, couponId: string, memberId: string): Promise<void> {
  const coupon = await lockCoupon(trx, couponId)
  await requireLeft(trx, coupon, memberId)
}

/** The same without a lock; payments that a new checkout would replace are not counted. */
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

const refusal = (message: string) =>
  new ProblemError('invalid_input', message, { errors: [message], fields: { coupon: message } })
