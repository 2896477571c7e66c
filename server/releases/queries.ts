import { type Insertable, sql } from 'kysely'

import type { Connection, DB } from '../database/connection.ts'

type Status = 'pending' | 'approved' | 'rejected' | 'withdrawn'

/** The release with the highest number, in whatever state. */
export const newestRelease = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('releases')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Moves the newest release from one of some states to another; does nothing when it is in none of them. */
export async function markNewestRelease(
  connection: Connection,
  projectId: string,
  { from, to }: { from: Status[]; to: Status },
) {
  await connection
    .updateTable('releases')
    .set({ status: to, ...(to === 'approved' && { approvedAt: new Date() }) })
    .where('id', '=', (query) =>
      query
        .selectFrom('releases')
        .select('id')
        .where('projectId', '=', projectId)
        .orderBy('number', 'desc')
        .limit(1),
    )
    .where('status', 'in', from)
    .execute()
}

/** Withdraws releases in some states. */
export async function withdrawReleases(connection: Connection, projectId: string, from: Status[]) {
  await connection
    .updateTable('releases')
    .set({ status: 'withdrawn' })
    .where('projectId', '=', projectId)
    .where('status', 'in', from)
    .execute()
}

export interface ReleaseFile {
  path: string
  sha256: string
  size: number
  language: string | null
}

/** Writes a release with its manifest and its tree. Lines are counted from the blobs. */
export async function insertRelease(
  connection: Connection,
  release: Omit<Insertable<DB['releases']>, 'lines'> & { id: string },
  files: ReleaseFile[],
) {
  const column = <K extends keyof ReleaseFile>(name: K) => files.map((file) => file[name])
  await connection
    .insertInto('releases')
    .values({
      ...release,
      lines: sql<number>`(
        select coalesce(sum(blobs.lines), 0) from unnest(${column('sha256')}::text[]) as part(sha256) join blobs using (sha256)
      )`,
    })
    .execute()
  await sql`
    insert into release_files (release_id, path, sha256, size, language)
    select ${release.id}, part.* from unnest(
      ${column('path')}::text[], ${column('sha256')}::text[], ${column('size')}::int[], ${column('language')}::text[]
    ) as part`.execute(connection)
  await sql`select count_release(${release.id})`.execute(connection)
}
