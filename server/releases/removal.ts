import { ProblemError } from '#contract/kit/problem.ts'

import type { Parts } from '../parts.ts'
import { ownProject, sendToReview } from '../projects/service.ts'
import { withdrawReleases } from './queries.ts'

/** Withdraws a project's releases. Buyers keep what they bought; the next upload makes the next release. */
export const removeFiles = ({ db }: Pick<Parts, 'db'>, ownerId: string, projectId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    if (!project.releaseId) throw new ProblemError('not_found', 'Project files not found')
    await withdrawReleases(trx, projectId, ['pending', 'approved', 'rejected'])
    await sendToReview(trx, project, { releaseId: null })
  })
