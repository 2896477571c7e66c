import type { Dependencies } from '../../dependencies.ts'
import { threadRunner } from '../../platform/isolated.ts'
import type { UploadedFile } from '../foreign/files.ts'
import { textsOf } from '../releases/texts.ts'
import { type fingerprintsOf, fingerprintVersion, isCompared } from './fingerprints.ts'
import { type Indexed, replaceFingerprints, projectOf, releasesToIndex } from './queries.ts'
import { findCopies, saveCopiedShare } from './service.ts'

/** Limits of what is compared of a release. They count only code, so that a folder of data does not use them up. */
const limits = {
  fileBytes: 1024 * 1024,
  sqlBytes: 256 * 1024,
  totalBytes: 8 * 1024 * 1024,
  files: 3000,
  isWanted: isCompared,
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
  try {
    await save(dependencies, releaseId, await fingerprintRelease(dependencies, releaseId))
  } catch (error) {
    await save(dependencies, releaseId, undefined)
    throw error
  }
  const project = await projectOf(dependencies.db, releaseId)
  if (!project) return
  if (project.isPresent) await saveCopiedShare(dependencies.db, { id: project.id, releaseId })
  await findCopies(dependencies.db, project.id)
}

async function fingerprintRelease(
  dependencies: Dependencies,
  releaseId: string,
): Promise<Indexed | undefined> {
  const files: UploadedFile[] = []
  let omitted = 0
  for await (const { path, size, text } of textsOf(dependencies, releaseId, limits)) {
    files.push({ path, size, text })
    if (text === undefined && isCompared(path)) omitted++
  }
  const found = await fingerprintInThread(files)
  return found && { ...found, omitted }
}

/** Saves nothing for a release that is neither present nor listed any more. */
const save = ({ db }: Dependencies, releaseId: string, found: Indexed | undefined): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const project = await projectOf(trx, releaseId)
    if (!project) return
    await replaceFingerprints(trx, { project, releaseId, version: fingerprintVersion }, found)
  })

/**
 * Makes fingerprints in a thread; undefined when it takes longer than 30 s or more than 256 MB. Throws when the code
 * breaks.
 */
export const fingerprintInThread = threadRunner<typeof fingerprintsOf>(
  { file: new URL('./fingerprints.ts', import.meta.url), name: 'fingerprintsOf' },
  { seconds: 30, memory: 256 },
)
