import { sql } from 'kysely'

import type { Followed } from '../payments/followed.ts'

/** Of a row of payments: this gateway took it, and is the one to ask. */
export const isTakenBy = ({ gateway, keys }: Followed) =>
  sql<boolean>`(payments.gateway = ${gateway.name} and payments.gateway_key = any(${keys}::text[]))`

/** Of a row of payments: none of the gateways that can be asked took it. */
export const isTakenByNone = (followed: Followed[]) =>
  sql<boolean>`not (${sql.join(followed.map(isTakenBy), sql` or `)})`
