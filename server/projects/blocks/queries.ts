import { type Insertable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

export const insertBlock = (trx: Connection, block: Insertable<DB['projectBlocks']>) =>
  trx.insertInto('projectBlocks').values(block).execute()

/** The block of a project that has not ended. */
export const openBlockOf = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('projectBlocks')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()

/** Ends the open block because of a complaint; undefined when there is none. */
export const endBlock = (trx: Connection, complaintId: string) =>
  trx
    .updateTable('projectBlocks')
    .set({ endedAt: sql<Date>`now()` })
    .where('complaintId', '=', complaintId)
    .where('endedAt', 'is', null)
    .returning('projectId')
    .executeTakeFirst()

/** The open blocks whose time is over, the oldest first. */
export const blocksOver = (connection: Connection) =>
  connection
    .selectFrom('projectBlocks')
    .select(['complaintId', 'projectId'])
    .where('endedAt', 'is', null)
    .where('endsAt', '<=', sql<Date>`now()`)
    .orderBy('endsAt')
    .execute()

/** How often listings of an owner were blocked. */
export async function countBlocks(connection: Connection, ownerId: string): Promise<number> {
  const { blocks } = await connection
    .selectFrom('projectBlocks')
    .innerJoin('projects', 'projects.id', 'projectBlocks.projectId')
    .select(({ fn }) => fn.countAll<number>().as('blocks'))
    .where('projects.ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()
  return blocks
}
