import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import type { Parts } from '../../parts.ts'
import { separateEnvironment } from '../../platform/isolated.ts'
import { textsOf } from '../releases/texts.ts'
import { type Fingerprints, fingerprintVersion, isCompared } from './fingerprints.ts'
import { type Indexed, keepFingerprints, projectOf, releasesToIndex } from './queries.ts'

/** How much of a release is compared, of code only: a folder of data does not take its place. */
const limits = {
  fileBytes: 1024 * 1024,
  sqlBytes: 256 * 1024,
  totalBytes: 8 * 1024 * 1024,
  files: 3000,
  isWanted: isCompared,
}

/** Indexes every new release, and after a change of what a fingerprint is every present one. */
export async function workSimilarity(parts: Pick<Parts, 'db' | 'storage' | 'jobs'>): Promise<void> {
  await parts.jobs.work('index-release', ({ releaseId }) => indexRelease(parts, releaseId))
  await parts.jobs.work('index-stale-releases', async () => {
    for (const releaseId of await releasesToIndex(parts.db, fingerprintVersion))
      await parts.jobs.enqueue(parts.db, 'index-release', { releaseId })
  })
  await parts.jobs.enqueue(parts.db, 'index-stale-releases', {})
}

/** Keeps the fingerprints of a release, or that they could not be made. Throws when its bytes are lost or damaged. */
async function indexRelease(parts: Stores, releaseId: string): Promise<void> {
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
  const found = await fingerprintApart(texts)
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
export async function fingerprintApart(
  texts: { path: string; text: string }[],
  { seconds = 30 }: { seconds?: number } = {},
): Promise<Fingerprints | undefined> {
  const worker = new Worker(join(import.meta.dirname, 'fingerprint-thread.ts'), {
    workerData: texts,
    env: separateEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Fingerprints | undefined>()
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(undefined) : reject(error),
  )
  const late = setTimeout(() => resolve(undefined), seconds * 1000)
  try {
    return await promise
  } finally {
    clearTimeout(late)
    await worker.terminate()
  }
}
