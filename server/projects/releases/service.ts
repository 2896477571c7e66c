import type { Readable } from 'node:stream'

import { longDay } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { imageFiles } from '../../platform/images/variants.ts'
import { verifiedStream } from '../../platform/storage/verified.ts'
import { ownProject } from '../access.ts'
import { dropOwnLicenceOfChange, updateChange } from '../editions/queries.ts'
import { renewEdition } from '../editions/service.ts'
import { imageKey } from '../images/service.ts'
import { buyersOf } from '../queries.ts'
import type { ProjectRow } from '../queries.ts'
import { saveProject, withoutContents } from '../save.ts'
import { sendToReview } from '../verification.ts'
import { archiveKey, readyArchive } from './archive.ts'
import { newestApproved } from './lookup-queries.ts'
import { deletePictures, deleteReleases, ownerFiles, markRecalled, withdrawReleases } from './queries.ts'

/**
 * Withdraws a project's releases and answers a sentence for its owner. Buyers keep what they bought; the next upload
 * makes the next release. Throws not_found when there are no files.
 */
export const removeFiles = ({ db }: Dependencies, ownerId: string, projectId: string): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    if (!project.releaseId) throw new ProblemError('not_found', 'Project files not found')
    await withdrawReleases(trx, projectId, ['pending', 'approved', 'rejected'])
    // Out of the record at once: what has no files is not on sale, whatever waits.
    await saveProject(trx, projectId, { releaseId: null })
    await sendToReview(
      trx,
      { ...project, edition: null, releaseId: null },
      { releaseId: null, ...withoutContents },
    )
    const buyers = await buyersOf(trx, projectId, 'source')
    if (buyers === 0) return 'The project files are deleted.'
    return `The project files are withdrawn. ${buyers === 1 ? '1 buyer keeps their download.' : `${buyers} buyers keep their downloads.`}`
  })

export interface RecalledRelease {
  number: number
  recalledAt: Date
  recallReason: string
}

/** Tells whether staff recalled a release. */
export const isRecalled = <R extends { recalledAt: Date | null; recallReason: string | null }>(
  release: R,
): release is R & RecalledRelease & { number: number } => release.recalledAt !== null

/** The error for a request for a recalled release. */
export const recalledProblem = ({ number, recalledAt, recallReason }: RecalledRelease) =>
  new ProblemError(
    'recalled',
    `Release ${number} was recalled on ${longDay(recalledAt)}, so it cannot be downloaded any more. Why: ${recallReason}`,
  )

/**
 * Recalls an approved release of a locked project. The newest approved release before it takes its place; without one
 * the project leaves the public lists. Answers the release's id, the key of its archive, and the id of the release that
 * took its place, if one did. Throws conflict for a release that was never approved, or is recalled already.
 */
export async function recallRelease(
  trx: Connection,
  project: ProjectRow,
  { number, reason }: { number: number; reason: string },
): Promise<{ id: string; archive: string; instead: string | undefined }> {
  const release = await markRecalled(trx, project.id, number, reason)
  if (!release)
    throw new ProblemError('conflict', `Release ${number} is recalled already, or was never approved.`)
  const isPresent = project.recordReleaseId === release.id
  const waits = project.hasChanges && project.releaseId === release.id
  const earlier = isPresent || waits ? await newestApproved(trx, project.id, number) : undefined
  const changes = { releaseId: earlier ?? null }
  if (waits) {
    await updateChange(trx, project.id, { ...changes, ...(!earlier && withoutContents) })
    await dropOwnLicenceOfChange(trx, project.id)
  }
  await saveProject(trx, project.id, isPresent ? changes : {})
  if (isPresent && earlier !== undefined && project.edition !== null) await renewEdition(trx, project.id)
  return { id: release.id, archive: archiveKey(release.id), instead: earlier }
}

/** A stored file, with its path in a download of all files. */
interface OwnedFile {
  path: string
  open(): Promise<Readable>
}

const largestSize = '1280.webp'

/** The files of an owner's projects: the present source, the report and the pictures of each. */
export async function ownedFiles(
  stores: Dependencies,
  ownerId: string,
  report: (error: unknown) => void,
): Promise<OwnedFile[]> {
  const { storage } = stores
  const { releases, reports, images } = await ownerFiles(stores.db, ownerId)
  return [
    ...releases.map(({ repository, releaseId }) => ({
      path: `projects/${repository}/source.zip`,
      open: async () => verifiedStream(storage, await readyArchive(stores, releaseId, report)),
    })),
    ...reports.map(({ repository, key, name }) => ({
      path: `projects/${repository}/report.${name.split('.').at(-1)}`,
      open: () => storage.stream(key),
    })),
    ...images.map(({ repository, imageId, position }) => ({
      path: `projects/${repository}/picture-${position + 1}.webp`,
      open: () => storage.stream(imageKey(imageId, largestSize)),
    })),
  ]
}

/**
 * Deletes the pictures of an owner's projects, and all files of those that nobody ordered. For the others buyers keep
 * the approved releases and reports. Answers the keys to delete in the store; the sweep deletes blobs.
 */
export async function eraseFiles(
  trx: Connection,
  { all, unordered }: { all: string[]; unordered: string[] },
): Promise<string[]> {
  const pictures = await deletePictures(trx, all)
  const { releaseIds, reportKeys } = await deleteReleases(trx, { all, unordered })
  return [
    ...pictures.flatMap((id) => imageFiles.picture.map((file) => imageKey(id, file))),
    ...releaseIds.map(archiveKey),
    ...reportKeys,
  ]
}
