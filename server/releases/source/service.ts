import type { Folder } from '#contract/files/folder.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Changes, FileChanges, Release, SourceFile } from '#contract/projects/source.ts'

import type { Connection } from '../../database/connection.ts'
import { type Caller, isStaff } from '../../http/session.ts'
import type { Parts } from '../../parts.ts'
import { anyProject, ownProject, type ProjectRow } from '../../projects/service.ts'
import { releasesFor } from '../archives/entitlement.ts'
import { folderIn } from '../contents/service.ts'
import { toChanges, toRelease } from './presenter.ts'
import { allReleases, fileAt, filesChanged, releaseNumbered, setReleaseNotes } from './queries.ts'
import { shownChanges, shownFile } from './shown.ts'

type Stores = Pick<Parts, 'db' | 'storage'>

interface OfRelease {
  id: string
  number: number
}

/** The releases that a caller may download, newest first. Throws as releasesFor does. */
export async function listReleases(
  connection: Connection,
  caller: Caller,
  projectId: string,
): Promise<Release[]> {
  const { main, releases } = await releasesFor(connection, caller, projectId)
  const known = new Set(releases.map(({ id }) => id))
  const rows = await allReleases(connection, projectId)
  return rows.filter(({ id }) => known.has(id)).map((row) => toRelease(row, main))
}

/** Says to buyers of a release what the owner writes; nothing takes it back. Answers all releases. */
export const noteRelease = (
  { db }: Pick<Parts, 'db'>,
  owner: Caller,
  of: OfRelease,
  notes: string,
): Promise<Release[]> =>
  db.transaction().execute(async (trx) => {
    await ownProject(trx, owner.id, of.id, { lock: true })
    await setReleaseNotes(trx, await releaseId(trx, of), notes)
    return listReleases(trx, owner, of.id)
  })

/** One folder of a release, for the owner and staff. Throws not_found for a stranger's, and for a folder that is not. */
export async function releaseFolder(
  { db }: Stores,
  caller: Caller,
  of: OfRelease,
  query: { path: string; offset: number },
): Promise<Folder> {
  await requireInsider(db, caller, of.id)
  return folderIn(db, await releaseId(db, of), query)
}

/** One file of a release, for the owner and staff. */
export async function releaseFile(
  stores: Stores,
  caller: Caller,
  of: OfRelease,
  path: string,
): Promise<SourceFile> {
  await requireInsider(stores.db, caller, of.id)
  const file = await fileAt(stores.db, await releaseId(stores.db, of), path)
  if (!file) throw fileNotFound()
  return shownFile(stores, file)
}

/** Which files changed from one release to another, for whoever may download both. */
export async function releaseChanges(
  { db }: Stores,
  caller: Caller,
  of: OfRelease,
  from: number,
): Promise<Changes> {
  const [before, after] = await bothReleases(db, caller, of, from)
  return toChanges(await filesChanged(db, before, after), { from, to: of.number })
}

/** How one file changed from one release to another, for whoever may download both. */
export async function releaseFileChanges(
  stores: Stores,
  caller: Caller,
  of: OfRelease,
  { from, path }: { from: number; path: string },
): Promise<FileChanges> {
  const { db } = stores
  const [before, after] = await bothReleases(db, caller, of, from)
  const files = await Promise.all([fileAt(db, before, path), fileAt(db, after, path)])
  if (!files[0] && !files[1]) throw fileNotFound()
  return shownChanges(stores, path, [files[0], files[1]])
}

const requireInsider = (db: Connection, caller: Caller, projectId: string): Promise<ProjectRow> =>
  isStaff(caller) ? anyProject(db, projectId) : ownProject(db, caller.id, projectId)

/** The ids of two releases that the caller may download. Throws as releasesFor does. */
async function bothReleases(db: Connection, caller: Caller, { id, number }: OfRelease, from: number) {
  const { releases } = await releasesFor(db, caller, id)
  const [before, after] = [from, number].map((wanted) => releases.find((one) => one.number === wanted)?.id)
  if (!before || !after) throw releaseNotFound()
  return [before, after] as const
}

async function releaseId(db: Connection, { id, number }: OfRelease): Promise<string> {
  const release = await releaseNumbered(db, id, number)
  if (!release) throw releaseNotFound()
  return release.id
}

const releaseNotFound = () => new ProblemError('not_found', 'There is no such release')
const fileNotFound = () => new ProblemError('not_found', 'File not found')
