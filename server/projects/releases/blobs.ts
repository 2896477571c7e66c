import { createHash, hash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'

import { limits } from '#contract/kit/limits.ts'

import type { Connection } from '../../platform/database/connection.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { type Blob, storedAmong } from './blob-queries.ts'

/** A file whose bytes are stored. `isNew`: the object at `key` has no row yet. */
export type StoredBlob = Blob & { isNew: boolean }

/**
 * Up to this size, in bytes, a file stays in memory until its hash is known. Small, because many uploads may run at
 * once.
 */
export const maxBytesInMemory = 256 * 1024

/** A file that was read into memory: all of it, or its beginning. */
export interface OpenedFile {
  held: Buffer[]
  heldBytes: number
  /** The rest of the file, when it is too large for memory. */
  rest: AsyncIterator<Buffer> | undefined
}

/** Reads a file to its end, or until it is too large for memory. */
export async function openFile(file: Readable): Promise<OpenedFile> {
  const chunks = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const held: Buffer[] = []
  let heldBytes = 0
  for (;;) {
    const { value, done } = await chunks.next()
    if (done) return { held, heldBytes, rest: undefined }
    held.push(value)
    heldBytes += value.length
    if (heldBytes > maxBytesInMemory) return { held, heldBytes, rest: chunks }
  }
}

/**
 * Stores a file under its sha256, unless the same bytes are stored already. Throws FileTooLarge beyond the limit of a
 * file.
 */
export async function storeBlob(
  storage: Pick<Storage, 'put' | 'putStream' | 'delete'>,
  isStored: IsStored,
  { held, rest }: OpenedFile,
): Promise<StoredBlob> {
  const tally = new Tally()
  if (!rest) {
    const bytes = held.length === 1 ? held[0]! : Buffer.concat(held)
    tally.add(bytes)
    const blob = tally.blob()
    const isNew = !(await isStored(blob.sha256))
    if (isNew) await storage.put(blob.key, bytes)
    return { ...blob, isNew }
  }
  let blob: Blob | undefined
  const bytes = Readable.from(counted(tally, held, rest), { objectMode: false })
  await storage.putStream(bytes, () => (blob = tally.blob()).key)
  if (!(await isStored(blob!.sha256))) return { ...blob!, isNew: true }
  await storage.delete(blob!.key)
  return { ...blob!, isNew: false }
}

export class FileTooLarge extends Error {}

async function* counted(tally: Tally, held: Buffer[], rest: AsyncIterator<Buffer>) {
  const checked = (chunk: Buffer) => {
    tally.add(chunk)
    if (tally.size > limits.fileBytes) throw new FileTooLarge()
    return chunk
  }
  for (const chunk of held.splice(0)) yield checked(chunk)
  for (;;) {
    const { value, done } = await rest.next()
    if (done) return
    yield checked(value)
  }
}

/** The bytes at the beginning of a file that tell whether it is text. */
export const textMark = 8000

/** Tells whether a file is text by its first bytes, as Git does: a NUL among them means binary. */
export const isTextual = (beginning: Uint8Array): boolean => !beginning.includes(0)

/** Computes hash, size and lines of a stream of bytes. */
class Tally {
  size = 0
  #hash = createHash('sha256')
  #lines = 0
  #isText = true
  #endsLine = true

  add(chunk: Buffer) {
    if (chunk.length === 0) return
    if (this.size < textMark && !isTextual(chunk.subarray(0, textMark - this.size))) this.#isText = false
    this.size += chunk.length
    this.#hash.update(chunk)
    if (!this.#isText) return
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.#lines++
    this.#endsLine = chunk.at(-1) === 10
  }

  blob(): Blob {
    const sha256 = this.#hash.digest('hex')
    const lines = this.#isText ? this.#lines + (this.#endsLine ? 0 : 1) : null
    return {
      sha256,
      size: this.size,
      lines,
      key: `blobs/${sha256.slice(0, 2)}/${sha256}.${randomBytes(6).toString('hex')}`,
    }
  }
}

/** Tells whether the bytes of a hash are stored already. */
export type IsStored = (sha256: string) => Promise<boolean>

/** Looks up many hashes with few queries: those asked for in the same turn of the event loop become one query. */
export function batchLookup(connection: Connection): IsStored {
  let batch: { hashes: string[]; answer: Promise<Set<string>> } | undefined
  const startBatch = () => {
    const hashes: string[] = []
    const answer = new Promise((now) => setImmediate(now)).then(() => {
      batch = undefined
      return storedAmong(connection, hashes)
    })
    return { hashes, answer }
  }
  return async (sha256) => {
    batch ??= startBatch()
    batch.hashes.push(sha256)
    return (await batch.answer).has(sha256)
  }
}

/** Reads the bytes of a blob. Throws when the store has lost or changed them. */
export async function readBlob(
  storage: Storage,
  { key, sha256 }: { key: string; sha256: string },
): Promise<Buffer> {
  const bytes = await storage.get(key)
  if (hash('sha256', bytes) !== sha256) throw new Error(`The stored bytes at ${key} are damaged`)
  return bytes
}
