import { sql } from 'kysely'

import type { Connection } from '../platform/database/connection.ts'
import type { Faults } from './ledger/check-queries.ts'

/** Locks a member's payouts until the transaction ends, in the order of locks (docs/ARCHITECTURE.md). */
export async function lockPayouts(trx: Connection, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payouts:' || ${memberId}, 0))`.execute(trx)
}

/** The number of payouts that wait for approval by staff, and the time of the oldest. */
export const countPayoutsToApprove = (connection: Connection) =>
  connection
    .selectFrom('payouts')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('requestedAt').as('since')])
    .where('status', '=', 'requested')
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()

/** The amounts that the sales of these orders credited to their owners, in paise by order. */
export async function ownersShares(connection: Connection, orderIds: string[]): Promise<Map<string, number>> {
  if (orderIds.length === 0) return new Map()
  const rows = await connection
    .selectFrom('orders')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.orderId', 'orders.id')
    .innerJoin('ledgerEntries', 'ledgerEntries.transactionId', 'ledgerTransactions.id')
    .select(['orders.id', 'ledgerEntries.amountPaise'])
    .where('orders.id', 'in', orderIds)
    .where('ledgerTransactions.kind', '=', 'sale')
    .where('account', '=', sql<string>`'member:' || owner_id`)
    .execute()
  return new Map(rows.map(({ id, amountPaise }) => [id, amountPaise]))
}

/** The state of the hourly check of the ledger. */
export interface LastCheck {
  /** The end of the last completed check; null when there was none. */
  checkedAt: Date | null
  /** The faults that it found. */
  faults: Faults
  /** The reason why a later check failed; null when none did. */
  failure: string | null
  /** True when no check was completed for three hours, or the newest one failed. */
  isOverdue: boolean
}

/**
 * The result of the newest check of the ledger, and whether a check is overdue; undefined on a new server before the
 * first check.
 */
export async function lastLedgerCheck(connection: Connection): Promise<LastCheck | undefined> {
  const { rows } = await sql<LastCheck>`
    select checked_at, coalesce(faults, '{}') as faults, failure,
      failed_at is not null or checked_at is null or checked_at < now() - interval '3 hours' as is_overdue
    from (select 1 as id) one left join ledger_checks using (id)
    where ledger_checks.id is not null
      or exists (select from ledger_transactions where happened_at < now() - interval '3 hours')`.execute(
    connection,
  )
  return rows[0]
}

/**
 * A hash over all transactions and entries of the ledger, which any change of any of them changes, and the number of
 * entries.
 */
export async function ledgerHash(connection: Connection): Promise<{ entries: number; sha256: string }> {
  const { rows } = await sql<{ entries: number; sha256: string }>`
    with lines as (
      select transaction_id, count(*) as entries,
        string_agg(account || ' ' || amount_paise, E'\n' order by account, amount_paise) as text
      from ledger_entries group by transaction_id
    ), sums as (
      select id, coalesce(entries, 0) as entries,
        encode(sha256(convert_to(to_jsonb(transactions)::text || coalesce(text, ''), 'UTF8')), 'hex') as sha256
      from ledger_transactions transactions left join lines on transaction_id = id
    )
    select coalesce(sum(entries), 0)::int as entries,
      encode(sha256(convert_to(coalesce(string_agg(sha256, '' order by id), ''), 'UTF8')), 'hex') as sha256
    from sums`.execute(connection)
  return rows[0]!
}

/** The number of members who signed up with a member's code. */
export async function countReferred(connection: Connection, memberId: string): Promise<number> {
  const { count } = await connection
    .selectFrom('members')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('referredBy', '=', memberId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The member who earns commission when a member buys of an owner: the active member with whose code the buyer signed
 * up. Null when that referrer was in turn referred, directly or through others, by the buyer, and when two of the three
 * are one person: the same account, the same phone, or a payout destination that both have named.
 */
export async function earningReferrer(
  connection: Connection,
  { memberId, ownerId }: { memberId: string; ownerId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with recursive above (id, step) as (
      select referred_by, 1 from members where id = ${memberId}
      union select referred_by, step + 1 from above join members using (id) where step < 20 and id <> ${memberId}
    ), people as (
      select id, phone from members where id in (${memberId}, ${ownerId})
        or id = (select referred_by from members where id = ${memberId})
    ), destinations as (
      select distinct member_id, destination_mark from payouts
      where destination_mark is not null and member_id in (select id from people)
    )
    select referrer.id from members buyer join members referrer on referrer.id = buyer.referred_by
    where buyer.id = ${memberId} and referrer.deactivated_at is null
      and not exists (select from above where above.id = ${memberId})
      and (select count(*) from people) = 3
      and not exists (select from people where phone <> '' group by phone having count(*) > 1)
      and not exists (select from destinations group by destination_mark having count(*) > 1)`.execute(
    connection,
  )
  return rows[0]?.id ?? null
}

/** The other members who have named the destination of a payout for one of theirs, at most `max`. */
export const membersWithDestination = (connection: Connection, payoutId: string, max: number) =>
  connection
    .selectFrom('payouts')
    .innerJoin('payouts as others', 'others.destinationMark', 'payouts.destinationMark')
    .innerJoin('members', 'members.id', 'others.memberId')
    .select(['members.id', 'members.name'])
    .distinct()
    .where('payouts.id', '=', payoutId)
    .whereRef('others.memberId', '<>', 'payouts.memberId')
    .orderBy('members.id')
    .limit(max)
    .execute()
