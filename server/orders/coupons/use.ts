import { rupeesOf } from '#contract/kit/amounts.ts'
import { inRupees } from '#contract/kit/format.ts'
import { fieldProblem } from '#contract/kit/problem.ts'
import type { Coupon } from '#contract/orders/coupons.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { countAttempt, type RateLimit, returnAttempt } from '../../platform/rate-limits/rate-limits.ts'
import { isFor, type Offer, priceCart, sum } from '../price.ts'
import { type CouponRow, couponWithCode, holdMinutes, holdOf, lockCoupon, usesBy, usesOf } from './queries.ts'

/**
 * The coupon with a code that a member typed. Throws invalid_input, tied to the field, for an unknown code, and
 * too_many_requests after ten unknown codes within 15 minutes.
 */
export async function couponForCode(
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
export function requireApplicable(coupon: CouponRow, offers: readonly Offer[]): void {
  const objection = objectionTo(coupon, offers)
  if (objection) throw refusal(objection)
}

/** The use of a coupon by a member for a discount in paise. Payments in `except` do not count: it takes their place. */
interface Claim {
  memberId: string
  discountPaise: number
  except?: string[]
}

/** The number of unpaid checkouts with one coupon that hold a use for the same member. */
const maxHeld = 3

/**
 * Locks a coupon and throws invalid_input unless this use of it is left. The lock lasts until the end of the
 * transaction, which must insert the payment that holds the use: simultaneous checkouts exceed neither limit nor
 * budget. An unpaid payment holds it for half an hour, and loses it when it fails or is cancelled.
 */
export async function claimCoupon(trx: Connection, couponId: string, claim: Claim): Promise<void> {
  await requireUsesLeft(trx, await lockCoupon(trx, couponId), claim)
}

/** Throws invalid_input unless this use of a coupon is left, without a lock. */
export async function requireUsesLeft(
  connection: Connection,
  coupon: CouponRow,
  claim: Claim,
): Promise<void> {
  const objection =
    (await objectionToUse(connection, coupon, claim)) ?? (await tooManyHeld(connection, coupon, claim))
  if (objection) throw refusal(objection)
}

/**
 * Locks the coupon of a payment whose money has come, and returns why it cannot be used any more; undefined when the
 * payment still holds its use, or there is one left for it, also among those that the payments in `givingWay` hold. The
 * lock lasts until the end of the transaction, which must mark the payment as captured and cancel the others.
 */
export async function claimForLatePayment(
  trx: Connection,
  { id, couponId, memberId }: { id: string; couponId: string; memberId: string },
  givingWay: string[],
): Promise<{ code: string; objection: string } | undefined> {
  const coupon = await lockCoupon(trx, couponId)
  // Read after the lock was acquired: somebody else may have had the use meanwhile.
  const { isHeld, discountPaise } = await holdOf(trx, id)
  if (isHeld) return undefined
  const objection = await objectionToUse(trx, coupon, { memberId, discountPaise, except: [id, ...givingWay] })
  return objection === undefined ? undefined : { code: coupon.code, objection }
}

/** Returns why a coupon is not left for this use; undefined when it is. */
async function objectionToUse(
  connection: Connection,
  coupon: CouponRow,
  { memberId, discountPaise, except = [] }: Claim,
): Promise<string | undefined> {
  const { id, maxUses, maxUsesPerMember, budgetPaise } = coupon
  const isCounted = maxUses !== null || budgetPaise !== null
  const { uses, discountedPaise } = isCounted
    ? await usesOf(connection, id, except)
    : { uses: 0, discountedPaise: 0 }
  const state = couponState(coupon, { used: uses, claimedPaise: discountedPaise })
  if (state !== 'usable') return objections[state]
  if (budgetPaise !== null && discountedPaise + discountPaise > budgetPaise)
    return 'Too little is left of this coupon for what you are buying.'
  if (maxUsesPerMember === null) return undefined
  const byMember = await usesBy(connection, id, memberId, except)
  return byMember.uses >= maxUsesPerMember ? 'You have used this coupon already.' : undefined
}

/** Returns the objection when a member's unpaid checkouts hold as many uses of a limited coupon as they may. */
async function tooManyHeld(
  connection: Connection,
  { id, maxUses, budgetPaise }: CouponRow,
  { memberId, except = [] }: Claim,
): Promise<string | undefined> {
  if (maxUses === null && budgetPaise === null) return undefined
  const { unpaid } = await usesBy(connection, id, memberId, except)
  if (unpaid < maxHeld) return undefined
  return `You have begun ${maxHeld} checkouts with this coupon. Pay one of them first, or wait ${holdMinutes} minutes.`
}

const guessesOf = (memberId: string): RateLimit => ({
  name: 'coupon codes of member',
  subject: memberId,
  max: 10,
  seconds: 900,
  refusal: 'You tried too many coupons.',
})

const refusal = (message: string) => fieldProblem('coupon', message)

/** The parts of a coupon on which its state depends. */
type StateRow = Pick<CouponRow, 'isOn' | 'startsAt' | 'endsAt' | 'maxUses' | 'budgetPaise'>

/**
 * The present state of a coupon. `used` and `claimedPaise`: the number of uses that payments hold, and their discounts.
 */
export function couponState(
  coupon: StateRow,
  { used, claimedPaise }: { used: number; claimedPaise: number },
  now = new Date(),
): Coupon['state'] {
  const { isOn, startsAt, endsAt, maxUses, budgetPaise } = coupon
  if (!isOn) return 'off'
  if (endsAt && endsAt <= now) return 'over'
  if (startsAt > now) return 'not_begun'
  const isUsedUp =
    (maxUses !== null && used >= maxUses) || (budgetPaise !== null && claimedPaise >= budgetPaise)
  return isUsedUp ? 'used_up' : 'usable'
}

/**
 * The reason why a coupon gives no discount on these items now, apart from its limits of use; undefined when it does.
 */
function objectionTo(coupon: CouponRow, offers: readonly Offer[]): string | undefined {
  const state = couponState(coupon, { used: 0, claimedPaise: 0 })
  if (state !== 'usable') return objections[state]
  const covered = offers.filter((offer) => isFor(coupon, offer))
  const costs = sum(priceCart(covered, null, 0).map(({ amountPaise }) => amountPaise))
  const discount = sum(priceCart(covered, coupon, 0).map(({ discountPaise }) => discountPaise))
  if (discount === 0) return 'This coupon is not for what you are buying.'
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
