import { createHash } from 'node:crypto'
import { type PassThrough, Readable } from 'node:stream'

import { ZipFile } from 'yazl'

import { SingleFlight } from '../../overload/single-flight.ts'
import type { Parts } from '../../parts.ts'
import { DamagedObject, type ExpectedObject, prove } from '../../storage/proven.ts'
import { readBlob } from '../blobs/read.ts'
import { archiveOf, filesWithKeys, setArchive } from './queries.ts'

type Stores = Pick<Parts, 'db' | 'storage'>

/**
 * The archive of a release. Built now when the job has not come to it yet, or when what is stored is not what was
 * built. Throws when the store has lost or changed a file of the release.
 */
export async function readyArchive(
  stores: Stores,
  releaseId: string,
  report: (error: unknown) => void,
): Promise<ExpectedObject> {
  const release = await archiveOf(stores.db, releaseId)
  if (release?.archiveSha256 && release.archiveSize !== null) {
    const archive = { key: keyOf(releaseId), sha256: release.archiveSha256, size: release.archiveSize }
    try {
      await prove(stores.storage, archive)
      return archive
    } catch (error) {
      if (!(error instanceof DamagedObject)) throw error
      report(error)
    }
  }
  return buildArchive(stores, releaseId)
}

/** Builds and stores a release's archive, with the same bytes each time. Several calls at once in one process build once. */
export const buildArchive = (stores: Stores, releaseId: string): Promise<ExpectedObject> =>
  builds.run(releaseId, () => build(stores, releaseId))

const builds = new SingleFlight<ExpectedObject>()

const keyOf = (releaseId: string) => `archives/${releaseId}.zip`

async function build({ db, storage }: Stores, releaseId: string): Promise<ExpectedObject> {
  const files = await filesWithKeys(db, releaseId)
  const zip = new ZipFile()
  const bytes = zip.outputStream as PassThrough
  // It may fail before anybody reads; a later read throws the error.
  bytes.on('error', () => {})
  zip.on('error', (error) => bytes.destroy(error))
  for (const { path, size, ...blob } of files) {
    // Asked for one after the other, so that one file at a time is in memory.
    zip.addReadStreamLazy(path, { ...alike, size }, (answer) => {
      readBlob(storage, blob).then(
        (content) => answer(null, Readable.from([content])),
        (error: unknown) => answer(error, Readable.from([])),
      )
    })
  }
  zip.end()
  const archive = { key: keyOf(releaseId), sha256: '', size: 0 }
  const digest = createHash('sha256')
  const counted = async function* () {
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      digest.update(piece)
      archive.size += piece.length
      yield piece
    }
  }
  await storage.putStream(Readable.from(counted(), { objectMode: false }), () => archive.key)
  archive.sha256 = digest.digest('hex')
  await setArchive(db, releaseId, archive)
  return archive
}

/** Nothing in an archive depends on when or where it was built. */
const alike = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true }
