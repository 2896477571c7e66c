import type { Changes, FileChanges, Release } from '#contract/projects/source.ts'

import type { Parts } from '../../parts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Caller } from '../../platform/http/caller.ts'
import {
  changesBetween,
  fileChangesBetween,
  noteRelease,
  releaseNotFound,
  releasesAmong,
} from '../../projects/source/service.ts'
import { releasesFor } from './entitlement.ts'

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
  return releasesAmong(connection, projectId, { ids: new Set(releases.map(({ id }) => id)), main })
}

/** Says to buyers of a release what the owner writes; nothing takes it back. Answers all releases. */
export const setNotes = (
  { db }: Pick<Parts, 'db'>,
  owner: Caller,
  of: OfRelease,
  notes: string,
): Promise<Release[]> =>
  db.transaction().execute(async (trx) => {
    await noteRelease(trx, owner.id, of, notes)
    return listReleases(trx, owner, of.id)
  })

/** Which files changed from one release to another, for whoever may download both. */
export async function releaseChanges(
  { db }: Pick<Parts, 'db'>,
  caller: Caller,
  of: OfRelease,
  from: number,
): Promise<Changes> {
  const [before, after] = await bothReleases(db, caller, of, from)
  return changesBetween(db, before, after)
}

/** How one file changed from one release to another, for whoever may download both. */
export async function releaseFileChanges(
  stores: Pick<Parts, 'db' | 'storage'>,
  caller: Caller,
  of: OfRelease,
  { from, path }: { from: number; path: string },
): Promise<FileChanges> {
  const [before, after] = await bothReleases(stores.db, caller, of, from)
  return fileChangesBetween(stores, path, before, after)
}

/** Two releases that the caller may download. Throws as releasesFor does. */
async function bothReleases(db: Connection, caller: Caller, { id, number }: OfRelease, from: number) {
  const { releases } = await releasesFor(db, caller, id)
  const [before, after] = [from, number].map((wanted) => releases.find((one) => one.number === wanted))
  if (!before || !after) throw releaseNotFound()
  return [before, after] as const
}
