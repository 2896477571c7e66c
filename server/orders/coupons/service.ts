import { v7 as uuid } from 'uuid'

import { paiseOf, rupeesOf } from '#contract/kit/amounts.ts'
import type { Received, Reply } from '#contract/kit/endpoint.ts'
import { isoTime } from '#contract/kit/format.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'
import type { Coupon, coupons } from '#contract/orders/coupons.ts'

import type { Connection, Database } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { countAttempt, type RateLimit } from '../../platform/rate-limits/rate-limits.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { requirePeople } from '../../staff/second-person.ts'
import {
  couponById,
  couponsOf,
  type CouponWithUses,
  insertCoupon,
  lockCoupon,
  switchCoupon,
} from './queries.ts'
import { couponState } from './use.ts'

type Terms = Received<typeof coupons.create>['body']
type ShopTerms = Received<typeof coupons.createAsStaff>['body']
type Page = Pick<Reply<typeof coupons.mine>, 'coupons' | 'pagination'>

/** A page of an owner's coupons, or of all coupons without an owner, newest first. */
export async function listCoupons(
  connection: Connection,
  ownerId: string | undefined,
  window: PageWindow,
): Promise<Page> {
  const { rows, pagination } = await couponsOf(connection, ownerId, window)
  return { coupons: rows.map(toCoupon), pagination }
}

/**
 * Creates a coupon for an owner's own projects. Throws invalid_input when its code is taken, too_many_requests beyond
 * the rate limit.
 */
export async function createCoupon(db: Database, ownerId: string, terms: Terms): Promise<Coupon> {
  // The answer that a code is taken would otherwise let an owner guess codes.
  await countAttempt(db, newCouponsOf(ownerId))
  return insert(db, ownerId, terms)
}

/**
 * Creates a coupon for everything on sale, at the expense of the marketplace within its limits, and records it in the
 * audit log.
 */
export const createCouponAsStaff = (db: Database, staff: StaffCaller, terms: ShopTerms): Promise<Coupon> =>
  db.transaction().execute(async (trx) => {
    const coupon = await insert(trx, null, terms)
    await recordAudit(trx, {
      staff,
      action: 'create coupon',
      about: `coupon ${coupon._id}`,
      name: coupon.code,
      after: { ...terms },
    })
    return coupon
  })

/** Switches an owner's own coupon on or off. Throws not_found for unknown coupons and those of others. */
export const switchOwnCoupon = (db: Database, ownerId: string, id: string, isOn: boolean): Promise<Coupon> =>
  db.transaction().execute(async (trx) => {
    const coupon = await requireCoupon(trx, id)
    if (coupon.ownerId !== ownerId) throw notFound()
    await switchCoupon(trx, id, isOn)
    return toCoupon({ ...coupon, isOn })
  })

/**
 * Switches any coupon on or off, and records it in the audit log. Throws not_found; not_allowed for a coupon of the
 * shop, which the marketplace pays for, unless a super_admin switches it.
 */
export const switchCouponAsStaff = (
  db: Database,
  staff: StaffCaller,
  id: string,
  isOn: boolean,
): Promise<Coupon> =>
  db.transaction().execute(async (trx) => {
    const coupon = await requireCoupon(trx, id)
    if (coupon.ownerId === null)
      await requirePeople(trx, staff, 'shopCoupon', {
        firstId: staff.id,
        refusal: 'Only a super admin switches coupons of the shop.',
      })
    await lockCoupon(trx, id)
    await switchCoupon(trx, id, isOn)
    await recordAudit(trx, {
      staff,
      action: isOn ? 'switch coupon on' : 'switch coupon off',
      about: `coupon ${coupon.id}`,
      name: coupon.code,
      before: { isOn: coupon.isOn },
      after: { isOn },
    })
    return toCoupon({ ...coupon, isOn })
  })

async function insert(
  connection: Connection,
  ownerId: string | null,
  terms: Terms & Partial<Pick<ShopTerms, 'maxDiscount' | 'budget'>>,
): Promise<Coupon> {
  const { code, percent, amount, minimum, from, until, maxUses, maxUsesPerMember, maxDiscount, budget } =
    terms
  const inserted = await insertCoupon(connection, {
    id: uuid(),
    code,
    ownerId,
    percent: percent ?? null,
    amountPaise: amount === undefined ? null : paiseOf(amount),
    minPaise: paiseOf(minimum ?? 0),
    ...(from && { startsAt: startOf(from) }),
    endsAt: until ? new Date(startOf(until).getTime() + 86_400_000) : null,
    maxUses: maxUses ?? null,
    maxUsesPerMember: maxUsesPerMember ?? null,
    maxDiscountPaise: maxDiscount === undefined ? null : paiseOf(maxDiscount),
    budgetPaise: budget === undefined ? null : paiseOf(budget),
  })
  if (!inserted) throw fieldProblem('code', 'This code is taken. Choose another one.')
  return toCoupon(await requireCoupon(connection, inserted.id))
}

async function requireCoupon(connection: Connection, id: string) {
  const coupon = await couponById(connection, id)
  if (!coupon) throw notFound()
  return coupon
}

/** The start of a day in India. */
const startOf = (day: string) => new Date(`${day}T00:00:00+05:30`)

const newCouponsOf = (ownerId: string): RateLimit => ({
  name: 'new coupons of member',
  subject: ownerId,
  max: 20,
  seconds: 3600,
  refusal: 'You made many coupons within an hour.',
})

const notFound = () => new ProblemError('not_found', 'Coupon not found')

/** A coupon as its owner and staff see it, in rupees. */
const toCoupon = (row: CouponWithUses): Coupon => ({
  _id: row.id,
  code: row.code,
  percent: row.percent,
  amount: row.amountPaise === null ? null : rupeesOf(row.amountPaise),
  minimum: rupeesOf(row.minPaise),
  maxDiscount: row.maxDiscountPaise === null ? null : rupeesOf(row.maxDiscountPaise),
  budget: row.budgetPaise === null ? null : rupeesOf(row.budgetPaise),
  startsAt: row.startsAt.toISOString(),
  endsAt: isoTime(row.endsAt),
  maxUses: row.maxUses,
  maxUsesPerMember: row.maxUsesPerMember,
  isOn: row.isOn,
  state: couponState(row, row),
  used: row.used,
  discounted: rupeesOf(row.discountedPaise),
  owner: row.ownerId && (row.ownerName ?? ''),
})
