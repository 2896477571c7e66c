import { limits } from '#contract/kit/limits.ts'
import type { NoMessageError } from '#contract/kit/problem.ts'
import type { Project } from '#contract/projects.ts'

import { problemOf } from '../problem-of.ts'
import { memberApi } from '../session/member-api.ts'
import type { CheckedFiles } from './check-files.ts'
import type { PickedFile } from './picked-files.ts'

/** How far an upload has come. */
export interface Sent {
  files: number
  of: number
}

/**
 * Uploads checked files in chunks of 100 and finalises them into a release. A chunk whose answer was lost is sent again;
 * sending one twice changes nothing. Throws an Error with the text to show.
 */
export async function sendFiles(
  projectId: string,
  { files, bytes }: CheckedFiles,
  method: 'folder' | 'zip',
  onSent: (sent: Sent) => void,
): Promise<Project> {
  const chunks = chunksOf(files)
  const api = await memberApi()
  let uploadId: string | undefined
  let sent = 0
  for (const [index, chunk] of chunks.entries()) {
    const form = new FormData()
    const fields = {
      relativePaths: JSON.stringify(chunk.map(({ path }) => path)),
      uploadType: method,
      projectId,
      chunkIndex: index,
      totalChunks: chunks.length,
      isFirstChunk: index === 0,
      isLastChunk: index === chunks.length - 1,
      ...(uploadId && { uploadId }),
    }
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
    for (const { path, file } of chunk) form.append('files', file, path.split('/').at(-1))
    const { data } = await patiently(() => api.releases.reUpload({ params: { id: projectId }, form }))
    if (data.failedUploads.length > 0) throw new Error(failures(data.failedUploads))
    uploadId = data.uploadId
    sent += chunk.length
    onSent({ files: sent, of: files.length })
  }
  const finalise = () =>
    api.projects.update({
      params: { id: projectId },
      body: { hasFiles: true, fileCount: files.length, totalFileSize: bytes },
    })
  return (await patiently(finalise)).project
}

/** At most 100 files and about 8 MB at once, so that a chunk also gets through a slow line in time. */
export function chunksOf(files: readonly PickedFile[]): PickedFile[][] {
  const chunks: PickedFile[][] = []
  let bytes = 0
  for (const picked of files) {
    const last = chunks.at(-1)
    if (last && last.length < limits.chunkFiles && bytes + picked.file.size <= chunkBytes) last.push(picked)
    else {
      chunks.push([picked])
      bytes = 0
    }
    bytes += picked.file.size
  }
  return chunks
}

const chunkBytes = 8_000_000

/** Tries up to 4 times when the network or the server gave no answer; a refusal counts at once. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (thrown) {
      const { status = 0, answered = status, statusText = '' } = (thrown ?? {}) as Partial<NoMessageError>
      const isRefused = answered >= 400 && answered < 500
      if (attempt === 4 || isRefused) {
        const sentence = answered === 0 ? 'Upload failed' : `Upload failed: ${answered} ${statusText}`.trim()
        throw new Error(problemOf(thrown, sentence).message, { cause: thrown })
      }
      await new Promise((resume) => setTimeout(resume, 500 * 2 ** attempt))
    }
  }
}

const failures = (failed: readonly { path: string; error: string }[]) =>
  [`${failed.length} files failed to upload`, ...failed.map(({ path, error }) => `${path}: ${error}`)].join(
    '\n',
  )
