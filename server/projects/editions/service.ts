import { isDeepStrictEqual } from 'node:util'

import type { Connection } from '../../platform/database/connection.ts'
import { dropBundle, dropOwnLicence, findProject, type ProjectRow } from '../queries.ts'
import { type ProjectChanges, republish, saveProject } from '../save.ts'
import { savePicturesOfRecord } from './picture-queries.ts'
import {
  copyChangeToRecord,
  copyEditionToRecord,
  deleteChange,
  dropBundleOfChange,
  dropOwnLicenceOfChange,
  forgetEdition,
  insertChange,
  insertChangeFrom,
  lockWhileChangesWait,
  type EditionColumns,
  type Picture,
  picturesOf,
  recordEdition,
  type ReportPrices,
  updateChange,
} from './queries.ts'

/** The columns of the record that an edition has, which only an approval changes. */
const reviewed = [
  'title',
  'description',
  'category',
  'features',
  'requirements',
  'demoUrl',
  'githubUrl',
  'licence',
  'releaseId',
  'reportKey',
  'reportName',
  'languages',
  'fileTree',
  'demoSignIns',
  'codeQuestions',
] as const satisfies (keyof EditionColumns & keyof ProjectChanges)[]
const isReviewed = (name: string) => (reviewed as readonly string[]).includes(name)
const isOfReport = (name: string) => name === 'reportPricePaise' || name === 'bundlePricePaise'

/**
 * Opens the change of a locked project that waits, from its record, unless it is open. Answers the project with it; one
 * without changes is edited in its record, because nothing of it is approved, or staff have to look at all of it again.
 */
async function openChange(trx: Connection, project: ProjectRow): Promise<ProjectRow> {
  if (project.hasChanges) return project
  const isApproved = project.verificationStatus === 'approved' && project.releaseId !== null
  if (project.edition === null && !isApproved) return project
  // A process of the release before approved it.
  if (project.edition === null) await recordEdition(trx, project.id, 'before')
  await lockWhileChangesWait(trx, 'owner')
  await insertChange(trx, project.id, isApproved)
  return { ...project, hasChanges: true, keepsSale: isApproved }
}

/**
 * Saves an owner's edit of a locked project: what staff review into the change that waits, all else into the record. The
 * price of a report that the record does not have waits with it.
 */
export async function saveEdit(trx: Connection, project: ProjectRow, changes: ProjectChanges): Promise<void> {
  const names = Object.keys(changes) as (keyof ProjectChanges)[]
  const { hasChanges } = names.some(isReviewed) ? await openChange(trx, project) : project
  if (!hasChanges) return saveProject(trx, project.id, changes)
  const isReportOnSale = project.recordReportKey !== null && changes.reportKey !== null
  const waits = (name: string) => isReviewed(name) || (!isReportOnSale && isOfReport(name))
  await updateChange(trx, project.id, pick(changes, names.filter(waits)))
  if (changes.releaseId) await dropOwnLicenceOfChange(trx, project.id)
  const atOnce = names.filter((name) => !waits(name))
  if (atOnce.length > 0) await saveProject(trx, project.id, pick(changes, atOnce))
  await dropBundleOfChange(trx, project.id)
}

const pick = <Changes extends object, Name extends keyof Changes>(changes: Changes, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, changes[name]])) as Pick<Changes, Name>

/**
 * Saves the pictures of a locked project as its owner wants them: in the change that waits, or the record. Those that it
 * loses stay in the store until `deleteUnlisted`. Answers the project, with its change.
 */
export async function savePictures(
  trx: Connection,
  project: ProjectRow,
  pictures: Picture[],
): Promise<ProjectRow> {
  const edited = await openChange(trx, project)
  if (edited.hasChanges) await updateChange(trx, project.id, { pictures: JSON.stringify(pictures) })
  else await savePicturesOfRecord(trx, project.id, pictures)
  return edited
}

/**
 * Saves what staff edited of a locked project: into the record, which is another edition then, and into the change that
 * waits. A part that the owner has changed is edited there alone, because that is what staff read.
 */
export async function saveEditOfStaff(trx: Connection, project: ProjectRow, changes: ProjectChanges) {
  const record = (await findProject(trx, project.id))!
  const names = Object.keys(changes) as (keyof typeof record & keyof ProjectChanges)[]
  const isOwners = (name: keyof typeof record) => !isDeepStrictEqual(project[name], record[name])
  const ofRecord = names.filter((name) => !isOwners(name))
  if (project.hasChanges)
    await updateChange(
      trx,
      project.id,
      pick(
        changes,
        names.filter((name) => isReviewed(name) || isOwners(name)),
      ),
    )
  await saveProject(trx, project.id, pick(changes, ofRecord))
  // Files that wait may have the licence file that those on sale lack.
  if (ofRecord.includes('licence')) await dropOwnLicence(trx, project.id)
  if (project.edition !== null && ofRecord.some(isReviewed)) await renewEdition(trx, project.id)
}

/**
 * Makes what staff have just changed of a record its next edition, which is on sale where the one before was. What coupons
 * are reckoned on stays.
 */
export async function renewEdition(trx: Connection, projectId: string): Promise<void> {
  await recordEdition(trx, projectId, 'before')
  await republish(trx, [projectId])
}

/** Makes the change of a locked project that waits its record, which nothing but an approval does. */
export async function copyChange(trx: Connection, project: ProjectRow): Promise<void> {
  if (!project.hasChanges) return
  const pictures = await picturesOf(trx, project.id)
  await copyChangeToRecord(trx, project.id)
  await dropBundle(trx, project.id)
  await deleteChange(trx, project.id)
  await savePicturesOfRecord(trx, project.id, pictures)
}

/**
 * What the record of a project held before a decision, with the prices of its report, and whether a change of it waited
 * that kept it on sale.
 */
export interface EditionBefore extends ReportPrices {
  number: number | null
  hasChanges: boolean
  keepsSale: boolean
}

/**
 * Takes back an approval of a locked project: what it approved waits again, and the record is the edition before. One
 * that was approved without a change keeps its record.
 */
export async function restoreEdition(
  trx: Connection,
  { id, edition }: ProjectRow,
  { number, hasChanges, keepsSale, ...prices }: EditionBefore,
): Promise<void> {
  if (edition === null) return
  if (hasChanges) {
    await lockWhileChangesWait(trx, 'owner')
    await insertChangeFrom(trx, id, edition, keepsSale)
  }
  if (hasChanges && number !== null) {
    await copyEditionToRecord(trx, id, number, prices)
    await dropBundle(trx, id)
    await savePicturesOfRecord(trx, id, await picturesOf(trx, id, number))
  }
  await forgetEdition(trx, id, { number: edition, before: number })
}

/** Lets what was approved of a locked project stay on sale again while its change waits, or not, as before a decision. */
export async function keepOnSale(trx: Connection, projectId: string, keepsSale: boolean): Promise<void> {
  await lockWhileChangesWait(trx, 'owner')
  await updateChange(trx, projectId, { keepsSale })
}
