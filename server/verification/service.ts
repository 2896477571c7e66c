import { ProblemError } from '#contract/problem.ts'
import { type VerificationStatus, verificationMoves } from '#contract/verification.ts'
import type { Connection } from '../database/connection.ts'
import type { Caller } from '../http/session.ts'
import type { Parts } from '../parts.ts'
import { sendToReview } from '../projects/service.ts'

export { historyOf } from './history.ts'

export type StaffCaller = Caller<'admin' | 'super_admin'>

/** What staff decide. Without a status the present one is meant. */
export interface Decision {
  status?: VerificationStatus | undefined
  notes?: string | undefined
}

/** Decides about a project in a transaction of its own. */
export const verify = (parts: Pick<Parts, 'db' | 'jobs' | 'config'>, staff: StaffCaller, projectId: string, decision: Decision) =>
  parts.db.transaction().execute((trx) => decide(parts, trx, staff, projectId, decision))

/** Asks for verification again because of what `by` (a name) changed. Answers whether the project was not pending already. */
export const moveToPending = (trx: Connection, projectId: string, by: string): Promise<boolean> =>
  sendToReview(trx, projectId, by)

export async function decide(
  _parts: Pick<Parts, 'jobs' | 'config'>,
  _trx: Connection,
  _staff: StaffCaller,
  _projectId: string,
  _decision: Decision,
): Promise<void> {
  throw new ProblemError('unavailable', `Not yet ${Object.keys(verificationMoves).length}`)
}
