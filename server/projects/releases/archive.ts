import { Readable } from 'node:stream'

import { isoDay } from '#contract/kit/format.ts'

import { inKilobytes, storedKilobytesOf } from '../../accounts/member-store.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { SingleFlight } from '../../platform/overload/single-flight.ts'
import { countAttempt } from '../../platform/rate-limits/rate-limits.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import {
  DamagedObject,
  type ExpectedObject,
  type Proof,
  verifyObject,
} from '../../platform/storage/verified.ts'
import { dosDay, storeZip, type ZipEntry, zipOf } from '../../platform/storage/zip.ts'
import { readBlob } from './blobs.ts'
import { releasedAt } from './lookup-queries.ts'
import {
  archiveOf,
  deleteArchiveProof,
  filesWithKeys,
  forgetWithdrawnArchives,
  saveArchive,
  saveArchiveProof,
} from './queries.ts'

/**
 * The archive of a release. It is read through only when it was written to since its proof was saved. Builds it when it
 * is not stored, or when the stored file is damaged, which `report` gets as an error. What is built of a release that
 * was never approved counts as stored by `ownerId`, who asks for it. Throws too_many_requests when they stored too much
 * today, and when the store has lost or changed a file of the release.
 */
export async function readyArchive(
  dependencies: Dependencies,
  releaseId: string,
  report: (error: unknown) => void,
  { ownerId }: { ownerId?: string | undefined } = {},
): Promise<ExpectedObject> {
  const release = await archiveOf(dependencies.db, releaseId)
  if (release?.archiveSha256 && release.archiveSize !== null) {
    const { archiveSha256: sha256, archiveSize: size, version, sums } = release
    const proof = version !== null && sums ? { proof: { version, sums: unpacked(sums) } } : {}
    const archive = { key: archiveKey(releaseId), sha256, size, ...proof }
    try {
      const found = await verifyObject(dependencies.storage, archive)
      if (found.version !== version) await saveArchiveProof(dependencies.db, releaseId, packed(found))
      return archive
    } catch (error) {
      if (!(error instanceof DamagedObject)) throw error
      report(error)
    }
  }
  if (ownerId && release && !release.approvedAt)
    await countAttempt(dependencies.db, storedKilobytesOf(ownerId), inKilobytes(release.totalSize))
  return buildArchive(dependencies, releaseId)
}

/**
 * Deletes the archives of releases that were withdrawn before they were approved, such as those that a later upload has
 * replaced. A download builds one again.
 */
export async function sweepArchives({ db, storage }: Dependencies): Promise<void> {
  for (const releaseId of await forgetWithdrawnArchives(db)) await storage.delete(archiveKey(releaseId))
}

/**
 * Builds and stores a release's archive; the bytes are the same each time. Concurrent calls in one process share one
 * build.
 */
export const buildArchive = (dependencies: Dependencies, releaseId: string): Promise<ExpectedObject> =>
  builds.run(releaseId, () => build(dependencies, releaseId))

const builds = new SingleFlight<ExpectedObject>()

export const archiveKey = (releaseId: string) => `archives/${releaseId}.zip`

async function build({ db, storage }: Dependencies, releaseId: string): Promise<ExpectedObject> {
  const archive = await storeZip(storage, archiveKey(releaseId), entriesOf(db, storage, releaseId))
  await db.transaction().execute(async (trx) => {
    await saveArchive(trx, releaseId, archive)
    if (archive.proof) await saveArchiveProof(trx, releaseId, packed(archive.proof))
  })
  return archive
}

/** The archive of a release, made while it is read: nothing is stored, and nothing counts for its owner. */
export const passingArchive = ({ db, storage }: Dependencies, releaseId: string): Readable =>
  zipOf(entriesOf(db, storage, releaseId))

/**
 * The files of a release with fixed attributes: an archive must not depend on when or where it was built. They have the
 * day of the release in India.
 */
async function* entriesOf(
  connection: Connection,
  storage: Storage,
  releaseId: string,
): AsyncGenerator<ZipEntry> {
  const mtime = dosDay(isoDay(await releasedAt(connection, releaseId)))
  for (const { path, size, ...blob } of await filesWithKeys(connection, releaseId)) {
    const bytes = await readBlob(storage, blob)
    const mode = isProgram(path, bytes) ? 0o100755 : 0o100644
    yield { path, content: Readable.from([bytes]), options: { mode, mtime, size, forceDosTimestamp: true } }
  }
}

/** Enqueues that a damaged archive is built again; until then it counts as not verified. */
export async function rebuildArchive({ db, jobs }: Dependencies, releaseId: string) {
  await db.transaction().execute(async (trx) => {
    await deleteArchiveProof(trx, releaseId)
    await jobs.enqueue(trx, 'build-archive', { releaseId })
  })
}

/** A proof as it is saved: four bytes for each sum. */
function packed({ version, sums }: Proof) {
  const bytes = Buffer.alloc(sums.length * 4)
  for (const [index, sum] of sums.entries()) bytes.writeUInt32LE(sum, index * 4)
  return { version, sums: bytes }
}

const unpacked = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32LE(index * 4))

/**
 * Whether a file is run by its name: a script that names its interpreter, or the wrapper of Maven or Gradle. A line
 * that begins with '#![' is an attribute of Rust.
 */
const isProgram = (path: string, bytes: Buffer): boolean =>
  /^#!(?!\[)/.test(bytes.toString('latin1', 0, 3)) || /(?:^|\/)(?:mvnw|gradlew)$/.test(path)
