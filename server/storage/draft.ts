import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** A stream's bytes on the local disk while some work needs them. */
export interface Draft {
  fd: number
  size: number
  /** The bytes from the beginning. */
  read(): Readable
}

/**
 * Lets work be done with a stream's bytes without keeping them in memory. The file that holds them has no name:
 * it is gone when the work is done, also when the process is killed.
 */
export async function withDraft<T>(bytes: Readable, work: (draft: Draft) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `readymade-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  const readers: Readable[] = []
  try {
    await unlink(path)
    await file.writeFile(bytes)
    const { size } = await file.stat()
    // By its number, not as a handle: a stream that nobody read to its end would keep the handle from closing.
    const read = () => {
      const reader = createReadStream('', { fd: file.fd, start: 0, autoClose: false })
      readers.push(reader)
      return reader
    }
    return await work({ fd: file.fd, size, read })
  } finally {
    for (const reader of readers) reader.destroy()
    await file.close()
  }
}
