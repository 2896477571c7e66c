import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'

/** A member's wishlist, newest first. */
export const wishlistOf = (connection: Connection, memberId: string) =>
  connection
    .selectFrom('wishlistItems')
    .select(['projectId', 'title'])
    .where('memberId', '=', memberId)
    .orderBy('savedAt', 'desc')
    .orderBy('projectId')
    .execute()
export type SavedProject = Awaited<ReturnType<typeof wishlistOf>>[number]

/** Lets one transaction at a time add to a member's wishlist, so that its limit holds. */
export async function lockWishlist(trx: Connection, memberId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('wishlist:' || ${memberId}, 0))`.execute(trx)
}

/** Adds projects, the first as the newest. Existing items stay as they are. */
export async function insertItems(trx: Connection, memberId: string, projects: SavedProject[]) {
  if (projects.length === 0) return
  const ids = projects.map(({ projectId }) => projectId)
  const titles = projects.map(({ title }) => title)
  await sql`
    insert into wishlist_items (member_id, project_id, title, saved_at)
    select ${memberId}, id, title, clock_timestamp() - place * interval '1 millisecond'
    from unnest(${ids}::uuid[], ${titles}::text[]) with ordinality these (id, title, place)
    on conflict do nothing`.execute(trx)
}

export async function deleteItem(connection: Connection, memberId: string, projectId: string) {
  await connection
    .deleteFrom('wishlistItems')
    .where('memberId', '=', memberId)
    .where('projectId', '=', projectId)
    .execute()
}

export async function deleteWishlistOf(trx: Connection, memberId: string): Promise<void> {
  await trx.deleteFrom('wishlistItems').where('memberId', '=', memberId).execute()
}
