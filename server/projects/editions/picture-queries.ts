import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { Picture } from './queries.ts'

/** Inserts pictures that are in the store, and in no record yet. */
export async function insertUnlisted(
  trx: Connection,
  projectId: string,
  pictures: readonly { id: string; bytes: number }[],
) {
  const rows = pictures.map(({ id, bytes }) => ({ id, bytes, projectId }))
  if (rows.length > 0) await trx.insertInto('unlistedImages').values(rows).execute()
}

/**
 * Makes these the pictures of a record, in this order. Those that it loses are unlisted from now on; those that it keeps
 * keep the part that lists show, which is chosen at once.
 */
export async function savePicturesOfRecord(trx: Connection, projectId: string, pictures: readonly Picture[]) {
  const ids = pictures.map(({ id }) => id)
  const wanted = sql`rows from (jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb)
      as (id uuid, alt text, width integer, height integer, thumbnail jsonb))
    with ordinality as wanted (id, alt, width, height, thumbnail, place)`
  await sql`with removed as (
      delete from project_images where project_id = ${projectId} and id <> all(${ids}::uuid[]) returning id, project_id, bytes
    )
    insert into unlisted_images (id, project_id, bytes) select id, project_id, bytes from removed`.execute(
    trx,
  )
  await sql`update project_images set position = place - 1, alt = wanted.alt from ${wanted}
    where project_images.id = wanted.id and (position, project_images.alt) is distinct from (place - 1, wanted.alt)`.execute(
    trx,
  )
  await sql`with added as (
      delete from unlisted_images where project_id = ${projectId} and id = any(${ids}::uuid[]) returning id, bytes
    )
    insert into project_images (id, project_id, position, alt, width, height, bytes, thumbnail)
    select id, ${projectId}, place - 1, alt, width, height, bytes, nullif(thumbnail, 'null')
    from added join ${wanted} using (id)`.execute(trx)
}

/**
 * Deletes the unlisted pictures of a project that its waiting change does not name, and, while a decision can be taken
 * back, no edition either. Returns their ids.
 */
export async function deleteUnlisted(trx: Connection, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from unlisted_images where project_id = ${projectId} and not exists (
      select from editions, jsonb_array_elements(pictures) picture
      where editions.project_id = ${projectId} and (picture->>'id')::uuid = unlisted_images.id
        and (number is null or exists (select from open_decisions where open_decisions.project_id = ${projectId}))
    ) returning id`.execute(trx)
  return rows.map(({ id }) => id)
}
