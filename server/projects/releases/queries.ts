import { hash } from 'node:crypto'

import { type Insertable, sql } from 'kysely'

import { contentText } from '#contract/projects/content-hash.ts'
import { licenceFileIn } from '#contract/projects/files.ts'

import { editedProjects } from '../../catalogue/lookup-queries.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { foldersOf } from './tree.ts'

type Status = 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'recalled'

/** The release with the highest number that is not recalled. */
export const newestRelease = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('releases')
    .select(['id', 'number', 'status', 'fileCount', 'totalSize', 'createdAt'])
    .where('projectId', '=', projectId)
    .where('recalledAt', 'is', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The number of a project's next release; numbers are never reused. */
export const nextNumber = async (connection: Connection, projectId: string): Promise<number> => {
  const { number } = await connection
    .selectFrom('releases')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow()
  return (number ?? 0) + 1
}

/** Moves a release from one of some states to another. */
export const markRelease = (
  connection: Connection,
  releaseId: string,
  { from, to }: { from: Status[]; to: Status },
) =>
  connection
    .updateTable('releases')
    .set({ status: to, ...(to === 'approved' && { approvedAt: new Date() }) })
    .where('id', '=', releaseId)
    .where('status', 'in', from)
    .execute()

/** A release's number and state. */
export const releaseState = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('releases')
    .select(['id', 'number', 'status'])
    .where('id', '=', releaseId)
    .executeTakeFirst()

/**
 * Moves a release back from the status that a decision gave it, unless somebody has ordered it meanwhile: buyers keep
 * what they bought.
 */
export async function takeBackStatus(
  trx: Connection,
  releaseId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await trx
    .updateTable('releases')
    .set({ status: to, approvedAt: null })
    .where('id', '=', releaseId)
    .where('status', '=', from)
    .where((on) =>
      on.not(
        on.exists(
          on
            .selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.projectId', '=', 'releases.projectId')
            .whereRef('orders.releaseId', '=', 'releases.id'),
        ),
      ),
    )
    .execute()
}

/** Deletes what the owner wrote about the releases of some projects. */
export async function clearNotes(trx: Connection, projectIds: string[]): Promise<void> {
  if (projectIds.length === 0) return
  await trx
    .updateTable('releases')
    .set({ notes: null })
    .where('projectId', 'in', projectIds)
    .where('notes', 'is not', null)
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

/** Marks an approved release as recalled; answers undefined when it was never approved, or is recalled already. */
export const markRecalled = (trx: Connection, projectId: string, number: number, reason: string) =>
  trx
    .updateTable('releases')
    .set({
      status: 'recalled',
      recalledAt: sql<Date>`clock_timestamp()`,
      recallReason: reason,
    })
    .where('projectId', '=', projectId)
    .where('number', '=', number)
    .where('approvedAt', 'is not', null)
    .where('recalledAt', 'is', null)
    .returning(['id', 'number'])
    .executeTakeFirst()

export interface ReleaseFile {
  path: string
  sha256: string
  size: number
  language: string | null
}

/** Inserts a release with its manifest, its folders and its languages. Its lines are the sum of its blobs' lines. */
export async function insertRelease(
  connection: Connection,
  release: Omit<Insertable<DB['releases']>, 'lines' | 'licenceFile' | 'contentHash'> & { id: string },
  files: ReleaseFile[],
) {
  await connection
    .insertInto('releases')
    .values({
      ...release,
      licenceFile: licenceFileIn(files) ?? null,
      contentHash: hash('sha256', contentText(files)),
      lines: sql<number>`(
        select coalesce(sum(blobs.lines), 0) from unnest(${column(files, 'sha256')}::text[]) as part(sha256) join blobs using (sha256)
      )`,
    })
    .execute()
  await sql`
    insert into release_files (release_id, path, sha256, size, language, place)
    select ${release.id}, part.*, row_number() over (order by lower(path), path) from unnest(
      ${column(files, 'path')}::text[], ${column(files, 'sha256')}::text[],
      ${column(files, 'size')}::int[], ${column(files, 'language')}::text[]
    ) as part (path, sha256, size, language)`.execute(connection)
  const folders = foldersOf(files)
  await sql`
    insert into release_folders (release_id, path, folder, folders, entries, files, size, place)
    select ${release.id}, part.*, row_number() over (order by lower(path), path) from unnest(
      ${column(folders, 'path')}::text[], ${column(folders, 'folder')}::text[], ${column(folders, 'folders')}::int[],
      ${column(folders, 'entries')}::int[], ${column(folders, 'files')}::int[], ${column(folders, 'size')}::bigint[]
    ) as part (path, folder, folders, entries, files, size)`.execute(connection)
  await sql`
    insert into release_languages (release_id, language, size)
    select release_id, language, sum(size) from release_files
    where release_id = ${release.id} and language is not null group by release_id, language`.execute(
    connection,
  )
}

/** The ids of releases without a content hash: those made by a process of a release before. */
export const releasesWithoutContentHash = (connection: Connection) =>
  connection.selectFrom('releases').select('id').where('contentHash', 'is', null).orderBy('id').execute()

/** The paths, contents and sizes of a release's files. */
export const sumsOfRelease = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('releaseFiles')
    .select(['path', 'sha256', 'size'])
    .where('releaseId', '=', releaseId)
    .orderBy('place')
    .execute()

/** Saves the content hash of a release. */
export const saveContentHash = (connection: Connection, releaseId: string, contentHash: string) =>
  connection.updateTable('releases').set({ contentHash }).where('id', '=', releaseId).execute()

/** Replaces the bytes in each language of a release. */
export async function saveReleaseLanguages(
  trx: Connection,
  releaseId: string,
  languages: readonly { name: string; size: number }[],
) {
  await trx.deleteFrom('releaseLanguages').where('releaseId', '=', releaseId).execute()
  const rows = languages.map(({ name, size }) => ({ releaseId, language: name, size }))
  if (rows.length > 0) await trx.insertInto('releaseLanguages').values(rows).execute()
}

/** Counts the lines of a release without those of some files. */
export async function saveOwnLines(trx: Connection, releaseId: string, foreignPaths: readonly string[]) {
  await sql`
    update releases set lines = (
      select coalesce(sum(blobs.lines), 0) from release_files join blobs using (sha256)
      where release_id = ${releaseId} and path <> all(${foreignPaths}::text[])
    ) where id = ${releaseId}`.execute(trx)
}

/** The paths, sizes and languages of a release's files. */
export const manifestOfRelease = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('releaseFiles')
    .select(['path', 'size', 'language'])
    .where('releaseId', '=', releaseId)
    .orderBy('place')
    .execute()

/** Locks the project whose present release this is, on sale or waiting. */
export const lockProjectOf = (trx: Connection, releaseId: string) =>
  trx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', (from) => from.selectFrom('releases').select('projectId').where('id', '=', releaseId))
    .where(sql<boolean>`${releaseId} in (release_id, edited_release(projects))`)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

const column = <Row, Name extends keyof Row>(rows: Row[], name: Name) => rows.map((row) => row[name])

/**
 * The files of an owner's projects that are not deleted, as the owner sees them: the present release, the newest report and
 * the pictures of each.
 */
export const ownerFiles = async (connection: Connection, ownerId: string) => {
  const mine = connection
    .selectFrom(editedProjects)
    .select(['projects.id', 'repository'])
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
  const [releases, reports, images] = await Promise.all([
    mine
      .where('releaseId', 'is not', null)
      .select('releaseId')
      .$narrowType<{ releaseId: string }>()
      .execute(),
    mine
      .innerJoin('reports', 'reports.projectId', 'projects.id')
      .select(['reports.key', 'reports.name'])
      .distinctOn('projects.id')
      .orderBy('projects.id')
      .orderBy('reports.storedAt', 'desc')
      .execute(),
    mine
      .innerJoinLateral(
        sql<{ imageId: string; position: number }>`(
          select (picture->>'id')::uuid as image_id, place::integer - 1 as position
          from jsonb_array_elements(edited_pictures(projects.id)) with ordinality as shown (picture, place)
        )`.as('pictures'),
        (join) => join.onTrue(),
      )
      .select(['imageId', 'position'])
      .orderBy('position')
      .execute(),
  ])
  return { releases, reports, images }
}

/** Deletes the open uploads and the pictures of projects. Answers the ids of the pictures. */
export async function deletePictures(trx: Connection, projectIds: string[]): Promise<string[]> {
  if (projectIds.length === 0) return []
  await trx.deleteFrom('uploads').where('projectId', 'in', projectIds).execute()
  const images = await trx
    .deleteFrom('projectImages')
    .where('projectId', 'in', projectIds)
    .returning('id')
    .execute()
  const unlisted = await trx
    .deleteFrom('unlistedImages')
    .where('projectId', 'in', projectIds)
    .returning('id')
    .execute()
  return [...images, ...unlisted].map(({ id }) => id)
}

/**
 * Deletes the releases and reports of projects. Of projects that somebody ordered it deletes only what was never
 * approved, which no buyer can have. Answers the ids of the releases and the keys of the reports.
 */
export async function deleteReleases(
  trx: Connection,
  { all, unordered }: { all: string[]; unordered: string[] },
) {
  if (all.length === 0) return { releaseIds: [], reportKeys: [] }
  const isDeleted = sql<boolean>`project_id = any(${all}) and (project_id = any(${unordered}) or approved_at is null)`
  const releases = await trx.deleteFrom('releases').where(isDeleted).returning('id').execute()
  const reports = await trx.deleteFrom('reports').where(isDeleted).returning('key').execute()
  return { releaseIds: releases.map(({ id }) => id), reportKeys: reports.map(({ key }) => key) }
}

/** The columns of a release that downloads need. */
export const archiveOf = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('releases')
    .leftJoin('archiveProofs', 'archiveProofs.releaseId', 'releases.id')
    .select(['id', 'archiveSha256', 'archiveSize', 'approvedAt', 'totalSize', 'version', 'sums'])
    .where('id', '=', releaseId)
    .executeTakeFirst()

/** Forgets the archives of releases that were withdrawn before they were approved. Answers the ids of the releases. */
export async function forgetWithdrawnArchives(connection: Connection): Promise<string[]> {
  const forgotten = await connection
    .updateTable('releases')
    .set({ archiveSha256: null, archiveSize: null })
    .where('status', '=', 'withdrawn')
    .where('approvedAt', 'is', null)
    .where('archiveSha256', 'is not', null)
    .returning('id')
    .execute()
  return forgotten.map(({ id }) => id)
}

export async function saveArchive(
  connection: Connection,
  releaseId: string,
  { sha256, size }: { sha256: string; size: number },
) {
  await connection
    .updateTable('releases')
    .set({ archiveSha256: sha256, archiveSize: size })
    .where('id', '=', releaseId)
    .execute()
}

/** Saves the proof of a release's archive; does nothing for a release that is deleted. */
export async function saveArchiveProof(
  connection: Connection,
  releaseId: string,
  proof: { version: string; sums: Buffer },
) {
  await connection
    .insertInto('archiveProofs')
    .columns(['releaseId', 'version', 'sums'])
    .expression((from) =>
      from
        .selectFrom('releases')
        .select(['id', sql.val(proof.version).as('version'), sql.val(proof.sums).as('sums')])
        .where('id', '=', releaseId),
    )
    .onConflict((conflict) => conflict.column('releaseId').doUpdateSet(proof))
    .execute()
}

export async function deleteArchiveProof(connection: Connection, releaseId: string) {
  await connection.deleteFrom('archiveProofs').where('releaseId', '=', releaseId).execute()
}

/** The files of a release with the keys of their blobs, in byte order, which no setting of the database changes. */
export const filesWithKeys = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('releaseFiles')
    .innerJoin('blobs', 'blobs.sha256', 'releaseFiles.sha256')
    .select(['path', 'blobs.sha256', 'blobs.size', 'blobs.key'])
    .where('releaseId', '=', releaseId)
    .orderBy(sql`path collate "C"`)
    .execute()
