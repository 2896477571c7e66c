import type { ReplyFields } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { ProblemError } from '#contract/problem.ts'
import type { releases } from '#contract/projects/releases.ts'
import type { Folder } from '#contract/projects/source.ts'

import type { Parts } from '../../parts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { requireVisible } from '../access.ts'
import {
  currentRelease,
  type FileRow,
  filesIn,
  type FolderRow,
  foldersAt,
  foldersIn,
  languagesOf,
} from './content-queries.ts'
import { readmeOf } from './readme.ts'

/** What is inside a project's current release, for whoever may see the project: figures, the first levels of its tree, and the README. */
export async function contentsOf(
  stores: Pick<Parts, 'db' | 'storage'>,
  caller: Caller | undefined,
  projectId: string,
  report: (error: unknown) => void,
): Promise<ReplyFields<typeof releases.contents>> {
  const { db } = stores
  await requireVisible(db, caller, projectId)
  const release = await currentRelease(db, projectId)
  if (!release) return nothing
  const { id, lines, fileCount, totalSize } = release
  const [folders, languages, readmeHtml] = await Promise.all([
    firstLevels(db, id),
    languagesOf(db, id),
    readmeOf(stores, id, report),
  ])
  return { fileCount, totalFileSize: totalSize, lines, languages, readmeHtml, folders }
}

const nothing = { fileCount: 0, totalFileSize: 0, lines: 0, languages: [], readmeHtml: null, folders: [] }

/** One folder of a project's current release, for whoever may see the project. The top is there even when there are no files; throws not_found for any other folder that is not. */
export async function folderOf(
  { db }: Pick<Parts, 'db'>,
  caller: Caller | undefined,
  projectId: string,
  query: { path: string; offset: number },
): Promise<Folder> {
  await requireVisible(db, caller, projectId)
  const release = await currentRelease(db, projectId)
  if (release) return folderIn(db, release.id, query)
  if (query.path === '') return { path: '', files: 0, size: 0, total: 0, entries: [] }
  throw folderNotFound()
}

/** One folder of a release. Throws not_found when there is no such folder. */
export async function folderIn(
  db: Connection,
  releaseId: string,
  { path, offset }: { path: string; offset: number },
): Promise<Folder> {
  const found = await foldersAt(db, releaseId, path)
  if (found.length === 0) throw folderNotFound()
  return (await readLevel(db, releaseId, found, offset)).folders[0]!
}

const folderNotFound = () => new ProblemError('not_found', 'Folder not found')

/** The levels of a release's tree that together are short enough for a page; of the top at least its beginning. */
async function firstLevels(db: Connection, releaseId: string): Promise<Folder[]> {
  const read: Folder[] = []
  let level = await foldersAt(db, releaseId, '')
  let rows = 0
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    rows += level.reduce((sum, { entries }) => sum + entries, 0)
    if (depth > 0 && rows > limits.treeRows) break
    const { folders, inner } = await readLevel(db, releaseId, level, 0)
    read.push(...folders)
    level = inner
  }
  return read
}

/** Deeper folders are opened by whoever wants to see them. */
const maxDepth = 6

/** The entries of a folder from `offset` on, folders before files; of several folders when they are few enough for one answer. */
async function readLevel(db: Connection, releaseId: string, level: FolderRow[], offset: number) {
  const paths = level.map(({ path }) => path)
  const folderCount = level.reduce((sum, { folders }) => sum + folders, 0)
  const limit = limits.treeRows
  const inner = offset < folderCount ? await foldersIn(db, releaseId, paths, { offset, limit }) : []
  const rest = { offset: Math.max(0, offset - folderCount), limit: limit - inner.length }
  const files = rest.limit > 0 ? await filesIn(db, releaseId, paths, rest) : []
  return { folders: level.map((folder) => toFolder(folder, inner, files)), inner }
}

/** A folder with those of the read folders and files that lie directly in it, folders first. */
const toFolder = (
  { path, files: fileCount, size, entries: total }: FolderRow,
  folders: FolderRow[],
  files: FileRow[],
): Folder => ({
  path,
  files: fileCount,
  size,
  total,
  entries: [
    ...folders
      .filter(({ folder }) => folder === path)
      .map((inner) => ({ path: inner.path, size: inner.size, files: inner.files, language: null })),
    ...files
      .filter(({ folder }) => folder === path)
      .map((file) => ({ path: file.path, size: file.size, files: null, language: file.language })),
  ],
})
