import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** The project that has waited longest to be announced, locked; what another process is announcing is left to it. */
export const nextUnannounced = (trx: Connection) =>
  trx
    .selectFrom('firstListings')
    .select(['projectId', 'announcedTo'])
    .where('announcedAt', 'is', null)
    .orderBy('listedAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Notes up to which follower a project has been announced, and whether that was the last. */
export async function noteAnnounced(
  trx: Connection,
  projectId: string,
  { to, isDone }: { to: string | null; isDone: boolean },
): Promise<void> {
  await trx
    .updateTable('firstListings')
    .set({ announcedTo: to, ...(isDone && { announcedAt: sql<Date>`now()` }) })
    .where('projectId', '=', projectId)
    .execute()
}

/** A project that was taken out before anybody was told: when it comes back, that is its first listing. */
export async function forgetListing(trx: Connection, projectId: string): Promise<void> {
  await trx.deleteFrom('firstListings').where('projectId', '=', projectId).execute()
}
