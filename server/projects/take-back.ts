import { ProblemError } from '#contract/kit/problem.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import { memberById } from '../accounts/lookup-queries.ts'
import type { Dependencies } from '../dependencies.ts'
import { ownProject } from './access.ts'
import { discardChange } from './discard-change.ts'
import { requireUnchanged } from './edits.ts'
import { saveProject } from './save.ts'
import { endClaims } from './staff/queue.ts'
import { insertVerification, newestVerification } from './status-queries.ts'

/**
 * Takes the change of the caller's own project back that waits or was sent back: the project is as staff approved it
 * last, and what the change brought is gone. Throws conflict when no change waits, when the project has changed since
 * `basedOn`, and when what was approved is not on sale any more, because staff took it off or its files are gone.
 */
export const takeChangeBack = (
  { db, jobs }: Pick<Dependencies, 'db' | 'jobs'>,
  ownerId: string,
  projectId: string,
  basedOn?: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    const { hasChanges, keepsSale, edition, releaseId, recordReleaseId } = project
    if (!hasChanges) throw new ProblemError('conflict', 'No change waits. Reload the page.')
    requireUnchanged(project, basedOn)
    if (!keepsSale || edition === null)
      throw new ProblemError(
        'conflict',
        'What was approved before is not on sale any more, so there is nothing to go back to. Edit the project instead.',
      )
    await discardChange(trx, project)
    if (recordReleaseId !== null && releaseId !== recordReleaseId)
      await jobs.enqueue(trx, 'index-release', { releaseId: recordReleaseId }, { ownerId })
    await endClaims(trx, projectId)
    const from = project.verificationStatus as VerificationStatus
    const { name } = (await memberById(trx, ownerId))!
    const undoes = await newestVerification(trx, projectId)
    await insertVerification(trx, { projectId, from, to: 'approved', notes: null, by: name, undoes })
    await saveProject(trx, projectId, {
      verificationStatus: 'approved',
      verificationNotes: null,
      unsentSince: null,
      wasReminded: false,
    })
  })
