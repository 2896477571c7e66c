import { sql } from 'kysely'

import { limits } from '#contract/kit/limits.ts'

import type { Connection } from '../../platform/database/connection.ts'

/** The releases of a project, highest number first. */
export const allReleases = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('releases')
    .select(['id', 'number', 'status', 'notes', 'createdAt', 'approvedAt', 'fileCount', 'totalSize', 'lines'])
    .where('projectId', '=', projectId)
    .orderBy('number', 'desc')
    .execute()
export type ReleaseRow = Awaited<ReturnType<typeof allReleases>>[number]

export const releaseNumbered = (connection: Connection, projectId: string, number: number) =>
  connection
    .selectFrom('releases')
    .select('id')
    .where('projectId', '=', projectId)
    .where('number', '=', number)
    .executeTakeFirst()

export async function setReleaseNotes(connection: Connection, releaseId: string, notes: string) {
  await connection
    .updateTable('releases')
    .set({ notes: notes || null })
    .where('id', '=', releaseId)
    .execute()
}

/** A file of a release with the key of its blob; `lines` is null for a binary file. */
export const fileAt = (connection: Connection, releaseId: string, path: string) =>
  connection
    .selectFrom('releaseFiles')
    .innerJoin('blobs', 'blobs.sha256', 'releaseFiles.sha256')
    .select(['path', 'releaseFiles.size', 'language', 'blobs.sha256', 'blobs.key', 'blobs.lines'])
    .where('releaseId', '=', releaseId)
    .where('path', '=', path)
    .executeTakeFirst()
export type FileRow = NonNullable<Awaited<ReturnType<typeof fileAt>>>

/**
 * The files that differ between two releases, by path, with the number of each kind of change. A size is null where the
 * release lacks the file.
 */
export async function filesChanged(connection: Connection, from: string, to: string) {
  const { rows } = await sql<{
    path: string
    before: number | null
    after: number | null
    added: number
    removed: number
    changed: number
  }>`
    with changed as (
      select coalesce(new.path, old.path) as path, old.size as before, new.size as after
      from (select path, sha256, size from release_files where release_id = ${from}) old
      full join (select path, sha256, size from release_files where release_id = ${to}) new using (path)
      where old.sha256 is distinct from new.sha256
    )
    select path, before, after,
      count(*) filter (where before is null) over ()::int as added,
      count(*) filter (where after is null) over ()::int as removed,
      count(*) filter (where before is not null and after is not null) over ()::int as changed
    from changed order by lower(path), path limit ${limits.changedFiles}`.execute(connection)
  return rows
}
