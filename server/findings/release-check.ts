import type { MailParts } from '../mail/enqueue.ts'
import type { Parts } from '../parts.ts'
import { textsOf } from '../releases/service.ts'
import { askOwner } from './ask-owner.ts'
import { checkVersion } from './check/check.ts'
import { checkApart } from './check/separate.ts'
import { checkOf, keepCheck, keepRelease, releasesToCheck, type StoredCheck } from './queries.ts'

/** How much of a release is read. What a stranger uploads may be all text. */
const limits = {
  fileBytes: 512 * 1024,
  sqlBytes: 2 * 1024 * 1024,
  totalBytes: 24 * 1024 * 1024,
  files: 5000,
}

/**
 * Checks a release once for each version of the rules, keeps what was found, or that it could not be checked, and tells its
 * owner what they have to do. Throws when its bytes are lost or damaged or a rule breaks; that it could not be checked
 * stands there until a later attempt succeeds. For a release that is deleted, also meanwhile, there is nothing to do.
 */
export async function checkRelease(parts: CheckParts, releaseId: string): Promise<void> {
  if ((await checkOf(parts.db, releaseId))?.version === checkVersion) return
  try {
    const checked = await checkApart(textsOf(parts, releaseId, limits))
    await keep(parts, { releaseId, version: checkVersion, checked })
  } catch (error) {
    if (await keep(parts, { releaseId, version: noVersion, checked: undefined })) throw error
  }
}

type CheckParts = MailParts & Pick<Parts, 'db' | 'storage'>

/** Keeps a check, and tells the owner; false when its release is gone. */
const keep = (parts: CheckParts, check: StoredCheck): Promise<boolean> =>
  parts.db.transaction().execute(async (trx) => {
    if (!(await keepRelease(trx, check.releaseId))) return false
    await keepCheck(trx, check)
    await askOwner(parts, trx, check.releaseId)
    return true
  })

/** Of no rules: it is checked again. */
const noVersion = 0

/** Asks for the check of every present release that this version of the rules has not checked. */
export async function checkStaleReleases({ db, jobs }: Pick<Parts, 'db' | 'jobs'>): Promise<void> {
  for (const releaseId of await releasesToCheck(db, checkVersion))
    await jobs.enqueue(db, 'check-release', { releaseId })
}
