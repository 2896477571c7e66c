import type { Api } from '#contract/client.ts'
import type { NoMessageError } from '#contract/problem.ts'
import type { Project } from '#contract/projects/projects.ts'

import { problemOf } from '../../shell/session/api.ts'
import { type PickedFile, slices } from './checked-files.ts'
import { type Chunk, type FailedFile, failedIn, type Sent, sentOf, type Upload } from './upload.ts'

/** How an upload reaches the server. */
interface Sending extends Line {
  /** The calls of the member; `onShare` hears the share of the body that is on its way, 0 to 1. */
  api(hooks: { signal: AbortSignal; onShare: (share: number) => void }): Api
  onSent(sent: Sent): void
}

/**
 * Sends what the server does not have yet, and finalises it into a release. A chunk whose answer was lost is sent again:
 * that changes nothing; of one with failed files those are sent again. Answers the project, or undefined when files have failed: those are in their chunks. Throws an
 * UploadError when it cannot go on, and the reason of the signal; what has arrived stays.
 */
export async function sendUpload(upload: Upload, sending: Sending): Promise<Project | undefined> {
  for (const [index, chunk] of upload.chunks.entries()) {
    if (chunk.received && chunk.failed.length === 0) continue
    await sendChunk(upload, index, sending)
    sending.onSent(sentOf(upload))
  }
  if (failedIn(upload).length > 0) return undefined
  const { files, bytes } = sentOf(upload)
  const api = sending.api({ signal: sending.signal, onShare: () => {} })
  const body = { hasFiles: true as const, fileCount: files, totalFileSize: bytes }
  const { project } = await retrying(
    () => api.projects.update({ params: { id: upload.projectId }, body }),
    sending,
  )
  return project
}

/** Has the server forget what has arrived of an upload; never what came of another that has taken its place. */
export const discardUpload = ({ projectId, uploadId, replacedId }: Upload, api: Api) =>
  api.uploads.discard({ params: { id: projectId }, query: { uploadId: uploadId ?? replacedId } })

async function sendChunk(upload: Upload, index: number, sending: Sending) {
  const chunk = upload.chunks[index]!
  const { received } = chunk
  const retriesFailed = received !== undefined && received.files > 0
  const { read, failed } = await readFiles(retriesFailed ? failedFiles(chunk) : chunk.files)
  if (retriesFailed && read.length === 0) return void (chunk.failed = failed)
  const form = formOf(upload, index, read, retriesFailed)
  const api = sending.api({
    signal: sending.signal,
    onShare: (share) => sending.onSent(sentOf(upload, share * bytesOf(read))),
  })
  const { data } = await retrying(
    () => api.releases.reUpload({ params: { id: upload.projectId }, form }),
    sending,
  )
  upload.uploadId = data.uploadId
  chunk.failed = [...failed, ...data.failedUploads]
  const missing = new Set(data.failedUploads.map(({ path }) => path))
  const stored = read.filter(({ path }) => !missing.has(path))
  // Of a chunk whose files all failed there is no trace.
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
  /** In memory: what is sent does not change while it is on its way. */
  bytes: Blob
}

/** The bytes of files, one chunk in memory at a time; a file that has been moved or changed since it was picked is named. */
async function readFiles(files: readonly PickedFile[]) {
  const slice = slices()
  const [read, failed]: [Read[], FailedFile[]] = [[], []]
  for (let next = 0; next < files.length; next += atOnce) {
    const some = await Promise.all(files.slice(next, next + atOnce).map(readFile))
    for (const one of some)
      if ('bytes' in one) read.push(one)
      else failed.push(one)
    await slice()
  }
  return { read, failed }
}

/** Files that are read at once: each takes the page half a millisecond. */
const atOnce = 20

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

/** What goes on around the calls of an upload. */
interface Line {
  /** Ends the upload between two attempts, and the one that is on its way. */
  signal: AbortSignal
  /** Waits until another attempt is worth while: longer with every one, or until the connection is back. */
  pause(attempt: number): Promise<void>
  /** Hears that there is no connection, and that there is one again. */
  onWaiting?(isWaiting: boolean): void
}

/**
 * Makes a call until it is answered. Without a connection it is tried for as long as it takes, a server that fails up to 5
 * times; a refusal counts at once. Throws an UploadError, or the reason of the signal.
 */
async function retrying<T>(call: () => Promise<T>, { signal, pause, onWaiting }: Line): Promise<T> {
  for (let attempt = 1, failures = 0; ; attempt++) {
    signal.throwIfAborted()
    try {
      const answer = await call()
      onWaiting?.(false)
      return answer
    } catch (thrown) {
      signal.throwIfAborted()
      const { status = 0, answered = status } = (thrown ?? {}) as Partial<NoMessageError>
      const isCut = answered === 0
      if (!isCut) failures++
      if (failures === 5 || (answered >= 400 && answered < 500)) throw new UploadError(answered, thrown)
      onWaiting?.(isCut)
      await pause(attempt)
    }
  }
}

/** An upload that cannot go on by itself: `uploadFailure` has the text to show. */
export class UploadError extends Error {
  /** The HTTP status of the answer. */
  readonly status: number
  constructor(status: number, cause: unknown) {
    super('The upload cannot go on', { cause })
    this.name = 'UploadError'
    this.status = status
  }
}

/** What to show of a failed call of an upload: the server's message, else the status of the answer (specification section 8). */
export function uploadFailure(thrown: unknown, isReUpload: boolean): string {
  const failed = thrown instanceof UploadError ? thrown.cause : thrown
  const { answered, statusText } = (failed ?? {}) as Partial<NoMessageError>
  const status = answered && (isReUpload ? `: ${answered}` : `: ${answered} ${statusText}`.trimEnd())
  return problemOf(failed, `${isReUpload ? 'Re-upload' : 'Upload'} failed${status || ''}`).message
}
