import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'

/** A gateway may capture an attempt as late as this many days after the checkout. */
const days = 3

/**
 * Payments whose events may have been lost, those not asked about for longest first. A payment
 * is asked about less often as it grows older, each time a tenth of its age later, and once more after its last day.
 */
export const paymentsToAsk = (connection: Connection, gateway: string, max: number) =>
  connection
    .selectFrom('payments')
    .selectAll()
    .where('gateway', '=', gateway)
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
    .orderBy('askedAt', (order) => order.asc().nullsFirst())
    .orderBy('createdAt')
    .limit(max)
    .execute()

export async function noteAsked(connection: Connection, paymentId: string) {
  await connection
    .updateTable('payments')
    .set({ askedAt: sql<Date>`now()` })
    .where('id', '=', paymentId)
    .execute()
}

/** Payments, of any gateway, for which nothing came in time. */
export const overduePayments = (connection: Connection, max: number) =>
  connection
    .selectFrom('payments')
    .selectAll()
    .where('status', 'in', ['created', 'failed'])
    .where('createdAt', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .orderBy('askedAt', (order) => order.asc().nullsFirst())
    .limit(max)
    .execute()

/** Forgets deliveries that no gateway repeats any more. */
export async function forgetEvents(connection: Connection) {
  await connection
    .deleteFrom('gatewayEvents')
    .where('receivedAt', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}
