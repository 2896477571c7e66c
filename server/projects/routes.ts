import { findings } from '#contract/projects/findings.ts'
import { projects } from '#contract/projects/projects.ts'
import { questions } from '#contract/projects/questions.ts'
import { staffProjects } from '#contract/projects/staff/projects.ts'
import { similarity } from '#contract/projects/staff/similarity.ts'
import { verification } from '#contract/projects/staff/verification.ts'
import { settings } from '#contract/staff/settings-calls.ts'

import { listPublished } from '../catalogue/list/list.ts'
import { recordPoorSearch } from '../catalogue/search/synonyms.ts'
import { ownCardsOf, relatedTo } from '../catalogue/service.ts'
import type { Area, Dependencies } from '../dependencies.ts'
import { isStaff } from '../platform/http/caller.ts'
import type { Handlers, Serve } from '../platform/http/serve.ts'
import { withPicturePass } from '../platform/images/pass.ts'
import { anyEdited, ownProject, projectFor, requireVisible } from './access.ts'
import { changesSinceDecision } from './editions/changes.ts'
import { changeWhileChangesWait } from './editions/setting.ts'
import { editAsOwner, updateOwnProject, verifyAgain } from './edits.ts'
import { featuredInOrder, orderFeatured } from './featured.ts'
import { toFacts } from './findings/presenter.ts'
import {
  allSwitches,
  findingsFor,
  projectsWaitingForOwner,
  readCheckContext,
  recheck,
  setRule,
  unwaive,
  waive,
} from './findings/service.ts'
import { coverRoute, mediaRoutes } from './images/service.ts'
import { logRoutes } from './log/serve.ts'
import { boughtAmong, filesAmong, findOwned } from './owner-queries.ts'
import { answerQuestion, askQuestion, questionsOf } from './questions/service.ts'
import { releaseRoutes, sampleRoutes, sourceRoutes, uploadRoutes } from './release-routes.ts'
import { readmePictureRoutes } from './releases/readme-pictures.ts'
import { removeProject } from './removal.ts'
import { runPictureRoutes } from './run-records/pictures.ts'
import { runNewest } from './run-records/queue.ts'
import { hasRun } from './run-records/service.ts'
import { runRoutes } from './run-routes.ts'
import { createOwnProject, duplicateProject, projectForOwner, setArchived } from './service.ts'
import { compareProjects, similarTo } from './similarity/service.ts'
import { recordSourceRead } from './source/service.ts'
import { undo, updateAsStaff } from './staff/decision.ts'
import { recalledAmong } from './staff/lookup-queries.ts'
import { claim, claimNext, readForVerification, readQueue, skip, unclaim } from './staff/queue.ts'
import { createForMember, listForStaff, updateMany } from './staff/service.ts'
import { takeChangeBack } from './take-back.ts'
import { historyOf } from './verification.ts'
import { viewCounter } from './views.ts'

export const registerProjects: Area = ({ app, serve }, dependencies) => {
  serve(projects, {
    ...projectHandlers(dependencies),
    ...recordHandlers(dependencies),
    ...listHandlers(dependencies),
  })
  staffProjectRoutes(serve, dependencies)
  releaseRoutes(serve, dependencies)
  uploadRoutes(serve, dependencies)
  sourceRoutes(serve, dependencies)
  sampleRoutes(serve, dependencies)
  runRoutes(serve, dependencies)
  findingRoutes(serve, dependencies)
  similarityRoutes(serve, dependencies)
  questionRoutes(serve, dependencies)
  serve(
    { verification: settings.verification },
    {
      verification: ({ query, body }, { caller }) =>
        changeWhileChangesWait(dependencies, caller, { value: body, edited: query.version }),
    },
  )
  mediaRoutes(app, dependencies)
  coverRoute(app, dependencies)
  readmePictureRoutes(app, dependencies)
  runPictureRoutes(app, dependencies)
  logRoutes(app, dependencies)
}

/**
 * The handlers of the calls about a project's record; recordHandlers answers those that combine it with other data.
 */
