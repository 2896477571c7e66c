import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'
import { owningStates } from './moves.ts'

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

/** Members who own a release of a project that is older than one of its numbers, by their ids: the next after one of them. */
export const buyersBefore = (
  connection: Connection,
  {
    projectId,
    number,
    after,
    max,
  }: { projectId: string; number: number; after: string | undefined; max: number },
) =>
  connection
    .selectFrom('orders')
    .innerJoin('members', 'members.id', 'orders.memberId')
    .innerJoin('releases', 'releases.id', 'orders.releaseId')
    .select(['members.id', 'members.email', 'orders.id as orderId'])
    .where('orders.projectId', '=', projectId)
    .where('orders.kind', '=', 'source')
    .where('orders.status', 'in', owningStates)
    .where('releases.number', '<', number)
    .where('members.deactivatedAt', 'is', null)
    .$if(after !== undefined, (query) => query.where('members.id', '>', after!))
    .orderBy('members.id')
    .limit(max)
    .execute()
