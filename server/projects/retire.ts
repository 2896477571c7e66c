import { forgetWords, wordsOf } from '../catalogue/service.ts'
import type { Connection } from '../database/connection.ts'
import { clearHistory } from './retire-queries.ts'
import { saveProject } from './save.ts'

export { deleteProjects, keepProjects, lockProjectsOf } from './retire-queries.ts'

/** Takes locked projects off the public lists for good, with all that their owner wrote but the title, which is on the buyers' orders. */
export async function retireProjects(trx: Connection, projectIds: string[]): Promise<void> {
  const words = await wordsOf(trx, projectIds)
  for (const id of projectIds)
    await saveProject(trx, id, {
      deletedAt: new Date(),
      releaseId: null,
      description: '',
      features: [],
      requirements: [],
      tags: [],
      demoUrl: null,
      githubUrl: null,
      verificationNotes: null,
      reportKey: null,
      reportName: null,
      reportPricePaise: null,
      idempotencyKey: null,
      requestHash: null,
    })
  await clearHistory(trx, projectIds)
  await forgetWords(trx, words)
}
