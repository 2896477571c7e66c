import type { ReplyFields } from '#contract/kit/endpoint.ts'
import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { releases } from '#contract/projects/releases.ts'
import type { Folder } from '#contract/projects/source.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { picturePass } from '../../platform/images/pass.ts'
import { requireVisible } from '../access.ts'
import type { AccessRow } from '../queries.ts'
import {
  type FileRow,
  filesIn,
  folderAt,
  type FolderRow,
  foldersIn,
  releaseContents,
} from './content-queries.ts'
import { withPasses } from './readme-pictures.ts'
import { unrenderedReadme } from './readme.ts'

/**
 * The contents of a project's present release, for who may see the project: figures, the first levels of its tree, and
 * the README.
 */
export async function contentsOf(
  stores: Dependencies,
  { id, releaseId, isPublished }: Pick<AccessRow, 'id' | 'releaseId' | 'isPublished'>,
  report: (error: unknown) => void,
): Promise<ReplyFields<typeof releases.contents>> {
  if (!releaseId) return nothing
  const { db, secret } = stores
  // One more than fits, because the top folder is no row of the answer.
  const found = await releaseContents(db, releaseId, { depth: maxDepth, folders: limits.treeRows + 1 })
  const { lines, fileCount, totalSize, languages, readme } = found
  const [folders, html] = await Promise.all([
    firstLevels(db, releaseId, found.folders),
    readme ?? unrenderedReadme(stores, releaseId, report),
  ])
  const readmeHtml = html && !isPublished ? withPasses(html, picturePass(secret, id)) : html
  return { fileCount, totalFileSize: totalSize, lines, languages, readmeHtml, folders }
}

const nothing = { fileCount: 0, totalFileSize: 0, lines: 0, languages: [], readmeHtml: null, folders: [] }

/**
 * One folder of a project's present release, for everybody who may see the project. The top exists even without files;
 * throws not_found for any other missing folder.
 */
export async function folderOf(
  { db }: Dependencies,
  caller: Caller | undefined,
  projectId: string,
  query: { path: string; offset: number },
): Promise<Folder> {
  const { releaseId } = await requireVisible(db, caller, projectId)
  if (releaseId) return folderIn(db, releaseId, query)
  if (query.path === '') return { path: '', files: 0, size: 0, total: 0, entries: [] }
  throw folderNotFound()
}

/** One folder of a release, its entries from `offset` on. Throws not_found when there is no such folder. */
export async function folderIn(
  db: Connection,
  releaseId: string,
  { path, offset }: { path: string; offset: number },
): Promise<Folder> {
  const folder = await folderAt(db, releaseId, path)
  if (!folder) throw folderNotFound()
  const limit = limits.treeRows
  const inner = offset < folder.folders ? await foldersIn(db, releaseId, path, { offset, limit }) : []
  const rest = { offset: Math.max(0, offset - folder.folders), limit: limit - inner.length }
  return toFolder(folder, inner, rest.limit > 0 ? await filesIn(db, releaseId, [path], rest) : [])
}

const folderNotFound = () => new ProblemError('not_found', 'Folder not found')

/** The upper levels of a release's tree that together fit on a page; the top level at least in part. */
async function firstLevels(
  db: Connection,
  releaseId: string,
  folders: (FolderRow & { depth: number })[],
): Promise<Folder[]> {
  const shown: FolderRow[] = []
  let rows = 0
  for (let depth = 0; depth < maxDepth; depth++) {
    const level = folders.filter((folder) => folder.depth === depth)
    rows += level.reduce((sum, { entries }) => sum + entries, 0)
    if (depth > 0 && rows > limits.treeRows) break
    shown.push(...level)
  }
  const paths = shown.map(({ path }) => path)
  const inner = folders.filter(({ folder }) => folder !== null && paths.includes(folder))
  const limit = limits.treeRows - inner.length
  const files = limit > 0 && paths.length > 0 ? await filesIn(db, releaseId, paths, { offset: 0, limit }) : []
  return shown.map((folder) => toFolder(folder, inner, files))
}

/** The levels that a page shows at first; readers open deeper folders themselves. */
const maxDepth = 6

/** A folder with those of the given folders and files that lie directly in it, folders first. */
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
