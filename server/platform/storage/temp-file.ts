import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** A stream's bytes in a temporary file. */
export interface TempFile {
  fd: number
  size: number
  /** Reads the bytes from the beginning. */
  read(): Readable
}

/**
 * Writes a stream's bytes to a temporary file while some work needs them, instead of to memory. The file has no name,
 * so it is gone when the work is done, even when the process is killed.
 */
export async function withTempFile<T>(bytes: Readable, work: (draft: TempFile) => Promise<T>): Promise<T> {
  const file = await openUnnamedFile()
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

/** Temporary files, one after the other in one file without a name. */
export interface TempFiles {
  /** Adds a file. `check` gets the total size in bytes after each piece, and may throw. */
  add(bytes: Readable, check: (size: number) => void): Promise<void>
  /** Returns the files in their order, to be read one after the other. */
  files(): AsyncIterable<Readable>
  close(): Promise<void>
}

export async function openTempFiles(): Promise<TempFiles> {
  const file = await openUnnamedFile()
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

async function openUnnamedFile(): Promise<FileHandle> {
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
