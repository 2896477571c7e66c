import type { Parts } from '../../parts.ts'
import { threadRunner } from '../../platform/isolated.ts'
import { textsOf } from '../releases/texts.ts'
import { type fingerprintsOf, fingerprintVersion, isCompared } from './fingerprints.ts'
import { type Indexed, keepFingerprints, projectOf, releasesToIndex } from './queries.ts'

/** How much of a release is compared, of code only: a folder of data does not take its place. */
const limits = {
  fileBytes: 1024 * 1024,
  sqlBytes: 256 * 1024,
  totalBytes: 8 * 1024 * 1024,
  files: 3000,
  isWanted: isCompared,
}

/** Asks for the fingerprints of every present release whose own are of an earlier version. */
export async function indexStaleReleases({ db, jobs }: Pick<Parts, 'db' | 'jobs'>): Promise<void> {
  for (const releaseId of await releasesToIndex(db, fingerprintVersion))
    await jobs.enqueue(db, 'index-release', { releaseId })
}

/** Keeps the fingerprints of a release, or that they could not be made. Throws when its bytes are lost or damaged. */
export async function indexRelease(parts: Stores, releaseId: string): Promise<void> {
  try {
    await keep(parts, releaseId, await indexed(parts, releaseId))
  } catch (error) {
    await keep(parts, releaseId, undefined)
    throw error
  }
}

async function indexed(parts: Stores, releaseId: string): Promise<Indexed | undefined> {
  const texts: { path: string; text: string }[] = []
  let omitted = 0
  for await (const { path, text } of textsOf(parts, releaseId, limits)) {
    if (text !== undefined) texts.push({ path, text })
    else if (isCompared(path)) omitted++
  }
  const found = await fingerprintInThread(texts)
  return found && { ...found, omitted }
}

/** A release that is not the newest any more is left. */
const keep = ({ db }: Stores, releaseId: string, found: Indexed | undefined): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const project = await projectOf(trx, releaseId)
    if (!project) return
    await keepFingerprints(trx, { projectId: project.id, releaseId, version: fingerprintVersion }, found)
  })

type Stores = Pick<Parts, 'db' | 'storage'>

/** Makes fingerprints beside the event loop; undefined when it takes longer than 30 s or more than 256 MB. Throws when the code breaks. */
export const fingerprintInThread = threadRunner<typeof fingerprintsOf>(
  { file: new URL('./fingerprints.ts', import.meta.url), name: 'fingerprintsOf' },
  { seconds: 30, memory: 256 },
)
