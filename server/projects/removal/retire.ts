import { forgetWords, wordsOf } from '../../catalogue/service.ts'
import type { Connection } from '../../database/connection.ts'
import { type ProjectChanges, saveProject } from '../save.ts'
import { clearHistory, deletedTitle } from './queries.ts'

export { deleteProjects, keepProjects, lockProjectsOf } from './queries.ts'

/** Takes locked projects off the public lists for good, with all that their owner wrote but the title, which is on the buyers' orders. */
export async function retireProjects(trx: Connection, projectIds: string[]): Promise<void> {
  await takeWords(trx, projectIds, {
    deletedAt: new Date(),
    releaseId: null,
    reportKey: null,
    reportName: null,
    reportPricePaise: null,
    idempotencyKey: null,
    requestHash: null,
  })
}

/** Takes from a locked project that is off the marketplace for good all that its owner wrote, the title too: nobody ordered it. */
export const eraseWords = (trx: Connection, projectId: string): Promise<void> =>
  takeWords(trx, [projectId], { title: deletedTitle, technologies: [], repository: projectId })

async function takeWords(trx: Connection, projectIds: string[], changes: ProjectChanges) {
  const words = await wordsOf(trx, projectIds)
  for (const id of projectIds)
    await saveProject(trx, id, {
      description: '',
      features: [],
      requirements: [],
      tags: [],
      demoUrl: null,
      githubUrl: null,
      verificationNotes: null,
      ...changes,
    })
  await clearHistory(trx, projectIds)
  await forgetWords(trx, words)
}
