import { sql } from 'kysely'

import type { PageWindow } from '#contract/kit/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'

/** A page of the payments about whose money staff have to decide, the longest waiting first, with their buyers. */
export const heldPaymentsIn = (connection: Connection, window: PageWindow) =>
  pageOf(
    connection,
    connection
      .selectFrom('payments')
      .innerJoin('members', 'members.id', 'payments.memberId')
      .selectAll('payments')
      .select(['members.name as buyerName', 'members.email as buyerEmail', 'erasedAt'])
      .where('heldAt', 'is not', null)
      .orderBy('heldAt')
      .orderBy('payments.id'),
    window,
  )
export type HeldRow = Awaited<ReturnType<typeof heldPaymentsIn>>['rows'][number]

/** The orders of some payments, in the order of their numbers. */
export const ordersOfPayments = (connection: Connection, paymentIds: string[]) =>
  connection
    .selectFrom('orders')
    .select(['id', 'paymentId', 'number', 'title', 'kind', 'amountPaise', 'status'])
    .where('paymentId', '=', sql<string>`any (${paymentIds})`)
    .orderBy('number')
    .execute()
