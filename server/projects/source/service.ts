import { LRUCache } from 'lru-cache'

import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Change, Changes, FileChanges, Folder, Release, SourceFile } from '#contract/projects/source.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { type Caller, isStaff } from '../../platform/http/caller.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { recordLook } from '../../staff/audit/service.ts'
import { anyEdited, ownProject } from '../access.ts'
import type { ProjectRow } from '../queries.ts'
import { readBlob } from '../releases/blobs.ts'
import { folderIn } from '../releases/contents.ts'
import { textOf } from '../releases/readme.ts'
import { isHighlighted } from './grammars.ts'
import { hunksBetween, tokensOf } from './isolated.ts'
import {
  allReleases,
  fileAt,
  type FileRow,
  filesChanged,
  releaseNumbered,
  type ReleaseRow,
  setReleaseNotes,
} from './queries.ts'

interface ReleaseByNumber {
  id: string
  number: number
}

/** A release's own id, with its number within its project. */
interface NumberedRelease {
  id: string
  number: number
}

/** Those of a project's releases that have some ids, newest first; `main` is the present one. */
export async function releasesAmong(
  connection: Connection,
  projectId: string,
  { ids, main }: { ids: Set<string>; main: string | null | undefined },
): Promise<Release[]> {
  const rows = await allReleases(connection, projectId)
  return rows.filter(({ id }) => ids.has(id)).map((row) => toRelease(row, main))
}

/** Saves an owner's release notes for buyers, in the caller's transaction. */
export async function saveReleaseNotes(
  trx: Connection,
  ownerId: string,
  of: ReleaseByNumber,
  notes: string,
): Promise<void> {
  await ownProject(trx, ownerId, of.id, { lock: true })
  await setReleaseNotes(trx, await releaseId(trx, of), notes)
}

/**
 * One folder of a release, for the owner and staff. Throws not_found for a stranger's project, and for a folder that
 * does not exist.
 */
export async function releaseFolder(
  { db }: Dependencies,
  caller: Caller,
  of: ReleaseByNumber,
  query: { path: string; offset: number },
): Promise<Folder> {
  await requireInsider(db, caller, of.id)
  return folderIn(db, await releaseId(db, of), query)
}

/**
 * One file of a release, for the owner and for staff, of whom the audit log records that they read it. Throws
 * not_found.
 */
export async function releaseFile(
  dependencies: Dependencies,
  caller: Caller,
  of: ReleaseByNumber,
  path: string,
): Promise<SourceFile> {
  await requireInsider(dependencies.db, caller, of.id)
  const file = await fileAt(dependencies.db, await releaseId(dependencies.db, of), path)
  if (!file) throw fileNotFound()
  await recordSourceRead(dependencies.db, caller, of.id)
  return displayFile(dependencies.storage, file)
}

/** Records that a member of staff reads the source of a project; nothing for other callers. */
export async function recordSourceRead(
  connection: Connection,
  caller: Caller,
  projectId: string,
): Promise<void> {
  if (!isStaff(caller)) return
  const { title } = await anyEdited(connection, projectId)
  await recordLook(connection, {
    staff: caller,
    action: 'read source',
    about: `project ${projectId}`,
    name: title,
  })
}

/** The files that changed from one release of a project to another. */
export const changesBetween = async (
  db: Connection,
  before: NumberedRelease,
  after: NumberedRelease,
): Promise<Changes> =>
  toChanges(await filesChanged(db, before.id, after.id), { from: before.number, to: after.number })

/** The changes of one file from one release of a project to another. Throws not_found when neither has it. */
export async function fileChangesBetween(
  dependencies: Dependencies,
  path: string,
  before: NumberedRelease,
  after: NumberedRelease,
): Promise<FileChanges> {
  const files = await Promise.all([
    fileAt(dependencies.db, before.id, path),
    fileAt(dependencies.db, after.id, path),
  ])
  if (!files[0] && !files[1]) throw fileNotFound()
  return displayChanges(dependencies.storage, path, [files[0], files[1]])
}

const requireInsider = (db: Connection, caller: Caller, projectId: string): Promise<ProjectRow> =>
  isStaff(caller) ? anyEdited(db, projectId) : ownProject(db, caller.id, projectId)

async function releaseId(db: Connection, { id, number }: ReleaseByNumber): Promise<string> {
  const release = await releaseNumbered(db, id, number)
  if (!release) throw releaseNotFound()
  return release.id
}

export const releaseNotFound = () => new ProblemError('not_found', 'There is no such release')
const fileNotFound = () => new ProblemError('not_found', 'File not found')

