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
  const file = await openNameless()
  const readers: Readable[] = []
  const read = () => {
    const reader = Readable.from(piecesOf(file), { objectMode: false })
    readers.push(reader)
    return reader
  }
  try {
    await file.writeFile(bytes)
    const { size } = await file.stat()
    return await work({ fd: file.fd, size, read })
  } finally {
    for (const reader of readers) reader.destroy()
    await file.close()
  }
}

/** Files that wait on the local disk, one behind the other in one file without a name. */
export interface Spool {
  /** Adds a file; `check` sees the bytes of all so far, and may throw. */
  add(bytes: Readable, check: (size: number) => void): Promise<void>
  /** The files in their order, to be read one after the other. */
  files(): AsyncIterable<Readable>
  close(): Promise<void>
}

export async function openSpool(): Promise<Spool> {
  const file = await openNameless()
  const ends: number[] = []
  let size = 0
  return {
    async add(bytes, check) {
      for await (const piece of bytes as AsyncIterable<Buffer>) {
        check(size + piece.length)
        await file.write(piece, 0, piece.length, size)
        size += piece.length
      }
      ends.push(size)
    },
    async *files() {
      for (const [index, end] of ends.entries())
        yield Readable.from(piecesOf(file, ends[index - 1] ?? 0, end), { objectMode: false })
    },
    close: () => file.close(),
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `readymade-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function* piecesOf(file: FileHandle, start = 0, end = Infinity): AsyncGenerator<Buffer> {
  for (let position = start; position < end;) {
    const length = Math.min(256 * 1024, end - position)
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(length), position })
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
