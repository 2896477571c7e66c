import type { Dependencies } from '../../dependencies.ts'
import { threadRunner } from '../../platform/isolated.ts'
import type { UploadedFile } from '../foreign/files.ts'
import { blobsOfRelease } from '../releases/blob-queries.ts'
import { readBlob } from '../releases/blobs.ts'
import { textsOf } from '../releases/texts.ts'
import { codeBytesIn, isArchive } from './archives.ts'
import { type fingerprintsOf, fingerprintVersion } from './fingerprints.ts'
import { isNamedCode, mayBeCode } from './modes.ts'
import { type Indexed, replaceFingerprints, projectOf, releasesToIndex } from './queries.ts'
import { compareNow, findCopies } from './service.ts'

/**
 * Limits of what is compared of a release: of the files that are code by their ending, of others that may well be, and
 * of the rest, so that a folder of data or of style sheets uses up only its own.
 */
const limits = {
  named: {
    fileBytes: 1024 * 1024,
    sqlBytes: 256 * 1024,
    totalBytes: 8 * 1024 * 1024,
    files: 3000,
    isWanted: isNamedCode,
  },
  others: {
    fileBytes: 256 * 1024,
    sqlBytes: 0,
    totalBytes: 2 * 1024 * 1024,
    files: 500,
    isWanted: (path: string) => mayBeCode(path) && !isNamedCode(path),
  },
  rest: {
    fileBytes: 256 * 1024,
    sqlBytes: 0,
    totalBytes: 2 * 1024 * 1024,
    files: 500,
    isWanted: (path: string) => !mayBeCode(path),
  },
}

/** Enqueues the indexing of every present or listed release that this version has not indexed. */
export async function indexStaleReleases({ db, jobs }: Dependencies): Promise<void> {
  for (const { releaseId, ownerId } of await releasesToIndex(db, fingerprintVersion))
    await jobs.enqueue(db, 'index-release', { releaseId }, { ownerId })
}

/**
 * Saves the fingerprints of a present or listed release, or that they could not be made. Throws when its bytes are lost
 * or damaged. Reads nothing of another release.
 */
export async function indexRelease(dependencies: Dependencies, releaseId: string): Promise<void> {
  if (!(await projectOf(dependencies.db, releaseId))) return
  let isKnown: boolean
  try {
    isKnown = await save(dependencies, releaseId, await fingerprintRelease(dependencies, releaseId))
  } catch (error) {
    await save(dependencies, releaseId, undefined)
    throw error
  }
  const project = await projectOf(dependencies.db, releaseId)
  if (!project) return
  if (project.isPresent && !isKnown) await compareNow(dependencies.db, { id: project.id, releaseId })
  await findCopies(dependencies.db, project.id)
}

async function fingerprintRelease(
  dependencies: Dependencies,
  releaseId: string,
): Promise<Indexed | undefined> {
  const files = new Map<string, UploadedFile>()
  for (const some of [limits.named, limits.others, limits.rest])
    for await (const { path, size, text, isCut } of textsOf(dependencies, releaseId, some))
      if (text !== undefined || !files.has(path)) files.set(path, { path, size, text, isCut })
  const omitted = [...files.values()].filter(
    ({ path, text, isCut }) => (text === undefined || isCut) && isNamedCode(path),
  )
  const found = await fingerprintInThread([...files.values()])
  if (!found) return undefined
  const archives = await archivesOf(dependencies, releaseId)
  return { ...found, codeBytes: found.codeBytes + archives, omitted: omitted.length }
}

/** Bytes of the archives of a release that are opened; those after them count whole. */
const maxOpened = 64 * 1024 * 1024

/** The bytes of code in the archives of a release. */
async function archivesOf({ db, storage }: Dependencies, releaseId: string): Promise<number> {
  let [bytes, opened] = [0, 0]
  for (const { path, size, ...blob } of await blobsOfRelease(db, releaseId)) {
    if (!isArchive(path)) continue
    opened += size
    bytes += opened > maxOpened ? size : await codeBytesIn(path, size, () => readBlob(storage, blob))
  }
  return bytes
}

/**
 * Saves nothing for a release that is neither present nor listed any more. Answers whether it is known what the release
 * was copied from.
 */
const save = ({ db }: Dependencies, releaseId: string, found: Indexed | undefined): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const project = await projectOf(trx, releaseId)
    if (!project) return false
    return await replaceFingerprints(trx, { project, releaseId, version: fingerprintVersion }, found)
  })

/**
 * Makes fingerprints in a thread; undefined when it takes longer than 30 s or more than 256 MB. Throws when the code
 * breaks.
 */
export const fingerprintInThread = threadRunner<typeof fingerprintsOf>(
  { file: new URL('./fingerprints.ts', import.meta.url), name: 'fingerprintsOf' },
  { seconds: 30, memory: 256 },
)
