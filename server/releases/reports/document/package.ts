import type { Readable } from 'node:stream'

import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'

import { type Outline, OutlineReader } from './outline.ts'
import { checkPart } from './parts.ts'
import { Refusal, refusals } from './refusal.ts'

/** What a document of 20 MB may unfold to; bytes, milliseconds. A part beyond `freeBytes` may be `ratio` times its packed size. */
const max = {
  parts: 2000,
  bytes: 200 * 1024 * 1024,
  xmlBytes: 24 * 1024 * 1024,
  freeBytes: 4 * 1024 * 1024,
  ratio: 300,
  time: 5000,
}

/** Reads through a .docx and answers its outline. Throws a Refusal when it is none, and for what Word would fetch, open or run by itself; other errors when it is broken. */
export async function checkPackage(fd: number): Promise<Outline> {
  const zip = await fromFdPromise(fd, { lazyEntries: true, autoClose: false })
  const entries = await entriesOf(zip)
  if (!entries.some(({ fileName }) => /^word\/document\.xml$/i.test(fileName))) {
    throw new Refusal(refusals.noDocument)
  }
  const deadline = Date.now() + max.time
  const outline = new OutlineReader()
  let xmlBytes = 0
  for (const entry of entries.toSorted(stylesFirst)) {
    checkName(entry.fileName)
    const open = () => zip.openReadStreamPromise(entry)
    if (!isXmlName(entry.fileName) && !(await looksLikeXml(await open()))) continue
    xmlBytes += entry.uncompressedSize
    if (xmlBytes > max.xmlBytes) throw new Refusal(refusals.tooMuch)
    await checkPart(entry.fileName, await open(), deadline, outline.readerOf(entry.fileName))
  }
  return outline.outline()
}

/** Which paragraphs are headings has to be known before they are read. */
const stylesFirst = (one: Entry, other: Entry) => Number(isStyles(other)) - Number(isStyles(one))
const isStyles = ({ fileName }: Entry) => /^word\/styles\.xml$/i.test(fileName)

/** All parts of a package, if they are few and small enough and no two of them could be taken for each other. */
async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > max.parts) throw new Refusal(refusals.tooMuch)
  const entries = new Map<string, Entry>()
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new Refusal(refusals.locked)
    const { uncompressedSize, compressedSize } = entry
    bytes += uncompressedSize
    const isBomb = uncompressedSize > max.freeBytes && uncompressedSize > compressedSize * max.ratio
    if (bytes > max.bytes || isBomb) throw new Refusal(refusals.tooMuch)
    const name = decodeURIComponent(entry.fileName).normalize('NFC').toLowerCase()
    if (entries.has(name)) throw new Refusal(refusals.broken)
    if (!name.endsWith('/')) entries.set(name, entry)
  }
  return [...entries.values()]
}

const isXmlName = (name: string) => /\.(xml|rels)$/i.test(name)

function checkName(fileName: string) {
  const name = decodeURIComponent(fileName).toLowerCase()
  if (/vbaproject|vbadata/.test(name)) throw new Refusal(refusals.macros)
  if (/(^|\/)activex\//.test(name) || /(^|\/)embeddings\/.*(?<!\.xlsx)$/.test(name)) {
    throw new Refusal(refusals.embedded)
  }
}

/** A part may be XML under any name: it begins with a mark of its encoding, white space or '<', as no picture does. */
async function looksLikeXml(stream: Readable): Promise<boolean> {
  for await (const piece of stream as AsyncIterable<Buffer>) {
    return /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff|\0?[\s<])/.test(piece.subarray(0, 4).toString('latin1'))
  }
  return false
}
