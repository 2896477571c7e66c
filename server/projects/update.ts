import type { Received } from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { ownLicenceDropped } from '#contract/projects/categories.ts'
import type { projects } from '#contract/projects/projects.ts'

import { requirePresentLicence } from '../accounts/acceptances.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Caller } from '../platform/http/caller.ts'
import { ownProject } from './access.ts'
import { editAsOwner } from './edits.ts'
import { finaliseUpload } from './uploads/finalise.ts'

type Body = Received<typeof projects.update>['body']

/**
 * Updates the caller's own project: makes a release of the upload that the body announces, then saves the edit. Answers
 * a message for the owner, if there is one.
 */
export async function updateOwnProject(
  dependencies: Dependencies,
  caller: Caller,
  projectId: string,
  body: Body,
): Promise<string | undefined> {
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
