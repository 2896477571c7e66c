import type { Api } from '#contract/client.ts'
import type { NoMessageError } from '#contract/kit/problem.ts'
import type { Project } from '#contract/projects/project.ts'

import { problemOf } from '../../shell/session/api.ts'
import { type PickedFile, createYielder } from './checked-files.ts'
import { type Chunk, type FailedFile, failedIn, type Sent, sentOf, type Upload } from './upload.ts'

/** The connection to the server, and the callbacks of an upload. */
interface UploadOptions extends Connection {
  /** Creates the API of the member; `onShare` gets the share of the body that has been sent, 0 to 1. */
  api(hooks: { signal: AbortSignal; onShare: (share: number) => void }): Api
  onSent(sent: Sent): void
}

/**
 * Sends the chunks that the server does not have yet, and finalises the upload into a release. A chunk whose answer was
 * lost is sent again, which is idempotent; of a chunk with failed files only those are sent again. Resolves with the
 * project, or undefined when files have failed, which are listed in their chunks. Throws an UploadError when it cannot
 * continue, or the reason of the signal; received chunks stay on the server.
 */
export async function sendUpload(upload: Upload, options: UploadOptions): Promise<Project | undefined> {
  for (const [index, chunk] of upload.chunks.entries()) {
    if (chunk.received && chunk.failed.length === 0) continue
    await sendChunk(upload, index, options)
    options.onSent(sentOf(upload))
  }
  if (failedIn(upload).length > 0) return undefined
  const { files, bytes } = sentOf(upload)
  const api = options.api({ signal: options.signal, onShare: () => {} })
  const body = {
    hasFiles: true as const,
    fileCount: files,
    totalFileSize: bytes,
    ownerLicence: upload.ownerLicence,
  }
  const { project } = await withRetries(
    () => api.projects.update({ params: { id: upload.projectId }, body }),
    options,
  )
  return project
}

/** Deletes the received files of an upload on the server, but never those of another upload that has replaced it. */
export const discardUpload = ({ projectId, uploadId, replacedId }: Upload, api: Api) =>
  api.uploads.discard({ params: { id: projectId }, query: { uploadId: uploadId ?? replacedId } })

async function sendChunk(upload: Upload, index: number, options: UploadOptions) {
  const chunk = upload.chunks[index]!
  const { received } = chunk
  const retriesFailed = received !== undefined && received.files > 0
  const { read, failed } = await readFiles(retriesFailed ? failedFiles(chunk) : chunk.files)
  if (retriesFailed && read.length === 0) return void (chunk.failed = failed)
  const form = formOf(upload, index, read, retriesFailed)
  const api = options.api({
    signal: options.signal,
    onShare: (share) => options.onSent(sentOf(upload, share * bytesOf(read))),
  })
  const { data } = await withRetries(
    () => api.releases.reUpload({ params: { id: upload.projectId }, form }),
    options,
  )
  upload.uploadId = data.uploadId
  chunk.failed = [...failed, ...data.failedUploads]
  const missing = new Set(data.failedUploads.map(({ path }) => path))
  const stored = read.filter(({ path }) => !missing.has(path))
  // The server keeps nothing of a chunk whose files all failed.
  if (stored.length === 0 && missing.size > 0) return
  chunk.received = {
    files: (received?.files ?? 0) + stored.length,
    bytes: (received?.bytes ?? 0) + bytesOf(stored),
  }
}

function failedFiles({ files, failed }: Chunk): PickedFile[] {
  const paths = new Set(failed.map(({ path }) => path))
  return files.filter(({ path }) => paths.has(path))
}

interface Read {
  path: string
  /** The content in memory, so that it cannot change while it is being sent. */
  bytes: Blob
}

/**
 * Reads the content of the files of one chunk into memory. Files that were moved or changed since they were picked are
 * returned as failed.
 */
