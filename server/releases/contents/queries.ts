import type { Connection } from '../../database/connection.ts'
import { prepared } from '../../database/prepared.ts'

/** The release that stands for a project now, with its figures. */
export const currentRelease = async (connection: Connection, projectId: string) =>
  (await readCurrent(connection, { projectId }))[0]

const readCurrent = prepared((connection, { projectId }: { projectId: string }) =>
  connection
    .selectFrom('projects')
    .innerJoin('releases', 'releases.id', 'projects.releaseId')
    .select(['releases.id', 'releases.lines', 'releases.fileCount', 'releases.totalSize'])
    .where('projects.id', '=', projectId)
    .compile(),
)

/** A folder of a release, with how much lies in it; none when there is no such folder. */
export const foldersAt = (connection: Connection, releaseId: string, path: string) =>
  readFolders(connection, { releaseId, path })

const readFolders = prepared((connection, { releaseId, path }: { releaseId: string; path: string }) =>
  connection
    .selectFrom('releaseFolders')
    .select(['path', 'folder', 'folders', 'entries', 'files', 'size'])
    .where('releaseId', '=', releaseId)
    .where('path', '=', path)
    .compile(),
)
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
  readLanguages(connection, { releaseId })

const readLanguages = prepared((connection, { releaseId }: { releaseId: string }) =>
  connection
    .selectFrom('releaseLanguages')
    .select(['language as name', 'size'])
    .where('releaseId', '=', releaseId)
    .orderBy('size', 'desc')
    .orderBy('language')
    .compile(),
)
