import type { Connection } from '../../platform/database/connection.ts'
import { republish } from '../save.ts'
import { updateRanAt } from './record-queries.ts'

/** Brings the catalogue in line with what is shown of the runs of a project. */
export async function recordShown(trx: Connection, projectId: string): Promise<void> {
  if (await updateRanAt(trx, projectId)) await republish(trx, [projectId])
}
