import type { ReplyFields } from '#contract/kit/endpoint.ts'
import { limits } from '#contract/kit/limits.ts'
import type { projectPage } from '#contract/orders/project-page.ts'

import { publishedBy, relatedTo } from '../catalogue/service.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Caller } from '../platform/http/caller.ts'
import { isPublic, projectAs, visibleProject } from '../projects/access.ts'
import { toFacts } from '../projects/findings/presenter.ts'
import { readCheckContext } from '../projects/findings/service.ts'
import { questionsOf } from '../projects/questions/service.ts'
import { contentsOf } from '../projects/releases/contents.ts'
import { runOf } from '../projects/run-records/service.ts'
import { samplesOf } from '../projects/samples/service.ts'
import { reviewsOf } from './reviews/service.ts'

/**
 * All data of a project's page as this caller sees it: everybody sees a published project, only its owner and staff any
 * other. Throws not_found. It is part of orders because reviews need a purchase. `report` is called with errors about
 * lost or damaged bytes.
 */
export async function pageOfProject(
  dependencies: Dependencies,
  caller: Caller | undefined,
  projectId: string,
  report: (error: unknown) => void,
): Promise<ReplyFields<(typeof projectPage)['get']>> {
  const { db } = dependencies
  const { row, as } = await visibleProject(db, caller, projectId)
  const project = await projectAs(dependencies, row, as)
  const known = readCheckContext(db, row)
  const [contents, opinions, questions, facts, samples, related, published, run] = await Promise.all([
    contentsOf(dependencies, { ...row, isPublished: isPublic(row) }, report),
    reviewsOf(db, projectId),
    questionsOf(db, caller, row),
    known.then(toFacts),
    samplesOf(dependencies, caller, row, known, report),
    relatedTo(db, projectId),
    // Enough that some remain after the project itself and the related ones are removed.
    project.projectOwner.isPublic
      ? publishedBy(db, row.ownerId, { page: 1, limit: 1 + 2 * limits.related })
      : [],
    runOf(db, projectId),
  ])
  const shownIds = new Set([projectId, ...related.map(({ _id }) => _id)])
  const others = published.filter(({ _id }) => !shownIds.has(_id)).slice(0, limits.related)
  return { project, contents, opinions, questions, facts, run, samples, related, others }
}
