import type { Readable } from 'node:stream'

import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'

import { FieldReader, isHarmlessLink, isOutside, Refusal, refusals, requireHarmless } from './fields.ts'
import { type Outline, OutlineReader } from './outline.ts'
import { type Element, readXml, type XmlReader } from './xml.ts'

/**
 * Limits of an unpacked document; bytes, milliseconds. A part larger than `freeBytes` may be at most `ratio` times its
 * packed size.
 */
const max = {
  parts: 2000,
  bytes: 200 * 1024 * 1024,
  xmlBytes: 24 * 1024 * 1024,
  freeBytes: 4 * 1024 * 1024,
  ratio: 300,
  time: 5000,
}

/**
 * Checks a .docx and answers its outline. Throws a Refusal when it is no .docx, and for content that Word would fetch,
 * open or run by itself; other errors when it is broken.
 */
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

/** The styles come first, because they decide which paragraphs are headings. */
const stylesFirst = (one: Entry, other: Entry) => Number(isStyles(other)) - Number(isStyles(one))
const isStyles = ({ fileName }: Entry) => /^word\/styles\.xml$/i.test(fileName)

/**
 * All parts of a package. Throws a Refusal when they are too many or too large, or two have names that could be
 * confused.
 */
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

/**
 * True for a part that is XML under another name: it begins with a byte order mark, white space or '<', as no picture
 * does.
 */
async function looksLikeXml(stream: Readable): Promise<boolean> {
  for await (const piece of stream as AsyncIterable<Buffer>) {
    return /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff|\0?[\s<])/.test(piece.subarray(0, 4).toString('latin1'))
  }
  return false
}

/**
 * Reads one XML part of a document; `also` reads it too. Throws a Refusal for content that would make Word fetch, open
 * or run something by itself.
 */
async function checkPart(name: string, stream: Readable, deadline: number, also?: XmlReader): Promise<void> {
  const fields = new FieldReader()
  const reader: XmlReader = {
    opened(element) {
      const value = (attribute: string) => element.attributes.find(({ name }) => name === attribute)?.value
      if (element.name === 'Relationship') checkRelationship(name, value)
      if (embedding.has(element.name)) throw new Refusal(refusals.embedded)
      if (element.name === 'mailMerge') throw new Refusal(refusals.outside('mail merge data'))
      if (/macroenabled|vba|activex|oleobject/i.test(value('ContentType') ?? ''))
        throw new Refusal(refusals.macros)
      if (element.name === 'fldChar') fields.mark(value('fldCharType'))
      if (element.name === 'fldSimple') requireHarmless(value('instr') ?? '')
      checkSources(element)
      also?.opened(element)
    },
    text(text, inside) {
      if (inside === 'instrText' || inside === 'delInstrText') fields.instruction(text)
      also?.text(text, inside)
    },
    closed: (name) => also?.closed?.(name),
  }
  await readXml(stream, reader, deadline)
  fields.end()
}

const embedding = new Set(['altChunk', 'subDoc', 'OLEObject', 'control'])

/**
 * Throws a Refusal unless an external relation links to a page, and an internal one stays inside and refers to plain
 * content such as text and pictures.
 */
function checkRelationship(part: string, value: (attribute: string) => string | undefined) {
  const [type = '', target = '', mode = 'Internal'] = [value('Type'), value('Target'), value('TargetMode')]
  if (mode !== 'Internal') {
    if (mode !== 'External' || !hyperlinks.has(type) || !isHarmlessLink(target)) {
      throw new Refusal(refusals.outside(target))
    }
    return
  }
  if (isOutside(target)) throw new Refusal(refusals.outside(target))
  const kind = type.slice(type.lastIndexOf('/') + 1).toLowerCase()
  // The data of a chart is an embedded workbook.
  const isChartData = kind === 'package' && /^word\/charts\//i.test(part) && /\.xlsx$/i.test(target)
  if (/vba|toolbars/.test(kind)) throw new Refusal(refusals.macros)
  if (activeKinds.test(kind) && !isChartData) throw new Refusal(refusals.embedded)
}

const hyperlinks = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/hyperlink',
])
const activeKinds =
  /^(attachedtemplate|oleobject|package|control|activex.*|afchunk|subdocument|frame|mailmerge.*|webextension.*|externallink.*)$/

/** Checks the attributes in which old drawings name pictures and links, without relations. */
function checkSources({ name, attributes }: Element) {
  for (const attribute of attributes) {
    const isLink = attribute.name === 'href' && !/^(imagedata|fill|stroke)$/.test(name)
    if (!isLink && !/^(src|href|althref)$/.test(attribute.name)) continue
    if (isOutside(attribute.value) && !(isLink && isHarmlessLink(attribute.value))) {
      throw new Refusal(refusals.outside(attribute.value))
    }
  }
}