const projectHandlers = (dependencies: Dependencies) =>
  ({
    mine: async ({ query }, { caller }) => {
      const { rows, pagination } = await findOwned(dependencies.db, caller.id, query)
      const ids = rows.map(({ id }) => id)
      const [cards, recalled, filesOf, bought, blocked] = await Promise.all([
        ownCardsOf(dependencies.db, ids),
        recalledAmong(dependencies.db, ids),
        filesAmong(dependencies.db, ids),
        boughtAmong(dependencies.db, ids),
        projectsWaitingForOwner(dependencies.db, ids),
      ])
      const projects = cards.map((card) => {
        const files = filesOf.get(card._id)
        return {
          ...withPicturePass(dependencies.secret, card),
          hasFiles: typeof files?.fileCount === 'number',
          fileCount: files?.fileCount ?? 0,
          totalFileSize: files?.totalSize ?? 0,
          hasWaitingChanges: files?.hasChanges ?? false,
          isOnSale: files?.isOnSale ?? false,
          hasBuyers: bought.has(card._id),
          waitsForOwner: blocked.has(card._id),
        }
      })
      return { projects, recalled, pagination }
    },
    create: async ({ body }, { caller }) => {
      const project = await createOwnProject(dependencies, caller.id, body)
      return { project, _id: project._id }
    },
    ownerUpdate: async ({ params, body }, { caller }) => {
      const again = await editAsOwner(dependencies, caller, params.id, body)
      return {
        project: await projectForOwner(dependencies, caller.id, params.id),
        message: again ? verifyAgain : 'Project updated successfully!',
      }
    },
    archive: async ({ params }, { caller }) => {
      await setArchived(dependencies, caller.id, params.id, true)
    },
    restore: async ({ params }, { caller }) => {
      await setArchived(dependencies, caller.id, params.id, false)
    },
    duplicate: async ({ params }, { caller }) => ({
      _id: await duplicateProject(dependencies, caller.id, params.id),
    }),
    changes: async ({ params }, { caller }) => {
      const project = await (isStaff(caller)
        ? anyEdited(dependencies.db, params.id)
        : ownProject(dependencies.db, caller.id, params.id))
      const { since, changes, fromEdition } = await changesSinceDecision(dependencies.db, project)
      const isSentBack = since !== null && since.status !== 'approved'
      return { changes: fromEdition, sentBack: isSentBack ? { since, changes } : null }
    },
    takeBack: async ({ params, query }, { caller }) => {
      await takeChangeBack(dependencies, caller.id, params.id, query.basedOn)
      return { project: await projectForOwner(dependencies, caller.id, params.id) }
    },
    verificationHistory: async ({ params }, { caller }) => {
      await (isStaff(caller)
        ? anyEdited(dependencies.db, params.id)
        : ownProject(dependencies.db, caller.id, params.id))
      const as = isStaff(caller) ? 'staff' : 'owner'
      return { verificationHistory: await historyOf(dependencies.db, params.id, as) }
    },
  }) satisfies Partial<Handlers<typeof projects>>

/**
 * The handlers of the calls that combine a project's record with its releases, its buyers, or the mail about a
 * decision. None of those parts imports this file.
 */
const recordHandlers = (dependencies: Dependencies) =>
  ({
    get: async ({ params }, { caller }) => ({
      project: await projectFor(dependencies, caller, params.id),
    }),
    update: async ({ params, body }, { caller }) => {
      // The specification has one call for both roles.
      const message = isStaff(caller)
        ? await updateAsStaff(dependencies, caller, params.id, body)
        : await updateOwnProject(dependencies, caller, params.id, body)
      const project = await projectFor(dependencies, caller, params.id)
      return { project, ...(message !== undefined && { message }) }
    },
    remove: async ({ params }, { caller }) => ({
      message: await removeProject(dependencies, caller, params.id),
    }),
  }) satisfies Partial<Handlers<typeof projects>>

