import type { Connection } from '../../platform/database/connection.ts'

/** The release that stands for a project now, with its figures. */
export const currentRelease = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('projects')
    .innerJoin('releases', 'releases.id', 'projects.releaseId')
    .select(['releases.id', 'releases.lines', 'releases.fileCount', 'releases.totalSize'])
    .where('projects.id', '=', projectId)
    .executeTakeFirst()

/** A folder of a release, with how much lies in it; none when there is no such folder. */
export const foldersAt = (connection: Connection, releaseId: string, path: string) =>
  connection
    .selectFrom('releaseFolders')
    .select(['path', 'folder', 'folders', 'entries', 'files', 'size'])
    .where('releaseId', '=', releaseId)
    .where('path', '=', path)
    .execute()
export type FolderRow = Awaited<ReturnType<typeof foldersAt>>[number]

interface Slice {
  offset: number
  limit: number
}

/** The folders that lie directly in some folders, by name. */
export const foldersIn = (connection: Connection, releaseId: string, folders: string[], slice: Slice) =>
  connection
    .selectFrom('releaseFolders')
    .select(['path', 'folder', 'folders', 'entries', 'files', 'size'])
    .where('releaseId', '=', releaseId)
    .where('folder', 'in', folders)
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

/** The bytes of a release in each known language, most first. */
export const languagesOf = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('releaseLanguages')
    .select(['language as name', 'size'])
    .where('releaseId', '=', releaseId)
    .orderBy('size', 'desc')
    .orderBy('language')
    .execute()

/** Where the README of a release is, and with which version of the renderer it was rendered last. */
export const readmeSource = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('releases')
    .innerJoin('blobs', 'blobs.sha256', 'releases.readmeSha256')
    .leftJoin('releaseReadmes', 'releaseReadmes.releaseId', 'releases.id')
    .select(['blobs.key', 'blobs.sha256', 'releaseReadmes.renderer'])
    .where('releases.id', '=', releaseId)
    .executeTakeFirst()

/** The rendered README of a release, by whatever version. */
export async function renderedReadme(connection: Connection, releaseId: string): Promise<string | undefined> {
  const readme = await connection
    .selectFrom('releaseReadmes')
    .select('html')
    .where('releaseId', '=', releaseId)
    .executeTakeFirst()
  return readme?.html
}

export async function keepReadme(
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

/** The present releases whose README another version of the renderer rendered, or none. */
export const releasesToRender = async (connection: Connection, renderer: number) =>
  (
    await connection
      .selectFrom('projects')
      .innerJoin('releases', 'releases.id', 'projects.releaseId')
      .leftJoin('releaseReadmes', 'releaseReadmes.releaseId', 'releases.id')
      .select('releases.id')
      .where('releases.readmeSha256', 'is not', null)
      .where('releaseReadmes.renderer', 'is distinct from', renderer)
      .execute()
  ).map(({ id }) => id)