async function readFiles(files: readonly PickedFile[]) {
  const slice = createYielder()
  const [read, failed]: [Read[], FailedFile[]] = [[], []]
  for (let next = 0; next < files.length; next += maxConcurrentReads) {
    const some = await Promise.all(files.slice(next, next + maxConcurrentReads).map(readFile))
    for (const one of some)
      if ('bytes' in one) read.push(one)
      else failed.push(one)
    await slice()
  }
  return { read, failed }
}

/** The number of files that are read at once; more would block the page. */
const maxConcurrentReads = 20

const readFile = ({ path, file }: PickedFile): Promise<Read | FailedFile> =>
  file.arrayBuffer().then(
    (bytes) => ({ path, bytes: new Blob([bytes]) }),
    () => ({ path, error: unreadable }),
  )

const unreadable =
  'Could not be read: it was changed, moved or deleted after you chose it. Put it back as it was and try again.'

const bytesOf = (files: readonly Read[]) => files.reduce((sum, { bytes }) => sum + bytes.size, 0)

function formOf(
  { projectId, method, chunks, uploadId }: Upload,
  index: number,
  files: readonly Read[],
  retriesFailed: boolean,
) {
  const form = new FormData()
  const fields = {
    relativePaths: JSON.stringify(files.map(({ path }) => path)),
    uploadType: method,
    projectId,
    chunkIndex: index,
    totalChunks: chunks.length,
    isFirstChunk: index === 0,
    isLastChunk: index === chunks.length - 1,
    ...(uploadId && { uploadId }),
    ...(retriesFailed && { retriesFailed }),
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  for (const { path, bytes } of files) form.append('files', bytes, path.split('/').at(-1))
  return form
}

/** The signal and the callbacks for the calls of an upload. */
interface Connection {
  /** Cancels the upload, including the running attempt. */
  signal: AbortSignal
  /** Waits before another attempt: longer after each one, or until the connection is back. */
  pause(attempt: number): Promise<void>
  /** Called when the connection is lost, and when it is back. */
  onWaiting?(isWaiting: boolean): void
}

/**
 * Repeats a call until it succeeds. Without a connection there is no limit to the attempts; a server error is retried
 * until the fifth, and a client error (4xx) fails at once. Throws an UploadError, or the reason of the signal.
 */
async function withRetries<T>(call: () => Promise<T>, { signal, pause, onWaiting }: Connection): Promise<T> {
  for (let attempt = 1, failures = 0; ; attempt++) {
    signal.throwIfAborted()
    try {
      const answer = await call()
      onWaiting?.(false)
      return answer
    } catch (thrown) {
      signal.throwIfAborted()
      const { status = 0, answerStatus = status } = (thrown ?? {}) as Partial<NoMessageError>
      const isOffline = answerStatus === 0
      if (!isOffline) failures++
      if (failures === 5 || (answerStatus >= 400 && answerStatus < 500))
        throw new UploadError(answerStatus, thrown)
      onWaiting?.(isOffline)
      await pause(attempt)
    }
  }
}

/** The error of an upload that cannot continue by itself; `uploadFailure` returns its message. */
export class UploadError extends Error {
  /** The HTTP status of the answer. */
  readonly status: number
  constructor(status: number, cause: unknown) {
    super('The upload cannot go on', { cause })
    this.name = 'UploadError'
    this.status = status
  }
}

/**
 * The message of a failed call of an upload: the server's message, otherwise the status of the answer (specification
 * section 8).
 */
export function uploadFailure(thrown: unknown, isReUpload: boolean): string {
  const failed = thrown instanceof UploadError ? thrown.cause : thrown
  const { answerStatus, statusText } = (failed ?? {}) as Partial<NoMessageError>
  const status =
    answerStatus && (isReUpload ? `: ${answerStatus}` : `: ${answerStatus} ${statusText}`.trimEnd())
  return problemOf(failed, `${isReUpload ? 'Re-upload' : 'Upload'} failed${status || ''}`).message
}
