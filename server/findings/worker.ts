import type { MailParts } from '../mail/enqueue.ts'
import type { Parts } from '../parts.ts'
import { checkRelease, checkStaleReleases } from './release-check.ts'

/** Checks the files of every new release, and after a change of the rules those of every present one. */
export async function workFindings(parts: MailParts & Pick<Parts, 'db' | 'storage' | 'jobs'>): Promise<void> {
  await parts.jobs.work('check-release', ({ releaseId }) => checkRelease(parts, releaseId))
  await parts.jobs.work('check-stale-releases', () => checkStaleReleases(parts))
  await parts.jobs.enqueue(parts.db, 'check-stale-releases', {})
}
