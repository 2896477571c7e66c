import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Lets work be done with a stream's bytes on the local disk, without keeping them in memory. The file has no name:
 * it is gone when the work is done, also when the process is killed.
 */
export async function withDraft<T>(bytes: Readable, work: (draft: Draft) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `readymade-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    await pipeline(bytes, file.createWriteStream({ autoClose: false }))
    return await work({ file, read: () => file.createReadStream({ start: 0, autoClose: false }) })
  } finally {
    await file.close()
  }
}

export interface Draft {
  file: FileHandle
  /** The bytes from the beginning. */
  read(): Readable
}
