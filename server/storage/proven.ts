import { createHash, hash } from 'node:crypto'
import { Readable } from 'node:stream'

import { LRUCache } from 'lru-cache'

import type { Range, Storage } from './storage.ts'

/** A stored object and what its bytes must be. */
export interface ExpectedObject {
  key: string
  sha256: string
  size: number
}

/** Thrown into a stream before a damaged byte would leave it, and by `prove`. */
export class DamagedObject extends Error {
  constructor({ key }: ExpectedObject) {
    super(`The stored bytes at ${key} are missing or damaged`)
  }
}

/**
 * The bytes of an object or a range of them, every piece compared before it is given on, so that what leaves is always
 * what was stored. The object is read through once in each process, and again after every write to it. Throws a
 * DamagedObject before the first byte when it differs by then; the stream fails with one when it is damaged later,
 * also when its time and size are as they were.
 */
export async function provenStream(
  storage: Storage,
  object: ExpectedObject,
  range?: Range,
): Promise<Readable> {
  const pieces = await prove(storage, object)
  const { start, end } = range ?? { start: 0, end: object.size - 1 }
  const first = Math.floor(start / pieceBytes)
  const aligned = {
    start: first * pieceBytes,
    end: Math.min(object.size, (Math.floor(end / pieceBytes) + 1) * pieceBytes) - 1,
  }
  const source = await storage.stream(object.key, aligned)
  const compared = async function* () {
    let at = aligned.start
    for await (const piece of inPieces(source)) {
      if (hash('sha256', piece) !== pieces[at / pieceBytes]) {
        proofs.delete(object.key)
        throw new DamagedObject(object)
      }
      yield piece.subarray(Math.max(0, start - at), end + 1 - at)
      at += pieceBytes
      // Without waiting for the source to close: the client may be gone by then.
      if (at > end) return
    }
    throw new DamagedObject(object)
  }
  return Readable.from(compared(), { objectMode: false, highWaterMark: pieceBytes })
}

/** Makes sure that an object is what was stored. Answers the hashes of its pieces. Throws a DamagedObject. */
export async function prove(storage: Storage, object: ExpectedObject): Promise<string[]> {
  const found = await storage.about(object.key)
  if (found?.size !== object.size) throw new DamagedObject(object)
  const version = `${object.sha256} ${found.version}`
  const known = proofs.get(object.key)
  if (known?.version === version) return known.pieces
  const whole = createHash('sha256')
  const pieces: string[] = []
  for await (const piece of inPieces(await storage.stream(object.key))) {
    whole.update(piece)
    pieces.push(hash('sha256', piece))
  }
  if (whole.digest('hex') !== object.sha256) throw new DamagedObject(object)
  proofs.set(object.key, { version, pieces })
  return pieces
}

const pieceBytes = 256 * 1024

/** Some 100 bytes for each piece: 5 MB for 50,000 of them, or 12 GB of objects. */
const proofs = new LRUCache<string, { version: string; pieces: string[] }>({
  maxSize: 50_000,
  sizeCalculation: ({ pieces }) => pieces.length + 1,
})

/** A stream's bytes in pieces of one size, the last one shorter. */
async function* inPieces(source: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const given of source as AsyncIterable<Buffer>) {
    held.push(given)
    bytes += given.length
    if (bytes < pieceBytes) continue
    let all = held.length === 1 ? held[0]! : Buffer.concat(held)
    for (; all.length >= pieceBytes; all = all.subarray(pieceBytes)) yield all.subarray(0, pieceBytes)
    held = all.length > 0 ? [all] : []
    bytes = all.length
  }
  if (bytes > 0) yield Buffer.concat(held)
}
