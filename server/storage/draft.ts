import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

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
  const read = () => {
    const reader = Readable.from(piecesOf(file), { objectMode: false })
    readers.push(reader)
    return reader
  }
  try {
    await unlink(path)
    await file.writeFile(bytes)
    const { size } = await file.stat()
    return await work({ fd: file.fd, size, read })
  } finally {
    for (const reader of readers) reader.destroy()
    await file.close()
  }
}

async function* piecesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(256 * 1024), position })
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