/** The calls about projects that only staff make. */
function staffProjectRoutes(serve: Serve, dependencies: Dependencies): void {
  serve(staffProjects, {
    bulkUpdate: ({ body }, { caller }) => updateMany(dependencies, caller, body),
    featured: async () => ({ featured: await featuredInOrder(dependencies.db) }),
    orderFeatured: async ({ body }, { caller }) => ({
      featured: await orderFeatured(dependencies, caller, body),
    }),
    create: async ({ body }, { caller }) => {
      const project = await createForMember(dependencies, caller, body)
      return { _id: project._id, project }
    },
  })
  serve(verification, {
    queue: async (_, { caller }) => ({ queue: await readQueue(dependencies, caller) }),
    next: async ({ query }, { caller }) => ({ _id: await claimNext(dependencies, caller, query) }),
    project: ({ params, query }, { caller }) => readForVerification(dependencies, caller, params.id, query),
    skip: async ({ params }, { caller }) => {
      await skip(dependencies.db, caller, params.id)
    },
    undo: async ({ params }, { caller }) => {
      await undo(dependencies, caller, params.id)
    },
    claim: async ({ params }, { caller }) => ({ claim: await claim(dependencies.db, caller, params.id) }),
    unclaim: async ({ params }, { caller }) => {
      await unclaim(dependencies.db, caller, params.id)
    },
  })
}

/** The handlers of the list, which differs for staff, and of what its page and those of projects ask beside it. */
const listHandlers = ({ db, config, secret }: Dependencies) => {
  const countView = viewCounter(db, config)
  return {
    list: async ({ query }, { caller, request }) => {
      if (isStaff(caller)) return listForStaff({ db, secret }, query)
      const [list, anyRan] = await Promise.all([listPublished(db, query), hasRun(db)])
      const { daily } = request.server
      if (query.search && query.page === 1 && daily.visitorOf(request)) {
        daily.count('searches')
        if (list.pagination.total === 0) daily.count('empty_searches')
        // The answer does not wait for it.
        if ('match' in list && (list.match === 'near' || list.match === 'popular'))
          void recordPoorSearch(db, query.search).catch((error: unknown) => request.log.error(error))
      }
      return { ...list, hasRun: anyRan }
    },
    related: async ({ params }, { caller }) => {
      await requireVisible(db, caller, params.id)
      return { projects: await relatedTo(db, params.id) }
    },
    countView: async ({ params, body }, { request }) => {
      const visitor = request.server.daily.visitorOf(request)
      if (visitor)
        await countView({ projectId: params.id, from: body.from, host: request.headers.host, visitor })
    },
  } satisfies Partial<Handlers<typeof projects>>
}

const questionRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(questions, {
    list: async ({ params }, { caller }) => {
      const project = await requireVisible(dependencies.db, caller, params.id)
      return { questions: await questionsOf(dependencies.db, caller, project) }
    },
    ask: async ({ params, body }, { caller }) => ({
      question: await askQuestion(dependencies, caller, params.id, body.text),
    }),
    answer: async ({ params, body }, { caller }) => ({
      question: await answerQuestion(dependencies, caller.id, params, body.text),
    }),
  })

const similarityRoutes = (serve: Serve, { db }: Dependencies) =>
  serve(similarity, {
    get: async ({ params }) => ({ similarity: await similarTo(db, params.id) }),
    compare: async ({ params }, { caller }) => {
      const comparison = await compareProjects(db, params.id, params.that)
      for (const id of [params.id, params.that]) await recordSourceRead(db, caller, id)
      return { comparison }
    },
  })

const findingRoutes = (serve: Serve, dependencies: Dependencies) => {
  const { db } = dependencies
  serve(findings, {
    get: async ({ params }, { caller }) => ({ findings: await findingsFor(db, caller, params.id) }),
    waive: async ({ params, body }, { caller }) => {
      const found = await waive(db, caller.id, params.id, body)
      if (!found.isBlocked) await runNewest(dependencies, params.id)
      return { findings: found }
    },
    unwaive: async ({ params, query }, { caller }) => ({
      findings: await unwaive(db, caller.id, params.id, query),
    }),
    recheck: async ({ params }, { caller }) => ({ findings: await recheck(dependencies, caller, params.id) }),
    facts: async ({ params }, { caller }) => ({
      facts: toFacts(await readCheckContext(db, await requireVisible(db, caller, params.id))),
    }),
    rules: async () => ({ rules: await allSwitches(db) }),
    setRule: async ({ params, body }, { caller }) => ({
      rules: await setRule(db, caller, params.rule, body),
    }),
  })
}
