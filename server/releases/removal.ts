import { ProblemError } from '#contract/kit/problem.ts'

import { buyersOf } from '../orders/service.ts'
import type { Parts } from '../parts.ts'
import { ownProject, sendToReview } from '../projects/service.ts'
import { withdrawReleases } from './queries.ts'

/** Withdraws a project's releases. Buyers keep what they bought, and the sentence that is answered says so; the next upload makes the next release. */
export const removeFiles = ({ db }: Pick<Parts, 'db'>, ownerId: string, projectId: string): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    if (!project.releaseId) throw new ProblemError('not_found', 'Project files not found')
    await withdrawReleases(trx, projectId, ['pending', 'approved', 'rejected'])
    await sendToReview(trx, project, { releaseId: null })
    const buyers = await buyersOf(trx, projectId, 'source')
    if (buyers === 0) return 'The project files are deleted.'
    return `The project files are withdrawn. ${buyers === 1 ? '1 buyer keeps their download.' : `${buyers} buyers keep their downloads.`}`
  })