/**
 * A file for display: its first lines, highlighted when it is short enough and there is a grammar for it. A binary or
 * too large file has no lines. Throws when its bytes are lost or damaged.
 */
async function displayFile(storage: Storage, file: FileRow): Promise<SourceFile> {
  if (file.lines === null) return toSourceFile(file, 'binary')
  if (file.size > limits.shownBytes) return toSourceFile(file, 'large')
  const all = await linesIn(storage, file)
  const texts = all.slice(0, limits.shownLines)
  return toSourceFile({ ...file, lines: all.length }, 'text', texts, await tokensFor(file, texts.join('\n')))
}

/** The changes of a file between two releases, of which one may lack it. */
async function displayChanges(
  storage: Storage,
  path: string,
  [before, after]: [FileRow | undefined, FileRow | undefined],
): Promise<FileChanges> {
  const files = [before, after].filter((file) => file !== undefined)
  if (files.some(({ lines }) => lines === null)) return withoutHunks(path, 'binary')
  if (files.some(({ size }) => size > limits.shownBytes)) return withoutHunks(path, 'large')
  const textOrNone = async (file: FileRow | undefined) => (file ? textIn(storage, file) : '')
  const [old, now] = [await textOrNone(before), await textOrNone(after)]
  const hunks = await hunksBetween(withLastNewline(old), withLastNewline(now))
  if (!hunks) return withoutHunks(path, 'large')
  return { path, state: 'text', hunks, lastNewline: hunks.length === 0 ? lastNewline(old, now) : null }
}

const withoutHunks = (path: string, state: 'binary' | 'large'): FileChanges => ({
  path,
  state,
  hunks: [],
  lastNewline: null,
})

/** Normalises line ends, so that lines that differ only in them are equal. */
const withLastNewline = (text: string) => (text === '' ? '' : `${linesOf(text).join('\n')}\n`)

function lastNewline(before: string, after: string): FileChanges['lastNewline'] {
  const [old, now] = [before, after].map((text) => /[\r\n]$/.test(text))
  if (old === now) return null
  return now ? 'added' : 'removed'
}

/** Reads the lines of a text file. Throws when its bytes are lost or damaged. */
export const linesIn = async (storage: Storage, file: { key: string; sha256: string }): Promise<string[]> =>
  linesOf(await textIn(storage, file))

const textIn = async (storage: Storage, file: { key: string; sha256: string }) =>
  textOf(await readBlob(storage, file))

/** Splits a text at any kind of line end; a final line end begins no further line. */
const linesOf = (text: string) => text.replace(/(\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/)

async function tokensFor({ size, sha256, language }: FileRow, text: string): Promise<number[][]> {
  if (size > limits.highlightedBytes || !isHighlighted(language)) return []
  const key = `${sha256} ${language}`
  const known = cache.get(key)
  if (known) return known
  const tokens = (await tokensOf(text, language)) ?? []
  cache.set(key, tokens)
  return tokens
}

/**
 * The tokens of files highlighted last, limited to some 16 MB. It also holds files that took too long, with no tokens.
 */
const cache = new LRUCache<string, number[][]>({
  maxSize: 2_000_000,
  sizeCalculation: (lines) => 1 + lines.reduce((sum, line) => sum + line.length + 4, 0),
})

const toRelease = (row: ReleaseRow, currentId: string | null | undefined): Release => ({
  number: row.number,
  status: row.status as Release['status'],
  notes: row.notes ?? '',
  createdAt: row.createdAt.toISOString(),
  fileCount: row.fileCount,
  totalFileSize: row.totalSize,
  lines: row.lines,
  isCurrent: row.id === currentId,
})

const toChanges = (
  rows: Awaited<ReturnType<typeof filesChanged>>,
  { from, to }: { from: number; to: number },
): Changes => ({
  from,
  to,
  added: rows[0]?.added ?? 0,
  removed: rows[0]?.removed ?? 0,
  changed: rows[0]?.changed ?? 0,
  files: rows.map(({ path, before, after }) => ({ path, before, after, change: changeOf(before, after) })),
})

function changeOf(before: number | null, after: number | null): Change['change'] {
  if (before === null) return 'added'
  return after === null ? 'removed' : 'changed'
}

/** A file for display: its lines with their tokens, where there are any. */
export const toSourceFile = (
  { path, size, language, lines: lineCount }: Pick<FileRow, 'path' | 'size' | 'language' | 'lines'>,
  state: SourceFile['state'],
  texts: readonly string[] = [],
  tokens: readonly number[][] = [],
): SourceFile => ({
  path,
  size,
  language,
  state,
  lines: texts.map((text, index) => ({ text, tokens: tokens[index] ?? [] })),
  lineCount: lineCount ?? 0,
})
