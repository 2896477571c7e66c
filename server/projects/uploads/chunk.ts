import { hash } from 'node:crypto'

import type { Multipart } from '@fastify/multipart'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'

import type { Reply } from '#contract/kit/endpoint.ts'
import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { chunkText } from '#contract/projects/content-hash.ts'
import { isExcluded, nameProblem, pathClash, pathProblem } from '#contract/projects/files.ts'
import { type releases, UploadForm } from '#contract/projects/releases.ts'

import { type MemberStore, withMemberStore } from '../../accounts/member-store.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { parseForm } from '../../platform/http/bodies.ts'
import { ownProject } from '../access.ts'
import { insertBlobs } from '../releases/blob-queries.ts'
import type { StoredBlob } from '../releases/blobs.ts'
import {
  type ChunkFile,
  chunkHash,
  filesOfChunk,
  openUpload,
  uploadTotals,
  replaceUpload,
  touchUpload,
  saveChunk,
} from './queries.ts'
import { fileTooLarge, folderTooLarge, type Incoming, receive, tooManyFiles } from './receive.ts'

type Form = z.output<typeof UploadForm> & { projectId: string }
type Received = Reply<typeof releases.upload>['data']
type StoredFile = StoredBlob & { path: string }
interface Chunk {
  form: Form
  files: StoredFile[]
  excluded: string[]
  refused: Received['failedUploads']
  failures: { path: string; cause: unknown }[]
}

/**
 * Receives one chunk of a project's upload and records all of it or nothing. Files whose names not every computer can
 * store, and those that the store fails to save, are in `failedUploads` instead. Sending it again changes nothing;
 * other contents under the same index replace it, or with `retriesFailed` are added to it. `report` gets the errors of
 * the store.
 */
export const receiveChunk = (
  dependencies: Dependencies,
  ownerId: string,
  request: AsyncIterable<Multipart>,
  named: Named,
): Promise<Received> =>
  withMemberStore(dependencies, ownerId, (store) =>
    receiveInto(store, dependencies.db, ownerId, request, named),
  )

/** The project that an address names, and what gets the errors of the store. */
interface Named {
  projectId?: string
  report: (error: unknown) => void
}

async function receiveInto(
  store: MemberStore,
  db: Dependencies['db'],
  ownerId: string,
  request: AsyncIterable<Multipart>,
  { projectId, report }: Named,
): Promise<Received> {
  const incoming: Incoming = { fields: {}, slots: [] }
  const named = () => projectId ?? (incoming.fields.projectId as string | undefined)
  let recording = false
  try {
    await receive({ db, store }, request, incoming, {
      id: ownerId,
      mayStore: async () => {
        if (named() === undefined) return false
        if (!named()) throw noProject()
        await ownProject(db, ownerId, parseForm(NamedProject, { projectId: named() }).projectId!)
        return true
      },
    })
    if (!named()) throw noProject()
    const chunk = sortFiles(incoming, named()!)
    for (const { cause } of chunk.failures) report(cause)
    const failedUploads = [...chunk.refused, ...chunk.failures.map(notStored)]
    if (chunk.failures.length > 0 && chunk.files.length === 0) {
      await deleteObjects(store, incoming)
      return {
        ...(await uploadProgress(db, chunk.form.projectId)),
        failedUploads,
        excluded: chunk.excluded,
      }
    }
    recording = true
    const { surplus, ...received } = await db.transaction().execute((trx) => record(trx, ownerId, chunk))
    const recorded = new Set(chunk.files.map(({ key }) => key))
    await deleteObjects(store, incoming, (key) => surplus.includes(key) || !recorded.has(key))
    return { ...received, failedUploads, excluded: chunk.excluded }
  } catch (error) {
    // Only when it is certain that nothing was recorded: the transaction may have been committed although its answer
    // was lost.
    if (!recording || error instanceof ProblemError) await deleteObjects(store, incoming)
    throw error
  }
}

const NamedProject = UploadForm.pick({ projectId: true })
const noProject = () => new ProblemError('invalid_input', 'Project ID is required for upload')

/**
 * Sorts the files of a chunk by their paths into stored, excluded, refused and failed ones. Throws when the whole chunk
 * is unacceptable.
 */
