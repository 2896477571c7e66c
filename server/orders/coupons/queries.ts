import { type Insertable, type Selectable, sql } from 'kysely'

import type { PageWindow } from '#contract/kit/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { DB } from '../../platform/database/tables.ts'

export type CouponRow = Selectable<DB['coupons']>

export const couponWithCode = (connection: Connection, code: string) =>
  connection.selectFrom('coupons').selectAll().where('code', '=', code).executeTakeFirst()

/**
 * Locks a coupon until the transaction ends: of two transactions that use or switch it, the second sees the changes of
 * the first.
 */
export const lockCoupon = (trx: Connection, id: string) =>
  trx.selectFrom('coupons').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Inserts a coupon; undefined when its code is taken. */
export const insertCoupon = (connection: Connection, coupon: Insertable<DB['coupons']>) =>
  connection
    .insertInto('coupons')
    .values(coupon)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()

export const switchCoupon = (connection: Connection, id: string, isOn: boolean) =>
  connection.updateTable('coupons').set({ isOn }).where('id', '=', id).execute()

/** Switches all coupons of an owner off and replaces their codes, which the owner chose. */
export const eraseCouponsOf = (trx: Connection, ownerId: string) =>
  trx
    .updateTable('coupons')
    .set({ isOn: false, code: sql<string>`upper(left(replace(gen_random_uuid()::text, '-', ''), 20))` })
    .where('ownerId', '=', ownerId)
    .execute()

/** The time in minutes for which a checkout holds a use of its coupon before it is paid. */
export const holdMinutes = 30

/**
 * SQL condition: the payment holds a use of its coupon, because something was delivered for it, or because it was begun
 * a short time ago and may still be paid, or its money came in that time and waits for staff.
 */
const holdsUse = sql<boolean>`(payments.status = 'captured'
    and exists (select from orders where orders.payment_id = payments.id and orders.completed_at is not null)
  or payments.status in ('created', 'held')
    and payments.created_at > coalesce(payments.held_at, clock_timestamp()) - make_interval(mins => ${sql.lit(holdMinutes)}))`

/** SQL expression: the discounts of a payment's orders that were not refunded, in paise. */
const discountsOfPayment = sql<number>`(select coalesce(sum(orders.discount_paise), 0) from orders
  where orders.payment_id = payments.id and orders.status in ('pending', 'completed', 'refund_requested'))`

/** The number of payments that hold a use of a coupon, except these ones, and the sum of their discounts in paise. */
export const usesOf = (connection: Connection, couponId: string, except: string[]) =>
  uses(connection, couponId, except)
    .select((column) => [
      column.fn.countAll<number>().as('uses'),
      sql<number>`coalesce(sum(${discountsOfPayment}), 0)`.as('discountedPaise'),
    ])
    .executeTakeFirstOrThrow()

/**
 * The number of a member's payments that hold a use of a coupon, except these ones, and the number of those that are
 * not paid.
 */
export const usesBy = (connection: Connection, couponId: string, memberId: string, except: string[]) =>
  uses(connection, couponId, except)
    .where('memberId', '=', memberId)
    .select((column) => [
      column.fn.countAll<number>().as('uses'),
      sql<number>`count(*) filter (where status = 'created')`.as('unpaid'),
    ])
    .executeTakeFirstOrThrow()

const uses = (connection: Connection, couponId: string, except: string[]) =>
  connection
    .selectFrom('payments')
    .where('couponId', '=', couponId)
    .where(holdsUse)
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))

/** Returns whether a payment holds a use of its coupon at this moment, and the sum of its discounts in paise. */
export const holdOf = (connection: Connection, paymentId: string) =>
  connection
    .selectFrom('payments')
    .select([
      holdsUse.as('isHeld'),
      sql<number>`(select coalesce(sum(orders.discount_paise), 0) from orders
        where orders.payment_id = payments.id)`.as('discountPaise'),
    ])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()

export type CouponWithUses = Awaited<ReturnType<typeof couponsOf>>['rows'][number]

/**
 * A page of an owner's coupons, or of all coupons, newest first, each with its number of uses and its discounts in
 * paise.
 */
export const couponsOf = (connection: Connection, ownerId: string | undefined, window: PageWindow) =>
  pageOf(
    connection,
    withUses(connection)
      .$if(ownerId !== undefined, (query) => query.where('coupons.ownerId', '=', ownerId!))
      .orderBy('coupons.createdAt', 'desc')
      .orderBy('coupons.id', 'desc'),
    window,
  )

export const couponById = (connection: Connection, id: string) =>
  withUses(connection).where('coupons.id', '=', id).executeTakeFirst()

const withUses = (connection: Connection) =>
  connection
    .selectFrom('coupons')
    .leftJoin('members', 'members.id', 'coupons.ownerId')
    .selectAll('coupons')
    .select('members.name as ownerName')
    .select([
      sql<number>`(select count(*) from payments where payments.coupon_id = coupons.id and ${holdsUse})`.as(
        'used',
      ),
      sql<number>`(select coalesce(sum(${discountsOfPayment}), 0) from payments
        where payments.coupon_id = coupons.id and payments.status = 'captured')`.as('discountedPaise'),
      sql<number>`(select coalesce(sum(${discountsOfPayment}), 0) from payments
        where payments.coupon_id = coupons.id and ${holdsUse})`.as('claimedPaise'),
    ])
