import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

/** The most files that are unpacked, and their bytes in all. */
export interface Most {
  files: number
  bytes: number
}

/** A file in a ZIP, as its central directory has it. */
interface Entry {
  name: string
  isDeflated: boolean
  packed: number
  size: number
  at: number
}

/** The signatures and lengths of APPNOTE.TXT 6.3.10: a file's header, its entry in the directory, and the directory's end. */
const local = { signature: 0x04034b50, length: 30 }
const central = { signature: 0x02014b50, length: 46 }
const end = { signature: 0x06054b50, length: 22, comment: 0xffff }

/**
 * Unpacks a ZIP into an empty folder. Throws an error whose message is for people when it is none, when it holds more
 * than `most`, or when a name leads elsewhere. Links become files that hold their target.
 */
export function unpack(zip: string, into: string, most: Most): void {
  unpackAs(zip, most, (name) => join(into, safeName(name)))
}

/** Unpacks those files of a ZIP for which `placeOf` has a place; throws as `unpack` does. */
export function unpackAs(zip: string, most: Most, placeOf: (name: string) => string | undefined): void {
  const file = openSync(zip, 'r')
  try {
    let left = most.bytes
    let files = 0
    for (const entry of entriesOf(file)) {
      if (entry.name.endsWith('/')) continue
      const place = placeOf(entry.name)
      if (place === undefined) continue
      if (++files > most.files) throw new Error(`The ZIP holds more than ${most.files} files.`)
      if (entry.size > left) throw new Error(`The files of the ZIP are larger than ${most.bytes} bytes.`)
      const bytes = contentOf(file, entry, left)
      left -= bytes.length
      mkdirSync(dirname(place), { recursive: true })
      writeFileSync(place, bytes, { flag: 'wx' })
    }
  } finally {
    closeSync(file)
  }
}

/** Returns a path inside its folder. Throws where it leads out of it. */
function safeName(name: string): string {
  const parts = name.split('/')
  const isBad = (part: string) => part === '' || part === '.' || part === '..' || part.includes('\0')
  if (
    parts.some(isBad) ||
    Buffer.byteLength(name) > 4000 ||
    parts.some((part) => Buffer.byteLength(part) > 255)
  )
    throw new Error('A file of the ZIP has a name that leads elsewhere.')
  return name
}

function* entriesOf(file: number): Generator<Entry, void> {
  const { size } = fstatSync(file)
  const tail = read(file, Math.max(0, size - end.length - end.comment), size)
  const endAt = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]), tail.length - end.length)
  if (endAt < 0) throw new Error('This is no ZIP.')
  const [length, start] = [tail.readUInt32LE(endAt + 12), tail.readUInt32LE(endAt + 16)]
  const directory = read(file, start, start + length)
  for (let at = 0; at < directory.length;) {
    if (directory.length - at < central.length || directory.readUInt32LE(at) !== central.signature)
      throw new Error('The list of files of the ZIP is damaged.')
    const lengths = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset))
    const [nameLength = 0, extra = 0, comment = 0] = lengths
    const method = directory.readUInt16LE(at + 10)
    const isEncrypted = (directory.readUInt16LE(at + 8) & 1) === 1
    if (isEncrypted || (method !== 0 && method !== 8))
      throw new Error('A file of the ZIP is encrypted or packed in another way.')
    const nameAt = at + central.length
    yield {
      name: directory.toString('utf8', nameAt, nameAt + nameLength),
      isDeflated: method === 8,
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
    }
    at = nameAt + nameLength + extra + comment
  }
}

function contentOf(file: number, { at, packed, size, isDeflated }: Entry, most: number): Buffer {
  const header = read(file, at, at + local.length)
  if (header.readUInt32LE(0) !== local.signature) throw new Error('A file of the ZIP is damaged.')
  const start = at + local.length + header.readUInt16LE(26) + header.readUInt16LE(28)
  const bytes = read(file, start, start + packed)
  const content = isDeflated
    ? inflateRawSync(bytes, { maxOutputLength: Math.max(1, Math.min(most, size)) })
    : bytes
  if (content.length !== size) throw new Error('A file of the ZIP has another size than it says.')
  return content
}

/** Reads a part of a file. Throws where it ends before. */
function read(file: number, from: number, to: number): Buffer {
  if (from < 0 || to > fstatSync(file).size) throw new Error('The ZIP is cut off.')
  const bytes = Buffer.alloc(to - from)
  for (let at = 0; at < bytes.length;) {
    const length = readSync(file, bytes, at, bytes.length - at, from + at)
    if (length === 0) throw new Error('The ZIP is cut off.')
    at += length
  }
  return bytes
}
