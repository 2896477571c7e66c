import { createHash } from 'node:crypto'
import { type PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { crc32 } from 'node:zlib'

import { type ReadStreamOptions, ZipFile } from 'yazl'

import type { Range, Storage } from './storage.ts'
import { type ExpectedObject, pieceSums } from './verified.ts'

/** A file of a ZIP that is written. */
export interface ZipEntry {
  path: string
  content: Readable
  options?: Partial<ReadStreamOptions>
}

/**
 * Stores a ZIP while its entries are read, each after the one before it, so that they are never all in memory, and
 * returns it with its proof. Throws the error of an entry; then nothing is stored.
 */
export async function storeZip(
  storage: Storage,
  key: string,
  entries: AsyncIterable<ZipEntry>,
): Promise<ExpectedObject> {
  const bytes = zipOf(entries)
  const digest = createHash('sha256')
  const sums = pieceSums()
  let size = 0
  const counted = async function* () {
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      digest.update(piece)
      sums.add(piece)
      size += piece.length
      yield piece
    }
  }
  await storage.putStream(Readable.from(counted(), { objectMode: false }), () => key)
  const stored = { key, size, sha256: digest.digest('hex') }
  const version = (await storage.about(key))?.version
  return version === undefined ? stored : { ...stored, proof: { version, sums: sums.all() } }
}

/**
 * A ZIP that is made while it is read: its entries are read each after the one before it. It ends with the error of an
 * entry.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): PassThrough {
  const zip = new ZipFile()
  const bytes = zip.outputStream as PassThrough
  // It may fail before it is read; a later read throws the error.
  bytes.on('error', () => {})
  zip.on('error', (error) => bytes.destroy(error))
  addAll(zip, entries).catch((error: Error) => bytes.destroy(error))
  return bytes
}

async function addAll(zip: ZipFile, entries: AsyncIterable<ZipEntry>): Promise<void> {
  for await (const { path, content, options } of entries) {
    zip.addReadStream(content, path, options)
    await finished(content)
  }
  zip.end()
}

/**
 * Noon of a day ('2026-11-12') on this machine's clock: a ZIP has times without a time zone, and yazl uses that clock.
 */
export const dosDay = (isoDay: string): Date => new Date(`${isoDay}T12:00:00`)

/**
 * Adds one more file to a stored ZIP of ours while it is read: nothing is copied, and its length and every range of it
 * are known beforehand. Throws a RangeError for anything but a ZIP without a comment, and for one so large that it
 * needs the ZIP64 extension. Source: APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
 */
export async function zipWithEntry(archive: Source, entry: Entry): Promise<Source> {
  const end = await readEnd(archive)
  const { local, central } = headersOf(entry, end.directoryAt)
  const directory = {
    entries: end.entries + 1,
    size: end.directorySize + central.length,
    at: end.directoryAt + local.length + entry.bytes.length,
  }
  if (directory.entries >= 0xffff || directory.at + directory.size >= 0xffffffff)
    throw new RangeError('This ZIP is too large for one more entry')
  return joined([
    pieceOf(archive, 0, end.directoryAt),
    inMemory(Buffer.concat([local, entry.bytes])),
    pieceOf(archive, end.directoryAt, end.directorySize),
    inMemory(Buffer.concat([central, endOf(directory)])),
  ])
}

/** One more file, dated noon of a day ('2026-11-12'). */
interface Entry {
  path: string
  bytes: Buffer
  isoDay: string
}

/** Reads the place of the central directory from the end of the archive. */
async function readEnd(archive: Source) {
  const at = archive.size - endBytes
  const read = at < 0 ? [] : await archive.read({ start: at, end: archive.size - 1 })
  const end = Buffer.concat(await Array.fromAsync(read, (piece) => Buffer.from(piece)))
  if (end.length < endBytes || end.readUInt32LE(0) !== 0x06054b50)
    throw new RangeError('This is no ZIP that ends without a comment')
  const [entries, directorySize, directoryAt] = [
    end.readUInt16LE(10),
    end.readUInt32LE(12),
    end.readUInt32LE(16),
  ]
  if (directoryAt + directorySize !== at) throw new RangeError('This ZIP needs the ZIP64 extension')
  return { entries, directorySize, directoryAt }
}

