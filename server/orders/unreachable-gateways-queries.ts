import { sql } from 'kysely'

import type { Connection } from '../platform/database/connection.ts'
import type { ReachableGateway } from '../platform/payments/reachable.ts'

/** The numbers of payments, refunds and disputes that wait for an account at a gateway that cannot be asked. */
export interface Stranded {
  gateway: string
  /** The account's key; '' where it was not stored. */
  key: string
  /** Payments that may have been paid, or are captured and unconfirmed. */
  payments: number
  refunds: number
  disputes: number
}

/**
 * The numbers of payments, refunds and disputes that wait for gateways other than these, by account. Payments count for
 * as long as they would be asked about.
 */
export async function strandedByAccount(
  connection: Connection,
  followed: ReachableGateway[],
): Promise<Stranded[]> {
  const isStranded = isOfNoGateway(followed)
  const { rows } = await sql<Stranded>`
    with waiting as (
      select gateway, gateway_key, 'payment' as what from payments
        where status in ('created', 'failed') and gateway_order_id is not null and created_at > now() - interval '30 days' and ${isStranded}
      union all
      select gateway, gateway_key, 'payment' from payments
        where status = 'captured' and reconciled_at is null and gateway_order_id is not null
          and captured_at > now() - interval '30 days' and ${isStranded}
      union all
      select payments.gateway, gateway_key, 'refund' from refunds join payments on payments.id = refunds.payment_id
        where refunds.status <> 'returned' and ${isStranded}
      union all
      select payments.gateway, gateway_key, 'dispute'
      from disputes join payments on payments.gateway_payment_id = disputes.gateway_payment_id and payments.gateway = disputes.gateway
        where settled_at is null and ${isStranded}
    )
    select gateway, gateway_key as key, count(*) filter (where what = 'payment') as payments,
      count(*) filter (where what = 'refund') as refunds, count(*) filter (where what = 'dispute') as disputes
    from waiting group by 1, 2 order by 1, 2`.execute(connection)
  return rows
}

/** SQL condition on a row of payments: it belongs to this gateway. */
export const isOfGateway = ({ gateway, keys }: ReachableGateway) =>
  sql<boolean>`(payments.gateway = ${gateway.name} and payments.gateway_key = any(${keys}::text[]))`

/** SQL condition on a row of payments: it belongs to none of these gateways. */
export const isOfNoGateway = (followed: ReachableGateway[]) =>
  sql<boolean>`not (${sql.join(followed.map(isOfGateway), sql` or `)})`
