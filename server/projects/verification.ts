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
  /** For staff only: their own note, and why they approved all the same. */
  staffNote?: string | undefined
  override?: string | undefined
}

/**
 * Moves a locked project to another status, saves further changes with it, and inserts the step into its history. What
 * is approved is stored as it is then. Answers the id of the step.
 */
export async function moveTo(
  trx: Connection,
  { id, verificationStatus }: ProjectRow,
  step: Step,
  changes: ProjectChanges = {},
): Promise<string> {
  const { to, notes } = step
  const verifiedAt = to === 'approved' ? new Date() : null
  const move = await insertMove(trx, {
    ...step,
    projectId: id,
    from: verificationStatus as VerificationStatus,
  })
  await saveProject(trx, id, { ...changes, verificationStatus: to, verificationNotes: notes, verifiedAt })
  if (to === 'approved') await saveApprovedEdition(trx, id)
  return move
}

/** Every step of a project's verification, newest first; what staff wrote for themselves only for `staff`. */
export const historyOf = async (
  connection: Connection,
  projectId: string,
  as: 'owner' | 'staff',
): Promise<ShownMove[]> => (await movesOf(connection, projectId)).map((row) => toMove(row, as))

type ShownMove = Reply<typeof projects.verificationHistory>['verificationHistory'][number]

/** One step of a project's verification, as its owner or staff see it. */
const toMove = (
  { status, previousStatus, verifiedAt, staffNote, override, undoes, ...rest }: MoveRow,
  as: 'owner' | 'staff',
): ShownMove => ({
  ...rest,
  status: status as VerificationStatus,
  previousStatus: previousStatus as VerificationStatus,
  verifiedAt: verifiedAt.toISOString(),
  isUndo: undoes !== null,
  ...(as === 'staff' && staffNote !== null && { staffNote }),
  ...(as === 'staff' && override !== null && { override }),
})
