import type { FileEntry } from '@zip.js/zip.js/index-native.js'
import { inflateSync } from 'fflate'

/** The largest file that is read at once, in bytes. */
const maxBytes = 64 * 1024

/**
 * Reads a small file of a ZIP at once, many times as fast as by a stream for each of thousands. Undefined for one that is
 * not small, is packed in another way, or is not as the ZIP says: the library then reads it, and says what is wrong.
 * What is returned holds until the next file is read: browsers free the memory of thousands of them much later.
 */
export async function smallFile(
  zip: { view: (index: number, length: number) => Promise<Uint8Array> },
  { uncompressedSize: size, compressedSize, compressionMethod, offset, rawFilename }: FileEntry,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  // What is packed is hardly ever larger than its file; this bounds what unpacking can cost.
  if (size > maxBytes || compressedSize > size + 1024) return undefined
  const header = await zip.view(offset, headerBytes)
  if (header.length < headerBytes) return undefined
  const view = new DataView(header.buffer, header.byteOffset)
  if (view.getUint32(0, true) !== headerMark || view.getUint16(8, true) !== compressionMethod)
    return undefined
  const nameBytes = view.getUint16(26, true)
  const name = await zip.view(offset + headerBytes, nameBytes)
  if (nameBytes !== rawFilename.length || rawFilename.some((byte, index) => byte !== name[index]))
    return undefined
  const at = offset + headerBytes + nameBytes + view.getUint16(28, true)
  const packed = await zip.view(at, compressedSize)
  const bytes = unpackersOf.get(compressionMethod)?.(packed, size)
  return bytes?.length === size ? bytes : undefined
}

const headerBytes = 30
const headerMark = 0x04034b50

const unpackersOf = new Map([
  [0, stored],
  [8, inflated],
])

// One byte more shows a file that is larger than the ZIP says.
const scratch = new Uint8Array(maxBytes + 1)

function stored(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> | undefined {
  if (packed.length !== size) return undefined
  scratch.set(packed)
  return scratch.subarray(0, size)
}

function inflated(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> | undefined {
  try {
    const { length } = inflateSync(packed, { out: scratch.subarray(0, size + 1) })
    return scratch.subarray(0, length)
  } catch {
    return undefined
  }
}
