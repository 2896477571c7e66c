import { ProblemError } from '#contract/problem.ts'
import type { Project, projects } from '#contract/projects.ts'

import { cardsOf, listPublished, paginationOf, relatedTo } from '../catalogue/service.ts'
import type { Handlers } from '../http/serve.ts'
import { isStaff } from '../http/session.ts'
import type { Parts } from '../parts.ts'
import { finaliseUpload } from '../releases/service.ts'
import { historyOf } from '../verification/service.ts'
import { editAsOwner, editAsStaff } from './edits.ts'
import { removeProject } from './removal.ts'
import { anyProject, createProject, ownProject, requireVisible } from './service.ts'
import { findForStaff, findOwned } from './unpublished-queries.ts'
import { projectFor } from './view.ts'

/** Of the calls about projects those that ask who calls; the catalogue answers the others. */
export const projectHandlers = (parts: Parts) =>
  ({
    list: async ({ query }, { caller }) => {
      if (!isStaff(caller)) return { success: true, ...(await listPublished(parts.db, query)) }
      const { total, ids } = await findForStaff(parts.db, query)
      return { success: true, projects: await cardsOf(parts.db, ids), pagination: paginationOf(query, total) }
    },
    mine: async ({ query }, { caller }) => {
      const { total, ids } = await findOwned(parts.db, caller.id, query)
      return { success: true, projects: await cardsOf(parts.db, ids), pagination: paginationOf(query, total) }
    },
    get: async ({ params }, { caller }) => answer(await projectFor(parts.db, caller, params.id)),
    related: async ({ params }, { caller }) => {
      await requireVisible(parts.db, caller, params.id)
      return { success: true, projects: await relatedTo(parts.db, params.id) }
    },
    create: async ({ body }, { caller }) => {
      const project = await createProject(parts, caller.id, body)
      const { _id } = project
      return { ...answer(project), _id }
    },
    update: async ({ params, body }, { caller }) => {
      if (isStaff(caller)) {
        await editAsStaff(parts, caller, params.id, body)
      } else {
        if (body.hasFiles) await finaliseUpload(parts, caller.id, params.id, claimIn(body))
        await editAsOwner(parts, caller, params.id, body)
      }
      return answer(await projectFor(parts.db, caller, params.id))
    },
    ownerUpdate: async ({ params, body }, { caller }) => {
      const again = await editAsOwner(parts, caller, params.id, body)
      return {
        ...answer(await projectFor(parts.db, caller, params.id)),
        message: again ? verifyAgain : 'Project updated successfully!',
      }
    },
    remove: async ({ params }, { caller }) => {
      await removeProject(parts, caller, params.id)
      return { success: true }
    },
    verificationHistory: async ({ params }, { caller }) => {
      await (isStaff(caller) ? anyProject(parts.db, params.id) : ownProject(parts.db, caller.id, params.id))
      return { success: true, verificationHistory: await historyOf(parts.db, params.id) }
    },
  }) satisfies Partial<Handlers<typeof projects>>

const verifyAgain = 'Project updated successfully! Project requires re-verification by an admin.'

const answer = (project: Project) => ({ success: true as const, project })

/** What the browser says it has uploaded. */
function claimIn({
  fileCount,
  totalFileSize,
}: {
  fileCount?: number | undefined
  totalFileSize?: number | undefined
}) {
  if (fileCount === undefined || totalFileSize === undefined) {
    throw new ProblemError('invalid_input', 'Say how many files and bytes were uploaded')
  }
  return { fileCount, totalFileSize }
}
