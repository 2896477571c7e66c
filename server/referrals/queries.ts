import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

export const activeMemberWithCode = (connection: Connection, referralCode: string) =>
  connection
    .selectFrom('members')
    .select('id')
    .where('referralCode', '=', referralCode)
    .where('deactivatedAt', 'is', null)
    .executeTakeFirst()

/** How many members signed up with a member's code. */
export async function countReferred(connection: Connection, memberId: string): Promise<number> {
  const { count } = await connection
    .selectFrom('members')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('referredBy', '=', memberId)
    .executeTakeFirstOrThrow()
  return count
}

/** One page of those who signed up with a member's code, newest first. */
export const referredBy = (
  connection: Connection,
  memberId: string,
  { limit, offset }: { limit: number; offset: number },
) =>
  connection
    .selectFrom('members')
    .select(['id', 'name', 'createdAt'])
    .where('referredBy', '=', memberId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** What these members' orders brought to an account, less refunds, in paise by member; who brought nothing is left out. */
export async function commissionFrom(connection: Connection, account: string, memberIds: string[]) {
  if (memberIds.length === 0) return new Map<string, number>()
  const rows = await connection
    .selectFrom('orders')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.orderId', 'orders.id')
    .innerJoin('ledgerEntries', 'ledgerEntries.transactionId', 'ledgerTransactions.id')
    .select((column) => ['orders.memberId', column.fn.sum<number>('ledgerEntries.amountPaise').as('paise')])
    .where('orders.memberId', 'in', memberIds)
    .where('account', '=', account)
    .where('ledgerTransactions.kind', 'in', ['sale', 'refund'])
    .groupBy('orders.memberId')
    .execute()
  return new Map(rows.map(({ memberId, paise }) => [memberId, paise]))
}

/** A member's code, and whether they refer others as an agent. */
export const referrerAt = (connection: Connection, memberId: string) =>
  connection
    .selectFrom('members')
    .select(['referralCode', 'isAgent'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

/**
 * Who earns by what a member buys: the active member with whose code they signed up, unless they are themselves, at first
 * or farther up, referred by that member. Nobody otherwise.
 */
export async function earningReferrer(connection: Connection, memberId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with recursive above (id, step) as (
      select referred_by, 1 from members where id = ${memberId}
      union select referred_by, step + 1 from above join members using (id) where step < 20 and id <> ${memberId}
    )
    select referrer.id from members buyer join members referrer on referrer.id = buyer.referred_by
    where buyer.id = ${memberId} and referrer.deactivated_at is null
      and not exists (select from above where above.id = ${memberId})`.execute(connection)
  return rows[0]?.id ?? null
}
