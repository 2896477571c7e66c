import type { Parts } from '../parts.ts'
import { textsOf } from '../releases/service.ts'
import { checkVersion } from './check/check.ts'
import { checkApart } from './check/separate.ts'
import { checkOf, keepCheck, releasesToCheck } from './queries.ts'

/** How much of a release is read. What a stranger uploads may be all text. */
const limits = {
  fileBytes: 512 * 1024,
  sqlBytes: 2 * 1024 * 1024,
  totalBytes: 24 * 1024 * 1024,
  files: 5000,
}

/**
 * Checks a release once for each version of the rules, and keeps what was found, or that it could not be checked. Throws
 * when its bytes are lost or damaged or a rule breaks; that it could not be checked stands there until a later try succeeds.
 */
export async function checkRelease(parts: Pick<Parts, 'db' | 'storage'>, releaseId: string): Promise<void> {
  if ((await checkOf(parts.db, releaseId))?.version === checkVersion) return
  const checked = await checkApart(textsOf(parts, releaseId, limits)).catch(async (error: unknown) => {
    await keepCheck(parts.db, { releaseId, version: noVersion, checked: undefined })
    throw error
  })
  await keepCheck(parts.db, { releaseId, version: checkVersion, checked })
}

/** Of no rules: it is checked again. */
const noVersion = 0

/** Asks for the check of every present release that this version of the rules has not checked. */
export async function checkStaleReleases({ db, jobs }: Pick<Parts, 'db' | 'jobs'>): Promise<void> {
  for (const releaseId of await releasesToCheck(db, checkVersion))
    await jobs.enqueue(db, 'check-release', { releaseId })
}
