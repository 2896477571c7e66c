import { paginationOf } from '#contract/kit/paging.ts'
import type { Project, projects } from '#contract/projects.ts'

import { cardsOf, relatedTo } from '../catalogue/service.ts'
import type { Handlers } from '../http/serve.ts'
import { isStaff } from '../http/session.ts'
import type { Parts } from '../parts.ts'
import { anyProject, ownProject, requireVisible } from './access.ts'
import { editAsOwner } from './edits.ts'
import { duplicateProject, setArchived } from './listing-actions.ts'
import { filesAmong, findOwned, recalledAmong } from './owned/unpublished-queries.ts'
import { createProject, projectForOwner } from './service.ts'
import { historyOf } from './verification/service.ts'

/** Of the calls about projects those that need the record alone: the catalogue answers what is public, listings what other nouns know more of. */
export const projectHandlers = (parts: Parts) =>
  ({
    mine: async ({ query }, { caller }) => {
      const { total, ids } = await findOwned(parts.db, caller.id, query)
      const [cards, recalled, filesOf] = await Promise.all([
        cardsOf(parts.db, ids),
        recalledAmong(parts.db, ids),
        filesAmong(parts.db, ids),
      ])
      const projects = cards.map((card) => {
        const files = filesOf.get(card._id)
        return {
          ...card,
          hasFiles: files !== undefined,
          fileCount: files?.fileCount ?? 0,
          totalFileSize: files?.totalSize ?? 0,
        }
      })
      return { success: true, projects, recalled, pagination: paginationOf(query, total) }
    },
    related: async ({ params }, { caller }) => {
      await requireVisible(parts.db, caller, params.id)
      return { success: true, projects: await relatedTo(parts.db, params.id) }
    },
    create: async ({ body }, { caller }) => {
      const { project } = await createProject(parts.db, caller.id, body)
      const { _id } = project
      return { ...answer(project), _id }
    },
    ownerUpdate: async ({ params, body }, { caller }) => {
      const again = await editAsOwner(parts, caller, params.id, body)
      return {
        ...answer(await projectForOwner(parts.db, caller.id, params.id)),
        message: again ? verifyAgain : 'Project updated successfully!',
      }
    },
    archive: async ({ params }, { caller }) => {
      await setArchived(parts, caller.id, params.id, true)
      return { success: true }
    },
    restore: async ({ params }, { caller }) => {
      await setArchived(parts, caller.id, params.id, false)
      return { success: true }
    },
    duplicate: async ({ params }, { caller }) => ({
      success: true,
      _id: await duplicateProject(parts, caller.id, params.id),
    }),
    verificationHistory: async ({ params }, { caller }) => {
      await (isStaff(caller) ? anyProject(parts.db, params.id) : ownProject(parts.db, caller.id, params.id))
      return { success: true, verificationHistory: await historyOf(parts.db, params.id) }
    },
  }) satisfies Partial<Handlers<typeof projects>>

const verifyAgain = 'Project updated successfully! Project requires re-verification by an admin.'

const answer = (project: Project) => ({ success: true as const, project })
