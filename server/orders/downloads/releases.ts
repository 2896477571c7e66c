import type { Changes, FileChanges, Release } from '#contract/projects/source.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Caller } from '../../platform/http/caller.ts'
import {
  changesBetween,
  fileChangesBetween,
  recordSourceRead,
  saveReleaseNotes,
  releaseNotFound,
  releasesAmong,
} from '../../projects/source/service.ts'
import { releasesFor } from './entitlement.ts'

interface ReleaseRef {
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

/** Saves the owner's notes on a release for its buyers; they cannot be withdrawn. Returns all releases. */
export const setNotes = (
  { db }: Dependencies,
  owner: Caller,
  of: ReleaseRef,
  notes: string,
): Promise<Release[]> =>
  db.transaction().execute(async (trx) => {
    await saveReleaseNotes(trx, owner.id, of, notes)
    return listReleases(trx, owner, of.id)
  })

/** The files that changed from one release to another, for a caller who may download both. */
export async function releaseChanges(
  { db }: Dependencies,
  caller: Caller,
  of: ReleaseRef,
  from: number,
): Promise<Changes> {
  const [before, after] = await bothReleases(db, caller, of, from)
  return changesBetween(db, before, after)
}

/** The changes of one file from one release to another, for a caller who may download both. */
export async function releaseFileChanges(
  stores: Dependencies,
  caller: Caller,
  of: ReleaseRef,
  { from, path }: { from: number; path: string },
): Promise<FileChanges> {
  const [before, after] = await bothReleases(stores.db, caller, of, from)
  await recordSourceRead(stores.db, caller, of.id)
  return fileChangesBetween(stores, path, before, after)
}

/** Two releases that the caller may download. Throws as releasesFor does. */
async function bothReleases(db: Connection, caller: Caller, { id, number }: ReleaseRef, from: number) {
  const { releases } = await releasesFor(db, caller, id)
  const [before, after] = [from, number].map((wanted) => releases.find((one) => one.number === wanted))
  if (!before || !after) throw releaseNotFound()
  return [before, after] as const
}
