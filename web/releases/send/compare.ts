import { chunkText } from '#contract/files/chunk-text.ts'
import type { OpenUpload } from '#contract/files/uploads.ts'

import { slices } from '../pick/slices.ts'
import type { Chunk, Upload } from './upload.ts'

/**
 * Marks the chunks that the server has from an earlier attempt, so that only the others are sent. The files are compared by
 * their contents; where the browser cannot hash (a page over http), all of them are sent again.
 */
export async function keepWhatIsThere(
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
  const slice = slices()
  const hashed: { path: string; sha256: string }[] = []
  try {
    for (const { path, file } of files) {
      hashed.push({ path, sha256: await digest(await file.arrayBuffer()) })
      await slice()
    }
    return await digest(new TextEncoder().encode(chunkText(hashed)))
  } catch {
    // A file cannot be read: it is named when its chunk is sent.
    return undefined
  }
}

function browserDigest(): Digest | undefined {
  // Over http there is none, whatever the types say.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return undefined
  return async (bytes) => {
    const hash = new Uint8Array(await subtle.digest('SHA-256', bytes))
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
}
