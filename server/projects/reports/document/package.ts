import type { Readable } from 'node:stream'

import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'

import {
  FieldReader,
  isHarmlessLink,
  isOutside,
  placeOf,
  Refusal,
  refusals,
  requireHarmless,
} from './fields.ts'
import { type Outline, OutlineReader } from './outline.ts'
import { keyOf } from './part-keys.ts'
import { type Budget, type Element, readXml, type XmlReader } from './xml.ts'

/**
 * Limits of an unpacked document; bytes, milliseconds of processor time. A part larger than `freeBytes` may be at most
 * `ratio` times its packed size.
 */
const max = {
  parts: 2000,
  bytes: 200 * 1024 * 1024,
  xmlBytes: 24 * 1024 * 1024,
  freeBytes: 4 * 1024 * 1024,
  ratio: 300,
  work: 10_000,
}

/**
 * Checks a .docx and answers its outline. Throws a Refusal when it is no .docx, and for content that Word would fetch,
 * open or run by itself; other errors when it is broken.
 */
export async function checkPackage(fd: number): Promise<Outline> {
  const zip = await fromFdPromise(fd, { lazyEntries: true, autoClose: false })
  const entries = await entriesOf(zip)
  const open = (key: string) => zip.openReadStreamPromise(entries.get(key)!)
  let xmlBytes = 0
  const openXml = (key: string) => {
    xmlBytes += entries.get(key)!.uncompressedSize
    if (xmlBytes > max.xmlBytes) throw new Refusal(refusals.tooMuch)
    return open(key)
  }
  const budget = { left: max.work }
  const roles = await rolesIn(new Set(entries.keys()), openXml, budget)
  if (!entries.has(roles.text)) throw new Refusal(refusals.noDocument)
  const endings = new Set([...entries.keys()].map((key) => key.slice(key.lastIndexOf('.') + 1)))
  const outline = new OutlineReader()
  // The styles come first, because they decide which paragraphs are headings.
  const keys = [...entries.keys()].toSorted(
    (one, other) => Number(other === roles.styles) - Number(one === roles.styles),
  )
  for (const key of keys) {
    checkName(key)
    if (!isXmlName(key) && !(await looksLikeXml(await open(key)))) continue
    const also = key === roles.text ? documentReader(outline.text()) : undefined
    const reader = key === roles.styles ? outline.styles() : also
    await checkPart({ key, endings }, await openXml(key), budget, reader)
  }
  return outline.outline()
}

/** The parts of a .docx that its outline is read from, by their keys. */
interface Roles {
  text: string
  styles: string
}

/**
 * Finds the text of a package and its styles by the package's relations, because programs name the parts as they like.
 * A package without relations has the names of the desktop program.
 */
async function rolesIn(
  parts: ReadonlySet<string>,
  open: (key: string) => Promise<Readable>,
  budget: Budget,
): Promise<Roles> {
  const target = async (from: string, kind: string) => {
    const [folder, name] = [from.slice(0, from.lastIndexOf('/') + 1), from.slice(from.lastIndexOf('/') + 1)]
    const relations = `${folder}_rels/${name}.rels`
    if (!parts.has(relations)) return undefined
    let found: string | undefined
    const reader = {
      opened({ name: element, attributes }: { name: string; attributes: { name: string; value: string }[] }) {
        const value = (attribute: string) => attributes.find((one) => one.name === attribute)?.value ?? ''
        if (element !== 'Relationship' || !value('Type').endsWith(`/${kind}`)) return
        found ??= keyOf(new URL(value('Target'), `part:/${folder}`).pathname.slice(1))
      },
      text() {},
    }
    await readXml(await open(relations), reader, budget)
    return found
  }
  const text = (await target('', 'officeDocument')) ?? 'word/document.xml'
  return { text, styles: (await target(text, 'styles')) ?? text.replace(/[^/]*$/, 'styles.xml') }
}

/**
 * Passes the text of a document on. Throws a Refusal when it is the main part of another program, such as a workbook.
 */