function sortFiles({ fields, slots }: Incoming, projectId: string): Chunk {
  const form = { ...parseForm(UploadForm, { ...fields, projectId }), projectId }
  const { relativePaths, chunkIndex, totalChunks } = form
  if (relativePaths.length !== slots.length) {
    throw new ProblemError(
      'invalid_input',
      `relativePaths names ${relativePaths.length} files, but ${slots.length} came`,
    )
  }
  if (chunkIndex >= totalChunks)
    throw new ProblemError('invalid_input', `There is no chunk ${chunkIndex} among ${totalChunks}`)
  const chunk: Chunk = { form, files: [], excluded: [], refused: [], failures: [] }
  for (const [index, slot] of slots.entries()) {
    const path = relativePaths[index]!
    const problem = pathProblem(path)
    if (problem) throw new ProblemError('invalid_input', problem)
    const refusal = nameProblem(path)
    if (isExcluded(path)) chunk.excluded.push(path)
    else if (refusal) chunk.refused.push({ path, error: refusal })
    else if ('tooLarge' in slot) throw fileTooLarge(path)
    else if ('failure' in slot) chunk.failures.push({ path, cause: slot.failure })
    else if ('blob' in slot) chunk.files.push({ ...slot.blob, path })
  }
  const clash = pathClash(chunk.files.map(({ path }) => path))
  if (clash) throw new ProblemError('invalid_input', clash)
  return chunk
}

async function record(trx: Connection, ownerId: string, { form, files, failures }: Chunk) {
  const { chunkIndex } = form
  await ownProject(trx, ownerId, form.projectId, { lock: true })
  const uploadId = await uploadFor(trx, form, hashOf(files))
  await touchUpload(trx, uploadId)
  const earlierFiles = form.retriesFailed ? await filesOfChunk(trx, uploadId, chunkIndex) : []
  const sent = new Set(files.map(({ path }) => path))
  const all = [...earlierFiles.filter(({ path }) => !sent.has(path)), ...files]
  if (all.length > limits.chunkFiles) throw tooManyFiles()
  const contentHash = failures.length > 0 ? null : hashOf(all)
  const isRepetition = contentHash !== null && (await chunkHash(trx, uploadId, chunkIndex)) === contentHash
  const newBlobs = new Map(files.filter(({ isNew }) => isNew).map((file) => [file.sha256, file]))
  const duplicates = files
    .filter((file) => file.isNew && newBlobs.get(file.sha256) !== file)
    .map(({ key }) => key)
  const blobs = [...newBlobs.values()].map(({ sha256, size, lines, key }) => ({
    sha256,
    size,
    lines,
    key,
    memberId: ownerId,
  }))
  const surplus = isRepetition ? blobs.map(({ key }) => key) : await insertBlobs(trx, blobs)
  if (!isRepetition) await saveChunk(trx, { uploadId, chunkIndex, contentHash }, all)
  const { fileCount, totalFileSize } = await uploadTotals(trx, uploadId)
  if (totalFileSize > limits.folderBytes) throw folderTooLarge()
  const maxFiles = form.uploadType === 'zip' ? limits.zipFiles : limits.folderFiles
  if (fileCount > maxFiles)
    throw new ProblemError('too_large', `Too many files (${fileCount}). Max ${maxFiles}.`)
  return { uploadId, fileCount, totalFileSize, surplus: [...surplus, ...duplicates] }
}

/** The id of the upload that a chunk belongs to. A new first chunk opens an upload in place of the open one. */
async function uploadFor(trx: Connection, form: Form, contentHash: string): Promise<string> {
  const { projectId, totalChunks } = form
  const mayOpen = form.isFirstChunk === true && form.chunkIndex === 0 && !form.retriesFailed
  const open = await openUpload(trx, projectId)
  const fits = open?.totalChunks === totalChunks
  if (form.uploadId) {
    if (open?.id === form.uploadId && fits) return open.id
    throw superseded()
  }
  const known = open && (await chunkHash(trx, open.id, 0))
  if (open && fits && !(mayOpen && known && known !== contentHash)) return open.id
  if (open ? !mayOpen : form.retriesFailed) throw superseded()
  const upload = { id: uuid(), projectId, totalChunks }
  await replaceUpload(trx, upload)
  return upload.id
}

const superseded = () =>
  new ProblemError('conflict', 'Another upload of this project has started. Please start this upload again.')

const hashOf = (files: readonly ChunkFile[]) => hash('sha256', chunkText(files))

const notStored = ({ path }: { path: string }) => ({ path, error: 'Could not be stored. Please try again.' })

/** The progress of the project's open upload; zeros without one. */
async function uploadProgress(db: Connection, projectId: string) {
  const open = await openUpload(db, projectId)
  const received = open ? await uploadTotals(db, open.id) : { fileCount: 0, totalFileSize: 0 }
  return { ...received, uploadId: open?.id }
}

/** Deletes objects that this request stored and that have no row; the hourly sweep deletes those that fail. */
async function deleteObjects(
  store: MemberStore,
  { slots }: Incoming,
  which: (key: string) => boolean = () => true,
) {
  const keys = slots.flatMap((slot) => ('blob' in slot && slot.blob.isNew ? [slot.blob.key] : []))
  await Promise.allSettled(keys.filter(which).map((key) => store.delete(key)))
}
