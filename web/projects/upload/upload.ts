import { limits } from '#contract/kit/limits.ts'
import { chunkText } from '#contract/projects/content-hash.ts'
import type { OpenUpload } from '#contract/projects/releases.ts'

import { type PickedFile, createYielder } from './checked-files.ts'

/** A file that could not be uploaded, and why. */
export interface FailedFile {
  path: string
  error: string
}

/** The files of one request. */
export interface Chunk {
  files: PickedFile[]
  bytes: number
  /** The number of files and bytes that the server has received; undefined until the chunk has arrived. */
  received?: { files: number; bytes: number }
  failed: FailedFile[]
}

/** An upload: its chunks, and how much of them the server has. It can be stopped and resumed at any time. */
export interface Upload {
  projectId: string
  method: 'folder' | 'zip'
  chunks: Chunk[]
  /** The version of the owner's licence that stood above the button that began the upload. */
  ownerLicence?: string
  uploadId?: string | undefined
  /** Its id before another upload replaced it on the server. */
  replacedId?: string | undefined
}

/** The progress of an upload. */
export interface Sent {
  files: number
  ofFiles: number
  bytes: number
  ofBytes: number
}

export const newUpload = (
  projectId: string,
  method: Upload['method'],
  files: readonly PickedFile[],
): Upload => ({ projectId, method, chunks: chunksOf(files) })

/**
 * Splits files into chunks of at most 100 files and about 2 MB, so that a slow connection can send one and a lost one
 * costs little. The files are sorted by path, so that the same files always make the same chunks.
 */
function chunksOf(files: readonly PickedFile[]): Chunk[] {
  const chunks: Chunk[] = []
  for (const picked of [...files].sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const last = chunks.at(-1)
    if (last && last.files.length < limits.chunkFiles && last.bytes + picked.size <= chunkBytes) {
      last.files.push(picked)
      last.bytes += picked.size
    } else chunks.push({ files: [picked], bytes: picked.size, failed: [] })
  }
  return chunks
}

const chunkBytes = 2_000_000

/** The progress of an upload, with `bytes` of the chunk that is being sent. */
export function sentOf({ chunks }: Upload, bytes = 0): Sent {
  const sum = (count: (chunk: Chunk) => number) => chunks.reduce((all, chunk) => all + count(chunk), 0)
  return {
    files: sum(({ received }) => received?.files ?? 0),
    ofFiles: sum(({ files }) => files.length),
    bytes: bytes + sum(({ received }) => received?.bytes ?? 0),
    ofBytes: sum((chunk) => chunk.bytes),
  }
}

export const failedIn = ({ chunks }: Upload): FailedFile[] => chunks.flatMap(({ failed }) => failed)

/** Removes the failed files from the upload. */
export function leaveOutFailed({ chunks }: Upload): void {
  for (const chunk of chunks) {
    const failed = new Set(chunk.failed.map(({ path }) => path))
    chunk.files = chunk.files.filter(({ path }) => !failed.has(path))
    chunk.bytes = chunk.files.reduce((sum, { size }) => sum + size, 0)
    chunk.failed = []
  }
}

/** Resets the upload, because another one has replaced it on the server. */
export function resetUpload(upload: Upload): void {
  upload.replacedId = upload.uploadId ?? upload.replacedId
  upload.uploadId = undefined
  for (const chunk of upload.chunks) {
    delete chunk.received
    chunk.failed = []
  }
}

/**
 * Marks the chunks that the server has from an earlier attempt, so that only the others are sent. The comparison uses
 * the hash of their contents; where the browser cannot hash (a page over http), all chunks are sent again.
 */
export async function skipReceivedChunks(
  upload: Upload,
  open: OpenUpload | null,
  { signal, digest = browserDigest() }: { signal: AbortSignal; digest?: Digest | undefined },
): Promise<void> {
  if (open?.totalChunks !== upload.chunks.length || !digest) return
  for (const { index, contentHash } of open.chunks) {
    signal.throwIfAborted()
    const chunk = upload.chunks[index]!
    if ((await hashOf(chunk, digest)) !== contentHash) continue
    chunk.received = { files: chunk.files.length, bytes: chunk.bytes }
    upload.uploadId = open.uploadId
  }
}

/** The SHA-256 of bytes, in hex. */
type Digest = (bytes: BufferSource) => Promise<string>

async function hashOf({ files }: Chunk, digest: Digest): Promise<string | undefined> {
  const slice = createYielder()
  const hashed: { path: string; sha256: string }[] = []
  try {
    for (const { path, file } of files) {
      hashed.push({ path, sha256: await digest(await file.arrayBuffer()) })
      await slice()
    }
    return await digest(new TextEncoder().encode(chunkText(hashed)))
  } catch {
    // A file cannot be read: sending its chunk reports it.
    return undefined
  }
}

function browserDigest(): Digest | undefined {
  // Over http it is undefined, although its type says otherwise.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return undefined
  return async (bytes) => {
    const hash = new Uint8Array(await subtle.digest('SHA-256', bytes))
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
}
