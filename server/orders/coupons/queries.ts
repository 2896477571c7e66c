import { type Insertable, type Selectable, sql } from 'kysely'

import type { PageWindow } from '#contract/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { DB } from '../../platform/database/tables.ts'

export type CouponRow = Selectable<DB['coupons']>

export const couponWithCode = (connection: Connection, code: string) =>
  connection.selectFrom('coupons').selectAll().where('code', '=', code).executeTakeFirst()

/** Locks a coupon until the transaction ends: of two transactions that use or switch it, the second sees the changes of the first. */
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

/**
 * The number of payments that hold a use of a coupon: paid ones and those that may still be paid, except the `replaced`
 * ones. Counts those of one member, or of all.
 */
export async function countUses(
  connection: Connection,
  couponId: string,
  { memberId, replaced = [] }: { memberId?: string; replaced?: string[] },
): Promise<number> {
  const { uses } = await connection
    .selectFrom('payments')
    .select((column) => column.fn.countAll<number>().as('uses'))
    .where('couponId', '=', couponId)
    .where('status', 'in', ['created', 'captured'])
    .$if(memberId !== undefined, (query) => query.where('memberId', '=', memberId!))
    .$if(replaced.length > 0, (query) => query.where('id', 'not in', replaced))
    .executeTakeFirstOrThrow()
  return uses
}

export type CouponWithUses = Awaited<ReturnType<typeof couponsOf>>['rows'][number]

/** A page of an owner's coupons, or of all coupons, newest first, each with its number of uses and its discounts in paise. */
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
      sql<number>`(select count(*) from payments where payments.coupon_id = coupons.id
        and payments.status in ('created', 'captured'))`.as('used'),
      sql<number>`(select coalesce(sum(orders.discount_paise), 0) from payments
        join orders on orders.payment_id = payments.id
        where payments.coupon_id = coupons.id and payments.status = 'captured'
          and orders.status in ('completed', 'refund_requested'))`.as('discountedPaise'),
    ])
