import type { Readable } from 'node:stream'

import { FieldReader, requireHarmless } from './fields.ts'
import { Refusal, refusals } from './refusal.ts'
import { isHarmlessLink, isOutside } from './targets.ts'
import { type Element, readXml, type XmlReader } from './xml.ts'

/** Reads one XML part of a document; `also` hears what is in it. Throws a Refusal for whatever would make Word fetch, open or run something by itself. */
export async function checkPart(
  name: string,
  stream: Readable,
  deadline: number,
  also?: XmlReader,
): Promise<void> {
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

/** In an outer relation only a link to a page; in an inner one nothing outside and nothing that is more than text, pictures and their like. */
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
  // The numbers behind a chart are a workbook of its own.
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

/** Old drawings name their pictures and links in attributes instead of relations. */
function checkSources({ name, attributes }: Element) {
  for (const attribute of attributes) {
    const isLink = attribute.name === 'href' && !/^(imagedata|fill|stroke)$/.test(name)
    if (!isLink && !/^(src|href|althref)$/.test(attribute.name)) continue
    if (isOutside(attribute.value) && !(isLink && isHarmlessLink(attribute.value))) {
      throw new Refusal(refusals.outside(attribute.value))
    }
  }
}
