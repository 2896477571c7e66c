import { setImmediate } from 'node:timers/promises'

import { v7 as uuid } from 'uuid'

import { ProblemError } from '#contract/kit/problem.ts'
import { caseFoldedPath, folderProblem, pathClash, withoutCommonFolder } from '#contract/projects/files.ts'
import { readmeIn } from '#contract/projects/readme.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { ownProject } from '../access.ts'
import { languageOf } from '../releases/languages.ts'
import {
  insertRelease,
  newestRelease,
  nextNumber,
  type ReleaseFile,
  withdrawReleases,
} from '../releases/queries.ts'
import { coverOf } from '../releases/tree.ts'
import { sendToReview } from '../verification.ts'
import { type ChunkFile, deleteUpload, filesOfUpload, openUpload, uploadTotals } from './queries.ts'

/** The counts that the browser sent, after exclusions. */
export interface Claim {
  fileCount: number
  totalFileSize: number
}

/**
 * Makes the project's next release of its open upload, if it is complete and its count and bytes equal the claim;
 * otherwise throws incomplete_upload and changes nothing. Repeating the call after success answers the same release.
 */
export async function finaliseUpload(
  { db, jobs }: Dependencies,
  ownerId: string,
  projectId: string,
  claim: Claim,
): Promise<{ releaseId: string; number: number }> {
  return db.transaction().execute(async (trx) => {
    const project = await ownProject(trx, ownerId, projectId, { lock: true })
    const newest = await newestRelease(trx, projectId)
    const upload = await openUpload(trx, projectId)
    if (!upload) {
      if (newest?.fileCount === claim.fileCount && newest.totalSize === claim.totalFileSize) {
        return { releaseId: newest.id, number: newest.number }
      }
      throw incomplete({ fileCount: 0, totalFileSize: 0 }, claim)
    }
    await requireWhole(trx, upload, claim)
    const files = await manifestOf(await filesOfUpload(trx, upload.id))
    await withdrawReleases(trx, projectId, ['pending'])
    const release = { id: uuid(), number: await nextNumber(trx, projectId) }
    const counted = { fileCount: claim.fileCount, totalSize: claim.totalFileSize }
    const readmeSha256 = readmeIn(files)?.sha256 ?? null
    await insertRelease(trx, { ...release, ...counted, projectId, readmeSha256 }, files)
    await deleteUpload(trx, projectId)
    await sendToReview(trx, project, { releaseId: release.id, ...columnsOf(coverOf(files)) })
    await jobs.enqueue(trx, 'check-release', { releaseId: release.id }, { ownerId })
    await jobs.enqueue(trx, 'index-release', { releaseId: release.id }, { ownerId })
    await jobs.enqueue(trx, 'highlight-samples', { projectId }, { ownerId })
    if (readmeSha256) await jobs.enqueue(trx, 'render-readme', { releaseId: release.id }, { ownerId })
    return { releaseId: release.id, number: release.number }
  })
}

const columnsOf = ({ languages, fileTree }: ReturnType<typeof coverOf>) => ({
  languages: JSON.stringify(languages),
  fileTree: JSON.stringify(fileTree),
})

async function requireWhole(trx: Connection, upload: { id: string; totalChunks: number }, claim: Claim) {
  const { chunks, ...received } = await uploadTotals(trx, upload.id)
  if (chunks < upload.totalChunks) {
    throw new ProblemError(
      'incomplete_upload',
      `Only ${chunks} of ${upload.totalChunks} parts of the upload have arrived. Please send the missing ones.`,
    )
  }
  if (received.fileCount !== claim.fileCount || received.totalFileSize !== claim.totalFileSize) {
    throw incomplete(received, claim)
  }
  if (received.fileCount === 0) throw new ProblemError('invalid_input', 'No valid files to upload.')
}

const incomplete = (received: Claim, claim: Claim) =>
  new ProblemError(
    'incomplete_upload',
    `The upload is not complete: ${countText(received)} have arrived, ${countText(claim)} were announced.`,
  )

const countText = ({ fileCount, totalFileSize }: Claim) => `${fileCount} files of ${totalFileSize} bytes`

/** The files of the release: without a folder that is common to all of them, in the order of their paths. */
async function manifestOf(files: ChunkFile[]): Promise<ReleaseFile[]> {
  const sent = files.map(({ path }) => path)
  const paths = withoutCommonFolder(sent)
  const tooMany = folderProblem(paths)
  if (tooMany) throw new ProblemError('too_large', tooMany)
  const clash = pathClash(sent, await folded(sent))
  if (clash) throw new ProblemError('invalid_input', clash)
  return files.map((file, index) => ({ ...file, path: paths[index]!, language: languageOf(paths[index]!) }))
}

/** Yields to the event loop between batches: folding 20,000 long names would block other requests noticeably. */
async function folded(paths: string[]): Promise<string[]> {
  const keys: string[] = []
  for (const path of paths) {
    if (keys.length % 500 === 0) await setImmediate()
    keys.push(caseFoldedPath(path))
  }
  return keys
}