/** The header before a file and its entry in the central directory, for an uncompressed file with a name in UTF-8. */
function headersOf({ path, bytes, isoDay }: Entry, at: number) {
  const name = Buffer.from(path)
  const shared = Buffer.alloc(26)
  shared.writeUInt16LE(versionNeeded, 0)
  shared.writeUInt16LE(nameIsUtf8, 2)
  shared.writeUInt16LE(noon, 6)
  shared.writeUInt16LE(dosDate(isoDay), 8)
  shared.writeUInt32LE(crc32(bytes), 10)
  shared.writeUInt32LE(bytes.length, 14)
  shared.writeUInt32LE(bytes.length, 18)
  shared.writeUInt16LE(name.length, 22)
  const local = Buffer.alloc(4)
  local.writeUInt32LE(0x04034b50)
  const [before, after] = [Buffer.alloc(6), Buffer.alloc(14)]
  before.writeUInt32LE(0x02014b50)
  before.writeUInt16LE((unix << 8) | versionNeeded, 4)
  after.writeUInt32LE(0o100644 * 0x10000, 6)
  after.writeUInt32LE(at, 10)
  return {
    local: Buffer.concat([local, shared, name]),
    central: Buffer.concat([before, shared, after, name]),
  }
}

function endOf({ entries, size, at }: { entries: number; size: number; at: number }) {
  const end = Buffer.alloc(endBytes)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return end
}

/** Encodes a day as a ZIP does: years since 1980, month, day of the month. */
function dosDate(isoDay: string): number {
  const [year = 0, month = 0, day = 0] = isoDay.split('-').map(Number)
  return ((year - 1980) << 9) | (month << 5) | day
}

const noon = 12 << 11
const endBytes = 22
const versionNeeded = 20
const nameIsUtf8 = 0x0800
const unix = 3

/**
 * Bytes of a known length that can be read from any position. A piece may be overwritten when the next is requested.
 */
export interface Source {
  size: number
  /** Reads the bytes from `start` to `end`, both included; all of them without a range. */
  read(range?: Range): Promise<AsyncIterable<Buffer>>
}

/** Joins sources into one. Each is opened when it is reached, the first before `read` resolves. */
export function joined(sources: readonly Source[]): Source {
  const size = sources.reduce((sum, source) => sum + source.size, 0)
  const read = async ({ start, end }: Range = { start: 0, end: size - 1 }) => {
    const parts: { source: Source; range: Range }[] = []
    let at = 0
    for (const source of sources) {
      const range = { start: Math.max(0, start - at), end: Math.min(source.size - 1, end - at) }
      if (range.start <= range.end) parts.push({ source, range })
      at += source.size
    }
    const [first, ...others] = parts
    return first ? inTurn(await first.source.read(first.range), others) : none()
  }
  return { size, read }
}

async function* inTurn(opened: AsyncIterable<Buffer>, others: { source: Source; range: Range }[]) {
  yield* opened
  for (const { source, range } of others) yield* await source.read(range)
}

async function* none(): AsyncGenerator<Buffer> {}

/** Makes a source of bytes in memory. */
export const inMemory = (bytes: Buffer): Source => ({
  size: bytes.length,
  read: async ({ start, end } = { start: 0, end: bytes.length - 1 }) => one(bytes.subarray(start, end + 1)),
})

async function* one(bytes: Buffer) {
  yield bytes
}

/** A part of a source, from `start` on, as a source of its own. */
const pieceOf = (source: Source, start: number, size: number): Source => ({
  size,
  read: (range = { start: 0, end: size - 1 }) =>
    source.read({ start: start + range.start, end: start + range.end }),
})
