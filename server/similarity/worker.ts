import type { Parts } from '../parts.ts'
import { textsOf } from '../releases/service.ts'
import { fingerprintApart } from './apart.ts'
import { keepFingerprints, projectOf, releasesToIndex } from './queries.ts'
import { fingerprintVersion } from './winnow.ts'

/** How much of a release is compared. */
const limits = {
  fileBytes: 256 * 1024,
  sqlBytes: 256 * 1024,
  totalBytes: 8 * 1024 * 1024,
  files: 3000,
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

/** Keeps the fingerprints of a release, or that they could not be made; a release that is not the newest any more is left. */
async function indexRelease(parts: Pick<Parts, 'db' | 'storage'>, releaseId: string): Promise<void> {
  const texts: { path: string; text: string }[] = []
  for await (const { path, text } of textsOf(parts, releaseId, limits))
    if (text !== undefined) texts.push({ path, text })
  const found = await fingerprintApart(texts)
  await parts.db.transaction().execute(async (trx) => {
    const project = await projectOf(trx, releaseId)
    if (!project) return
    await keepFingerprints(trx, { projectId: project.id, releaseId, version: fingerprintVersion }, found)
  })
}
