import type { Reply } from '#contract/kit/endpoint.ts'
import type { projects } from '#contract/projects/projects.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import { memberById } from '../accounts/lookup-queries.ts'
import type { Connection } from '../platform/database/connection.ts'
import { picturesOf, recordEdition } from './editions/queries.ts'
import { copyChange, saveEdit } from './editions/service.ts'
import type { ProjectRow } from './queries.ts'
import { type ProjectChanges, recount, saveProject } from './save.ts'
import { insertVerification, type VerificationRow, verificationsOf } from './status-queries.ts'

/**
 * Saves changes to a locked project that staff have to check: it becomes pending until they decide, and what they
 * approved before stays as it was, on sale or not, as the settings say (server/projects/editions/service.ts). Answers false when it was pending already, and for one that staff sent back for changes, which its owner sends back
 * when all of them are made.
 */
export async function sendToReview(
  trx: Connection,
  project: ProjectRow,
  changes: ProjectChanges = {},
): Promise<boolean> {
  if (project.verificationStatus === 'pending') {
    // Saved even without changes, because it sets updatedAt: a staff member who has the project open must not approve
    // what they have not seen.
    await saveEdit(trx, project, changes)
    return false
  }
  if (project.verificationStatus === 'needs_changes') {
    await saveEdit(trx, project, { unsentSince: project.unsentSince ?? new Date(), ...changes })
    return false
  }
  await sendBack(trx, project, changes)
  return true
}

/** Makes a locked project pending in the name of its owner, with further changes. */
export async function sendBack(trx: Connection, project: ProjectRow, edit: ProjectChanges = {}) {
  const { name } = (await memberById(trx, project.ownerId))!
  await changeVerification(trx, project, { to: 'pending', notes: null, by: name }, edit)
}

/** One allowed change of a project's verification; `by` is the name of the person who makes it. */
interface Change {
  to: VerificationStatus
  notes: string | null
  by: string
  /** For staff only: their own note, why they approved all the same, and the rules that were off for its check. */
  staffNote?: string | undefined
  override?: string | undefined
  rulesOff?: string[] | undefined
}

/**
 * Moves a locked project to another status, saves an owner's edit with it, and inserts the change into its history. What
 * is approved becomes the record, and its next edition; what is sent back is stored as it is then. Answers the id of the
 * change.
 */
export async function changeVerification(
  trx: Connection,
  project: ProjectRow,
  change: Change,
  edit?: ProjectChanges,
): Promise<string> {
  const { id, verificationStatus } = project
  const { to, notes } = change
  const isSentBack = to === 'needs_changes' || to === 'rejected'
  const pictures = isSentBack ? (await picturesOf(trx, id)).map((picture) => picture.id) : []
  const verificationId = await insertVerification(trx, {
    ...change,
    projectId: id,
    from: verificationStatus as VerificationStatus,
    ...(isSentBack && { edition: { ...project, pictures } }),
  })
  if (to === 'approved') await copyChange(trx, project)
  const changes = {
    ...edit,
    verificationStatus: to,
    verificationNotes: notes,
    unsentSince: null,
    wasReminded: false,
  }
  if (edit) await saveEdit(trx, project, changes)
  else await saveProject(trx, id, { ...changes, ...(to === 'approved' && { verifiedAt: new Date() }) })
  if (to === 'approved') {
    await recordEdition(trx, id)
    // Who counts depends on the price at the approval.
    await recount(trx, id)
  }
  return verificationId
}

/** Every change of a project's verification, newest first; what staff wrote for themselves only for `staff`. */
export const historyOf = async (
  connection: Connection,
  projectId: string,
  as: 'owner' | 'staff',
): Promise<ShownVerification[]> =>
  (await verificationsOf(connection, projectId)).map((row) => toVerification(row, as))

type ShownVerification = Reply<typeof projects.verificationHistory>['verificationHistory'][number]

/** One change of a project's verification, as its owner or staff see it. */
const toVerification = (
  { status, previousStatus, verifiedAt, staffNote, override, rulesOff, undoes, ...rest }: VerificationRow,
  as: 'owner' | 'staff',
): ShownVerification => ({
  ...rest,
  status: status as VerificationStatus,
  previousStatus: previousStatus as VerificationStatus,
  verifiedAt: verifiedAt.toISOString(),
  isUndo: undoes !== null,
  ...(as === 'staff' && staffNote !== null && { staffNote }),
  ...(as === 'staff' && override !== null && { override }),
  ...(as === 'staff' && rulesOff !== null && { rulesOff }),
})
