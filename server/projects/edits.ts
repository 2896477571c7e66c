import { isDeepStrictEqual } from 'node:util'

import { paiseOf, rupeesOf } from '#contract/kit/amounts.ts'
import type { Received } from '#contract/kit/endpoint.ts'
import { inRupees } from '#contract/kit/format.ts'
import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'
import { licenceFileMissing, ownLicenceDropped } from '#contract/projects/categories.ts'
import { writtenFields } from '#contract/projects/edits.ts'
import type { projects } from '#contract/projects/projects.ts'
import { type OwnerChange, sendsToReview } from '#contract/projects/verification.ts'

import { needsOwnerLicence, recordOwnerLicence, requirePresentLicence } from '../accounts/acceptances.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireNoContactDetails } from '../platform/contact-details/contact-details.ts'
import type { Connection } from '../platform/database/connection.ts'
import type { Caller, StaffCaller } from '../platform/http/caller.ts'
import { recordAudit } from '../staff/audit/service.ts'
import { requirePeople } from '../staff/second-person.ts'
import { anyEdited, ownProject } from './access.ts'
import { saveEdit, saveEditOfStaff } from './editions/service.ts'
import { lacksLicenceFile, type ProjectRow } from './queries.ts'
import { askWhenChecked } from './run-records/queue.ts'
import { takeOffSale } from './save.ts'
import { requireSignIns } from './sign-in-texts.ts'
import { firstPlace } from './status-queries.ts'
import { finaliseUpload } from './uploads/finalise.ts'
import { sendBack, sendToReview } from './verification.ts'

type Body = Received<typeof projects.update>['body']
/** The fields that an owner may change; all others in a body are ignored. */
const sharedFields = [...writtenFields, 'isActive'] as const satisfies readonly OwnerChange[]
const ownersFields = [...sharedFields, 'allowsSeats'] as const satisfies readonly OwnerChange[]
const staffsFields = [...sharedFields, 'isFeatured'] as const

/**
 * Changes the caller's own project. Answers whether that sent it back to pending: because staff had verified what it
 * changes, or because it needed changes and the body sends it back for checking. Throws conflict when the project has
 * changed since `basedOn`, its updatedAt as the owner saw it, and when one without files is sent back, and
 * invalid_input for a technology, tag or demo sign-in with a contact detail.
 */
export const editAsOwner = (
  { db }: Dependencies,
  owner: Caller,
  projectId: string,
  body: Body,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, owner.id, projectId, { lock: true })
    if (body.ownerLicence) await recordOwnerLicence(trx, owner.id, projectId, body.ownerLicence)
    const changes = changesIn(project, body, ownersFields)
    const isSentBack = body.verificationStatus === 'pending' && project.verificationStatus === 'needs_changes'
    if (isEmpty(changes) && !isSentBack) return false
    requireUnchanged(project, body.basedOn)
    requireNoContactDetails({ technologies: changes.technologies, tags: changes.tags })
    requireSignIns(changes.demoSignIns)
    requireBundle(project, changes)
    await requireLicenceFile(trx, project, changes)
    await requireSeatsLicensed(trx, project, changes)
    if (isSentBack) {
      if (project.releaseId === null)
        throw new ProblemError('conflict', 'Upload its files first. Then send it back for checking.')
      await sendBack(trx, project, changes)
      await askWhenChecked(trx, project.releaseId, changes.demoSignIns ? 'sign_ins' : 'upload')
      return true
    }
    if (needsReview(changes)) {
      const isSent = await sendToReview(trx, project, changes)
      if ((isSent || changes.demoSignIns) && project.releaseId)
        await askWhenChecked(trx, project.releaseId, changes.demoSignIns ? 'sign_ins' : 'upload')
      return isSent
    }
    await saveEdit(trx, project, changes)
    return false
  })

/**
 * Updates the caller's own project: makes a release of the upload that the body announces, saves the edit, and sends a
 * project that needs changes back to staff if the body asks for it. Answers a message for the owner, if there is one.
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
  const isSent =
    (await editAsOwner(dependencies, caller, projectId, body)) && body.verificationStatus === 'pending'
  const { licence } = await ownProject(dependencies.db, caller.id, projectId)
  const isDropped = before === 'own' && licence === 'readymade' && body.licence === undefined
  return [isSent && verifyAgain, isDropped && ownLicenceDropped].filter(Boolean).join(' ') || undefined
}

export const verifyAgain = 'Project updated successfully! Project requires re-verification by an admin.'

/** The counts of the upload that the browser announced. */
function announcedCounts({ fileCount, totalFileSize }: Body) {
  if (fileCount === undefined || totalFileSize === undefined) {
    throw new ProblemError('invalid_input', 'Say how many files and bytes were uploaded')
  }
  return { fileCount, totalFileSize }
}