function documentReader(reader: Required<XmlReader>): XmlReader {
  let isInside = false
  return {
    opened(element) {
      if (!isInside && element.name !== 'document') throw new Refusal(refusals.noDocument)
      isInside = true
      reader.opened(element)
    },
    text: (text, inside) => reader.text(text, inside),
    closed: (name) => reader.closed(name),
  }
}

/**
 * All parts of a package by their keys. Throws a Refusal when they are too many or too large, or two have names that
 * could be confused.
 */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > max.parts) throw new Refusal(refusals.tooMuch)
  const entries = new Map<string, Entry>()
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new Refusal(refusals.locked)
    const { uncompressedSize, compressedSize } = entry
    bytes += uncompressedSize
    const isBomb = uncompressedSize > max.freeBytes && uncompressedSize > compressedSize * max.ratio
    if (bytes > max.bytes || isBomb) throw new Refusal(refusals.tooMuch)
    const key = keyOf(entry.fileName)
    if (entries.has(key)) throw new Refusal(refusals.broken)
    if (!key.endsWith('/')) entries.set(key, entry)
  }
  return entries
}

const isXmlName = (name: string) => /\.(xml|rels)$/i.test(name)

function checkName(name: string) {
  if (/vbaproject|vbadata/.test(name)) throw new Refusal(refusals.macros)
  if (/(^|\/)activex\//.test(name) || /(^|\/)embeddings\/.*(?<!\.xlsx)$/.test(name)) {
    throw new Refusal(refusals.embedded)
  }
}

/**
 * True for a part that is XML under another name: it begins with a byte order mark, white space or '<', as no picture
 * does. An embedded font may, because its beginning is encrypted, but soon has a byte that no XML in eight bits has.
 */
async function looksLikeXml(stream: Readable): Promise<boolean> {
  for await (const piece of stream as AsyncIterable<Buffer>) {
    const beginning = piece.subarray(0, 256).toString('latin1')
    if (/^(\xff\xfe|\xfe\xff|\0[\s<]|[\s<]\0)/.test(beginning)) return true
    // oxlint-disable-next-line no-control-regex -- Those that change the alphabet in some encodings are not among them.
    return /^(\xef\xbb\xbf|[\s<])[^\x00-\x08\x10-\x1a\x1c-\x1f]*$/.test(beginning)
  }
  return false
}

/**
 * Reads one XML part of a document; `also` reads it too. Throws a Refusal for content that would make Word fetch, open
 * or run something by itself.
 */
async function checkPart(
  { key, endings }: { key: string; endings: ReadonlySet<string> },
  stream: Readable,
  budget: Budget,
  also?: XmlReader,
): Promise<void> {
  const fields = new FieldReader()
  const reader: XmlReader = {
    opened(element) {
      const value = (attribute: string) => element.attributes.find(({ name }) => name === attribute)?.value
      if (element.name === 'Relationship') checkRelationship(key, value)
      if (embedding.has(element.name)) throw new Refusal(refusals.embedded)
      if (element.name === 'mailMerge') throw new Refusal(refusals.outside('mail merge data'))
      // A default is for all parts with an ending; some programs declare it although there are none.
      const isUnused = element.name === 'Default' && !endings.has(value('Extension')?.toLowerCase() ?? '')
      if (!isUnused && /macroenabled|vba|activex|oleobject/i.test(value('ContentType') ?? ''))
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
  await readXml(stream, reader, budget)
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
      throw new Refusal(refusals.outside(placeOf(target)))
    }
    return
  }
  if (isOutside(target)) throw new Refusal(refusals.outside(placeOf(target)))
  const kind = type.slice(type.lastIndexOf('/') + 1).toLowerCase()
  // The data of a chart is an embedded workbook.
  const isChartData = kind === 'package' && /(^|\/)charts\/_rels\//.test(part) && /\.xlsx$/i.test(target)
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
      throw new Refusal(refusals.outside(placeOf(attribute.value)))
    }
  }
}
