import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Connection, Found } from '../../platform/database/connection.ts'

/**
 * A release as a page shows it: its figures, the bytes in each known language, most first, its README as any version of
 * the renderer made it, and its upper folders.
 */
export const releaseContents = (
  connection: Connection,
  releaseId: string,
  { depth, folders }: { depth: number; folders: number },
) =>
  connection
    .selectFrom('releases')
    .leftJoin('releaseReadmes', 'releaseReadmes.releaseId', 'releases.id')
    .select(['lines', 'fileCount', 'totalSize', 'releaseReadmes.html as readme'])
    .select((from) => [
      jsonArrayFrom(
        from
          .selectFrom('releaseLanguages')
          .select(['language as name', 'size'])
          .whereRef('releaseLanguages.releaseId', '=', 'releases.id')
          .orderBy('size', 'desc')
          .orderBy('language'),
      ).as('languages'),
      jsonArrayFrom(
        from
          .selectFrom('releaseFolders')
          .select([...folderColumns, folderDepth.as('depth')])
          .whereRef('releaseFolders.releaseId', '=', 'releases.id')
          .where(folderDepth, '<=', depth)
          .orderBy(folderDepth)
          .orderBy('place')
          .limit(folders),
      ).as('folders'),
    ])
    .where('releases.id', '=', releaseId)
    .executeTakeFirstOrThrow()

const folderColumns = ['path', 'folder', 'folders', 'entries', 'files', 'size'] as const

/** The depth of a folder: 0 for the top. */
const folderDepth = sql<number>`cardinality(string_to_array(path, '/'))`

/** A folder of a release with its totals; undefined when there is no such folder. */
export const folderAt = (connection: Connection, releaseId: string, path: string) =>
  connection
    .selectFrom('releaseFolders')
    .select(folderColumns)
    .where('releaseId', '=', releaseId)
    .where('path', '=', path)
    .executeTakeFirst()
export type FolderRow = Found<typeof folderAt>

interface Slice {
  offset: number
  limit: number
}

/** The folders that lie directly in a folder, by name. */
export const foldersIn = (connection: Connection, releaseId: string, folder: string, slice: Slice) =>
  connection
    .selectFrom('releaseFolders')
    .select(folderColumns)
    .where('releaseId', '=', releaseId)
    .where('folder', '=', folder)
    .orderBy('place')
    .offset(slice.offset)
    .limit(slice.limit)
    .execute()

/** The files that lie directly in some folders, by name. */
export const filesIn = (connection: Connection, releaseId: string, folders: string[], slice: Slice) =>
  connection
    .selectFrom('releaseFiles')
    .select(['path', 'folder', 'size', 'language'])
    .where('releaseId', '=', releaseId)
    .where('folder', 'in', folders)
    .orderBy('place')
    .offset(slice.offset)
    .limit(slice.limit)
    .execute()
export type FileRow = Awaited<ReturnType<typeof filesIn>>[number]

/** The blob and the path of a release's README, and the version of the renderer that rendered it last. */
export const readmeSource = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('releases')
    .innerJoin('projects', 'projects.id', 'releases.projectId')
    .innerJoin('blobs', 'blobs.sha256', 'releases.readmeSha256')
    .leftJoin('releaseReadmes', 'releaseReadmes.releaseId', 'releases.id')
    .select(['blobs.key', 'blobs.sha256', 'releaseReadmes.renderer', 'projects.ownerId'])
    .select((from) =>
      from
        .selectFrom('releaseFiles')
        .select('path')
        .whereRef('releaseFiles.releaseId', '=', 'releases.id')
        .whereRef('releaseFiles.sha256', '=', 'releases.readmeSha256')
        .where(sql<string>`lower(path)`, 'like', '%readme%')
        .orderBy(sql`length(path)`)
        .limit(1)
        .$asScalar()
        .as('readmePath'),
    )
    .where('releases.id', '=', releaseId)
    .executeTakeFirst()

export async function upsertReadme(
  connection: Connection,
  readme: { releaseId: string; renderer: number; html: string },
) {
  const { renderer, html } = readme
  await connection
    .insertInto('releaseReadmes')
    .values(readme)
    .onConflict((conflict) => conflict.column('releaseId').doUpdateSet({ renderer, html }))
    .execute()
}

/**
 * The rendered README of a release that was checked and in which the check found neither that nothing starts the
 * program nor a command of the README that cannot work; undefined otherwise.
 */
export const startFacts = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('releaseReadmes')
    .innerJoin('releaseChecks', 'releaseChecks.releaseId', 'releaseReadmes.releaseId')
    .select('html')
    .where('releaseReadmes.releaseId', '=', releaseId)
    .where('releaseChecks.state', '=', 'checked')
    .where(
      sql<boolean>`not exists (select from jsonb_array_elements(result->'findings') found
        where found->>'rule' in ('no-entry', 'readme-command'))`,
    )
    .executeTakeFirst()

/** The present releases whose README this version of the renderer has not rendered. */
export const releasesToRender = (connection: Connection, renderer: number) =>
  connection
    .selectFrom('projects')
    .innerJoin('releases', (join) =>
      join
        .onRef('releases.projectId', '=', 'projects.id')
        .on(sql<boolean>`releases.id in (release_id, edited_release(projects))`),
    )
    .leftJoin('releaseReadmes', 'releaseReadmes.releaseId', 'releases.id')
    .select(['releases.id as releaseId', 'ownerId'])
    .where('releases.readmeSha256', 'is not', null)
    .where('releaseReadmes.renderer', 'is distinct from', renderer)
    .execute()
