import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** How many members own a project's source, or its source or report when no kind is named. */
export async function buyersOf(
  connection: Connection,
  projectId: string,
  kind?: 'source' | 'report',
): Promise<number> {
  const { count } = await connection
    .selectFrom('orders')
    .select(sql<number>`count(distinct member_id)`.as('count'))
    .where('projectId', '=', projectId)
    .where('status', 'in', ['completed', 'refund_requested'])
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .executeTakeFirstOrThrow()
  return count
}
