import { type Caller, isStaff } from '../http/session.ts'
import type { Parts } from '../parts.ts'
import { recordAction } from '../staff/service.ts'
import { anyProject, ownProject } from './access.ts'
import { saveProject } from './save.ts'

/** Unlists a project for good, for its owner and staff. Its files stay for those who bought them. */
export const removeProject = ({ db }: Pick<Parts, 'db'>, caller: Caller, projectId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { title } = isStaff(caller)
      ? await anyProject(trx, projectId, { lock: true })
      : await ownProject(trx, caller.id, projectId, { lock: true })
    await saveProject(trx, projectId, { deletedAt: new Date() })
    if (isStaff(caller)) {
      await recordAction(trx, {
        staffId: caller.id,
        action: 'delete project',
        target: `project ${projectId}`,
        before: { title },
        after: null,
      })
    }
  })
