import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { ReachableGateway } from '../../platform/payments/reachable.ts'
import { isOfGateway, isOfNoGateway } from '../unreachable-gateways-queries.ts'

/** Records a webhook delivery; returns false for one that was recorded before. */
export async function recordEvent(trx: Connection, id: string): Promise<boolean> {
  const inserted = await trx
    .insertInto('gatewayEvents')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The number of days after the checkout within which a gateway may capture an attempt. */
const days = 3

/**
 * SQL expression: the turn of a payment among those of its member, so that no member's many payments keep another's
 * waiting.
 */
const turn = sql<number>`row_number() over (partition by member_id order by asked_at nulls first, created_at)`

/**
 * Payments whose events may have been lost: one of each member, then a second one of each, and so on, those not asked
 * about for longest first. The interval between two questions about a payment is a tenth of its age, and there is one
 * more after its last day.
 */
export const paymentsToCheck = (connection: Connection, followed: ReachableGateway, max: number) =>
  connection
    .selectFrom('payments')
    .selectAll()
    .select(turn.as('turn'))
    .where(isOfGateway(followed))
    .where('status', '<>', 'captured')
    .where('gatewayOrderId', 'is not', null)
    .where('createdAt', '<', sql<Date>`now() - interval '1 minute'`)
    .where('createdAt', '>', sql<Date>`now() - interval '30 days'`)
    .where((column) =>
      column.or([
        column('askedAt', 'is', null),
        column.and([
          column('askedAt', '<', sql<Date>`created_at + make_interval(days => ${days})`),
          column(
            'askedAt',
            '<',
            sql<Date>`now() - greatest((now() - created_at) / 10, interval '30 seconds')`,
          ),
        ]),
      ]),
    )
    .orderBy('turn')
    .orderBy('askedAt', (order) => order.asc().nullsFirst())
    .orderBy('createdAt')
    .limit(max)
    .execute()

export async function recordAsked(connection: Connection, paymentId: string) {
  await connection
    .updateTable('payments')
    .set({ askedAt: sql<Date>`now()` })
    .where('id', '=', paymentId)
    .execute()
}

/** Payments of a gateway for which nothing was captured in time. */
export const overduePayments = (connection: Connection, followed: ReachableGateway, max: number) =>
  overdue(connection, days, max)
    .where('gatewayOrderId', 'is not', null)
    .where(isOfGateway(followed))
    .execute()

/**
 * Payments that are cancelled without asking: those without an order at a gateway, and those of gateways other than
 * these that are too old to be asked about.
 */
export const abandonedPayments = async (
  connection: Connection,
  followed: ReachableGateway[],
  max: number,
) => [
  ...(await overdue(connection, days, max).where('gatewayOrderId', 'is', null).execute()),
  ...(await overdue(connection, 30, max).where(isOfNoGateway(followed)).execute()),
]

const overdue = (connection: Connection, age: number, max: number) =>
  connection
    .selectFrom('payments')
    .selectAll()
    .select(turn.as('turn'))
    .where('status', 'in', ['created', 'failed'])
    .where('createdAt', '<', sql<Date>`now() - make_interval(days => ${age})`)
    .orderBy('turn')
    .orderBy('askedAt', (order) => order.asc().nullsFirst())
    .limit(max)

/** Deletes the records of deliveries that are too old to be repeated by a gateway. */
export async function deleteOldEvents(connection: Connection) {
  await connection
    .deleteFrom('gatewayEvents')
    .where('receivedAt', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}

/** Deletes the further idempotency keys of payments from before yesterday. */
export async function deleteOldKeys(connection: Connection) {
  await connection
    .updateTable('payments')
    .set({ joinedKeys: [] })
    .where(sql<boolean>`joined_keys <> '{}'`)
    .where('createdAt', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}

/**
 * Captured payments that the gateway has not confirmed in its own list yet, the members in turns, those not asked about
 * for longest first. Each is asked about a minute after its capture, then at growing intervals for 30 days.
 */
export const paymentsToConfirm = (connection: Connection, followed: ReachableGateway, max: number) =>
  connection
    .selectFrom('payments')
    .selectAll()
    .select(turn.as('turn'))
    .where(isOfGateway(followed))
    .where('status', '=', 'captured')
    .where('reconciledAt', 'is', null)
    .where('gatewayOrderId', 'is not', null)
    .where('capturedAt', '<', sql<Date>`now() - interval '1 minute'`)
    .where('capturedAt', '>', sql<Date>`now() - interval '30 days'`)
    .where(sql<boolean>`(asked_at is null or asked_at < captured_at
      or asked_at < now() - greatest((now() - captured_at) / 10, interval '30 seconds'))`)
    .orderBy('turn')
    .orderBy('askedAt', (order) => order.asc().nullsFirst())
    .limit(max)
    .execute()

export async function recordReconciled(connection: Connection, paymentId: string): Promise<void> {
  await connection
    .updateTable('payments')
    .set({ reconciledAt: sql<Date>`now()` })
    .where('id', '=', paymentId)
    .where('reconciledAt', 'is', null)
    .execute()
}

/**
 * The sum captured in the last `days` days and the part that the gateway has confirmed, in paise, with the delays of
 * confirmation in seconds.
 */
export async function reconciledOf(connection: Connection, days: number) {
  const { rows } = await sql<{
    paidPaise: number
    reconciledPaise: number
    open: number
    medianSeconds: number | null
    slowestSeconds: number | null
    oldestSeconds: number | null
  }>`
    select coalesce(sum(amount_paise), 0) as paid_paise,
      coalesce(sum(amount_paise) filter (where reconciled_at is not null), 0) as reconciled_paise,
      count(*) filter (where reconciled_at is null) as open,
      percentile_cont(0.5) within group (order by extract(epoch from reconciled_at - captured_at))
        filter (where reconciled_at is not null) as median_seconds,
      max(extract(epoch from reconciled_at - captured_at)) as slowest_seconds,
      max(extract(epoch from now() - captured_at)) filter (where reconciled_at is null) as oldest_seconds
    from payments
    where status = 'captured' and amount_paise > 0 and captured_at > now() - make_interval(days => ${days})`.execute(
    connection,
  )
  return rows[0]!
}
