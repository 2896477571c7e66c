import type { Received } from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { ownLicenceDropped } from '#contract/projects/categories.ts'
import type { projects } from '#contract/projects/projects.ts'

import { requirePresentLicence } from '../accounts/acceptances.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Caller, isStaff } from '../platform/http/caller.ts'
import { ownProject } from './access.ts'
import { editAsOwner, editAsStaff } from './edits.ts'
import { decide } from './staff/decision.ts'
import { finaliseUpload } from './uploads/finalise.ts'

type Body = Received<typeof projects.update>['body']

/**
 * Updates a project. For an owner it makes a release of the upload that the body announces, then saves the edit; for
 * staff it saves the edit and the decision, both or neither. Answers a message for the owner, if there is one.
 */
export async function updateProject(
  dependencies: Dependencies,
  caller: Caller,
  projectId: string,
  body: Body,
): Promise<string | undefined> {
  if (isStaff(caller)) {
    const decision = {
      status: body.verificationStatus,
      notes: body.verificationNotes,
      staffNote: body.staffNote,
      override: body.verificationOverride,
    }
    await dependencies.db.transaction().execute(async (trx) => {
      await editAsStaff(trx, caller, projectId, body)
      await decide(dependencies, trx, caller, projectId, decision)
    })
    return undefined
  }
  const before = body.hasFiles && (await ownProject(dependencies.db, caller.id, projectId)).licence
  if (body.hasFiles) {
    // Checked before there is a release, so that what has arrived is kept.
    if (body.ownerLicence) await requirePresentLicence(dependencies.db, body.ownerLicence)
    await finaliseUpload(dependencies, caller.id, projectId, announcedCounts(body))
  }
  await editAsOwner(dependencies, caller, projectId, body)
  if (before !== 'own') return undefined
  const { licence } = await ownProject(dependencies.db, caller.id, projectId)
  return licence === 'readymade' && body.licence === undefined ? ownLicenceDropped : undefined
}

/** The counts of the upload that the browser announced. */
function announcedCounts({ fileCount, totalFileSize }: Body) {
  if (fileCount === undefined || totalFileSize === undefined) {
    throw new ProblemError('invalid_input', 'Say how many files and bytes were uploaded')
  }
  return { fileCount, totalFileSize }
}
