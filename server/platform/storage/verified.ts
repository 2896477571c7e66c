import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

import { LRUCache } from 'lru-cache'

import type { Range, Storage } from './storage.ts'

/** A stored object with the expected checksum and size of its bytes. */
export interface ExpectedObject {
  key: string
  sha256: string
  size: number
  /** What an earlier reading found; used while the object is of that version. */
  proof?: Proof
}

/** The checksums of an object's pieces, found when all its bytes agreed with its checksum. */
export interface Proof {
  /** The version of the object in the store. */
  version: string
  sums: number[]
}

/** Thrown when an object is checked, and into a stream before a damaged byte would leave it. */
export class DamagedObject extends Error {
  constructor({ key }: ExpectedObject) {
    super(`The stored bytes at ${key} are missing or damaged`)
  }
}

/**
 * Reads an object or a range of it and compares every piece before it is returned, so that only the stored bytes leave.
 * Without a proof the object is read through once in each process, and again after every write to it. Throws a
 * DamagedObject before the first byte when it differs then, and instead of a piece when it is damaged later, even if
 * its time and size are unchanged. A piece is overwritten when the next is requested.
 */
export async function verifiedPieces(
  storage: Storage,
  object: ExpectedObject,
  range: Range = { start: 0, end: object.size - 1 },
): Promise<AsyncGenerator<Buffer>> {
  const { sums } = await verifyObject(storage, object)
  return compared(storage, object, sums, range)
}

async function* compared(storage: Storage, object: ExpectedObject, sums: number[], { start, end }: Range) {
  const first = Math.floor(start / pieceBytes)
  const last = Math.floor(end / pieceBytes)
  const whole = { start: first * pieceBytes, end: Math.min(object.size, (last + 1) * pieceBytes) - 1 }
  let index = first
  for await (const piece of storage.pieces(object.key, whole, pieceBytes)) {
    if (crc32(piece) !== sums[index]) break
    const at = index * pieceBytes
    yield piece.subarray(Math.max(0, start - at), end + 1 - at)
    index++
  }
  if (index > last) return
  verified.delete(object.key)
  throw new DamagedObject(object)
}

/** Returns the whole object as a stream, for readers that hold several pieces at a time. */
export const verifiedStream = async (storage: Storage, object: ExpectedObject): Promise<Readable> =>
  Readable.from(copies(await verifiedPieces(storage, object)), { objectMode: false })

async function* copies(pieces: AsyncIterable<Buffer>) {
  for await (const piece of pieces) yield Buffer.from(piece)
}

/** Checks that an object is what was stored, and returns the proof. Throws a DamagedObject. */
export async function verifyObject(storage: Storage, object: ExpectedObject): Promise<Proof> {
  const found = await storage.about(object.key)
  if (found?.size !== object.size) throw new DamagedObject(object)
  const { version } = found
  const known = verified.get(object.key)
  if (known?.sha256 === object.sha256 && known.version === version) return known
  const { proof } = object
  const isProven = proof?.version === version && proof.sums.length === Math.ceil(object.size / pieceBytes)
  const sums = isProven ? proof.sums : await readSums(storage, object)
  const now = { sha256: object.sha256, version, sums }
  verified.set(object.key, now)
  return now
}

async function readSums(storage: Storage, object: ExpectedObject): Promise<number[]> {
  const whole = createHash('sha256')
  const sums = pieceSums()
  for await (const piece of storage.pieces(object.key, { start: 0, end: object.size - 1 }, pieceBytes)) {
    whole.update(piece)
    sums.add(piece)
  }
  if (whole.digest('hex') !== object.sha256) throw new DamagedObject(object)
  return sums.all()
}

/** Computes the checksums of an object's pieces from its bytes, which may come in parts of any length. */
export function pieceSums() {
  const sums: number[] = []
  let [sum, length] = [0, 0]
  const end = () => {
    if (length > 0) sums.push(sum)
    ;[sum, length] = [0, 0]
  }
  return {
    add(bytes: Buffer) {
      for (let at = 0; at < bytes.length;) {
        const part = bytes.subarray(at, at + pieceBytes - length)
        sum = crc32(part, sum)
        length += part.length
        at += part.length
        if (length === pieceBytes) end()
      }
    },
    all() {
      end()
      return sums
    },
  }
}

/**
 * Bytes of a piece. A piece is checked with CRC-32, which finds the damage that disks do and is much cheaper than
 * SHA-256, which checks the whole object.
 */
const pieceBytes = 256 * 1024

/** Checksums of verified objects, at some 10 bytes for each piece: at most 4 MB, for 100 GB of objects. */
const verified = new LRUCache<string, Proof & { sha256: string }>({
  maxSize: 400_000,
  sizeCalculation: ({ sums }) => sums.length + 1,
})