/**
 * Changes any project in the caller's transaction without another verification, and records it in the audit log. Returns
 * the project as it was and what changed; undefined when nothing did. Throws conflict when the project has changed since
 * `basedOn`, its updatedAt as the staff member saw it; not_allowed for a price, unless a super admin changes it.
 */
export async function editAsStaff(
  trx: Connection,
  staff: StaffCaller,
  projectId: string,
  body: Body,
): Promise<{ project: ProjectRow; changes: Partial<ProjectRow> } | undefined> {
  const project = await anyEdited(trx, projectId, { lock: true })
  requireUnchanged(project, body.basedOn)
  const changes = changesIn(project, body, staffsFields)
  if (isEmpty(changes)) return undefined
  if ('pricePaise' in changes || 'bundlePricePaise' in changes)
    await requirePeople(trx, staff, 'changePrice', { firstId: staff.id, refusal: priceOfOwner })
  requireBundle(project, changes)
  await requireLicenceFile(trx, project, changes)
  await saveEditOfStaff(trx, project, {
    ...changes,
    ...('isFeatured' in changes && { featuredPlace: changes.isFeatured ? await firstPlace(trx) : null }),
  })
  if (changes.demoSignIns && project.releaseId) await askWhenChecked(trx, project.releaseId, 'sign_ins')
  if (changes.isActive === false) await takeOffSale(trx, [projectId])
  // A bundle price that saves nothing any more ends with the price that it depended on.
  const { bundlePricePaise } = await anyEdited(trx, projectId)
  if (bundlePricePaise !== { ...project, ...changes }.bundlePricePaise)
    changes.bundlePricePaise = bundlePricePaise
  const before = Object.fromEntries(
    Object.keys(changes).map((name) => [name, project[name as keyof ProjectRow]]),
  )
  await recordAudit(trx, {
    staff,
    action: 'edit project',
    about: `project ${projectId}`,
    name: project.title,
    before,
    after: changes,
  })
  return { project, changes }
}

const priceOfOwner = 'The price is the owner’s. Of our staff only a super admin changes it.'

/** Throws conflict when a project has changed since `basedOn`, its updatedAt as the caller saw it. */
export function requireUnchanged({ updatedAt }: ProjectRow, basedOn: string | undefined): void {
  if (basedOn === undefined || updatedAt.getTime() === Date.parse(basedOn)) return
  throw new ProblemError(
    'conflict',
    'This project has changed since you opened it. Please look at it again before you decide.',
  )
}

type Changes = Partial<
  Pick<ProjectRow, (typeof ownersFields | typeof staffsFields)[number] | 'pricePaise' | 'bundlePricePaise'>
>

/** The allowed fields whose values in the body differ from the stored ones. */
function changesIn(
  project: ProjectRow,
  body: Body,
  fields: readonly (typeof ownersFields | typeof staffsFields)[number][],
): Changes {
  const wanted: Changes = {
    ...Object.fromEntries(fields.map((field) => [field, body[field]])),
    pricePaise: body.price === undefined ? undefined : paiseOf(body.price),
    bundlePricePaise: body.bundlePrice && paiseOf(body.bundlePrice),
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, project[name as keyof Changes]),
    ),
  )
}

/** Throws invalid_input when a new bundle price is higher than both prices together, or there is no report. */
function requireBundle(project: ProjectRow, changes: Changes) {
  const { bundlePricePaise } = changes
  if (bundlePricePaise === undefined || bundlePricePaise === null) return
  const { pricePaise, reportPricePaise } = { ...project, ...changes }
  if (reportPricePaise === null)
    throw wrongBundle('Add a report first; then code and report can have a price together')
  if (bundlePricePaise > pricePaise + reportPricePaise)
    throw wrongBundle(`Together they can cost at most ${inRupees(rupeesOf(pricePaise + reportPricePaise))}`)
}

const wrongBundle = (message: string) => fieldProblem('bundlePrice', message)

/** Throws invalid_input when the owner chooses their own licence and the present files have no licence file. */
async function requireLicenceFile(trx: Connection, { id }: ProjectRow, changes: Changes) {
  if (changes.licence !== 'own' || !(await lacksLicenceFile(trx, id))) return
  throw fieldProblem('licence', licenceFileMissing)
}

/** Throws invalid_input when the owner switches seats on without having accepted the licence that names them. */
async function requireSeatsLicensed(trx: Connection, { id }: ProjectRow, changes: Changes) {
  if (!changes.allowsSeats || !(await needsOwnerLicence(trx, id))) return
  throw fieldProblem('allowsSeats', 'Accept the licence as it is now first: it names the seats')
}

const needsReview = (changes: Changes) => ownersFields.some((name) => name in changes && sendsToReview[name])

const isEmpty = (changes: Changes) => Object.keys(changes).length === 0
