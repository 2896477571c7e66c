import { recordAudit } from '../../audit/service.ts'
import type { Connection } from '../../database/connection.ts'
import { type Caller, isStaff } from '../../http/session.ts'
import { anyProject, ownProject } from '../access.ts'
import { saveProject } from '../save.ts'
import { lockProject } from './queries.ts'

/** Unlists a project for good, for its owner and staff, in the caller's transaction: until that ends, nobody orders it. Its files are not touched. */
export async function removeProject(trx: Connection, caller: Caller, projectId: string): Promise<void> {
  await lockProject(trx, projectId)
  const { title } = isStaff(caller)
    ? await anyProject(trx, projectId)
    : await ownProject(trx, caller.id, projectId)
  await saveProject(trx, projectId, {
    deletedAt: new Date(),
    releaseId: null,
    reportKey: null,
    reportName: null,
    reportPricePaise: null,
  })
  if (!isStaff(caller)) return
  await recordAudit(trx, {
    staff: caller,
    action: 'delete project',
    about: `project ${projectId}`,
    name: title,
    before: { title },
    after: null,
  })
}
