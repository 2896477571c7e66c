import type { Reply } from '#contract/endpoint.ts'
import type { projects } from '#contract/projects/projects.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import type { Connection } from '../platform/database/connection.ts'
import { memberName, type ProjectRow } from './queries.ts'
import { type ProjectChanges, saveProject } from './save.ts'
import { insertMove, type MoveRow, movesOf, saveApprovedEdition } from './status-queries.ts'

/**
 * Saves changes to a locked project that staff have to check: it becomes pending and is unlisted until they decide.
 * Answers false when it was pending already.
 */
export async function sendToReview(
  trx: Connection,
  project: ProjectRow,
  changes: ProjectChanges = {},
): Promise<boolean> {
  if (project.verificationStatus === 'pending') {
    // Saved even without changes, because it sets updatedAt: a staff member who has the project open must not approve
    // what they have not seen.
    await saveProject(trx, project.id, changes)
    return false
  }
  const { name } = await memberName(trx, project.ownerId)
  await moveTo(trx, project, { to: 'pending', notes: null, by: name }, changes)
  return true
}

/** One allowed step of a project's verification; `by` is the name of the person who takes it. */
interface Step {
  to: VerificationStatus
  notes: string | null
  by: string
}

/**
 * Moves a locked project to another status, saves further changes with it, and inserts the step into its history. What is
 * approved is stored as it is then.
 */
export async function moveTo(
  trx: Connection,
  { id, verificationStatus }: ProjectRow,
  { to, notes, by }: Step,
  changes: ProjectChanges = {},
) {
  const verifiedAt = to === 'approved' ? new Date() : null
  await insertMove(trx, { projectId: id, from: verificationStatus as VerificationStatus, to, notes, by })
  await saveProject(trx, id, { ...changes, verificationStatus: to, verificationNotes: notes, verifiedAt })
  if (to === 'approved') await saveApprovedEdition(trx, id)
}

/** Every step of a project's verification, newest first. */
export const historyOf = async (connection: Connection, projectId: string): Promise<ShownMove[]> =>
  (await movesOf(connection, projectId)).map(toMove)

type ShownMove = Reply<typeof projects.verificationHistory>['verificationHistory'][number]

/** One step of a project's verification, as its owner and staff see it. */
const toMove = ({ status, previousStatus, verifiedAt, ...rest }: MoveRow): ShownMove => ({
  ...rest,
  status: status as VerificationStatus,
  previousStatus: previousStatus as VerificationStatus,
  verifiedAt: verifiedAt.toISOString(),
})
