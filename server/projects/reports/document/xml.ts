import type { Readable } from 'node:stream'

import { SaxesParser } from 'saxes'

import { Refusal, refusals } from './fields.ts'

/** An element as a reader gets it: local names, values with their entities resolved. */
export interface Element {
  name: string
  attributes: { name: string; value: string }[]
}

export interface XmlReader {
  opened(element: Element): void
  text(text: string, inside: string): void
  closed?(name: string): void
}

/** Limits above what Word writes, so that the work stays in proportion to the bytes. */
const max = { depth: 500, attributes: 500 }

/**
 * The processor time in milliseconds that is left for reading a document. The clock would refuse good ones on a busy
 * machine.
 */
export interface Budget {
  left: number
}

/**
 * Reads well-formed XML in UTF-8 or UTF-16 to its end. Throws a Refusal for a document type (and so for every entity
 * definition), for another encoding, for nesting deeper than Word's and when the budget is used up; other errors for
 * XML that is not well-formed.
 */
export async function readXml(stream: Readable, reader: XmlReader, budget: Budget): Promise<void> {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const refuse = () => {
    throw new Refusal(refusals.broken)
  }
  const inside: string[] = []
  let attributes = 0
  parser.on('doctype', refuse)
  parser.on('opentagstart', () => void (attributes = 0))
  parser.on('attribute', () => void (++attributes > max.attributes && refuse()))
  parser.on('opentag', (tag) => {
    if (inside.push(tag.local) > max.depth) refuse()
    const named = Object.values(tag.attributes).map(({ local, value }) => ({ name: local, value }))
    reader.opened({ name: tag.local, attributes: named })
  })
  parser.on('closetag', () => {
    const name = inside.pop()
    if (name !== undefined) reader.closed?.(name)
  })
  parser.on('text', (text) => reader.text(text, inside.at(-1) ?? ''))
  parser.on('cdata', (text) => reader.text(text, inside.at(-1) ?? ''))
  let decoder: TextDecoder | undefined
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !encodings[decoder!.encoding]!.test(encoding)) refuse()
  })
  for await (const piece of stream as AsyncIterable<Buffer>) {
    if (budget.left <= 0) throw new Refusal(refusals.tooMuch)
    const before = process.threadCpuUsage()
    decoder ??= decoderFor(piece)
    parser.write(decoder.decode(piece, { stream: true }))
    const { user, system } = process.threadCpuUsage(before)
    budget.left -= (user + system) / 1000
  }
  parser.write(decoder?.decode() ?? '').close()
}

const decoderFor = (beginning: Buffer) => new TextDecoder(encodingOf(beginning), { fatal: true })

function encodingOf([first, second]: Buffer) {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8'
}

/** The names that a declaration may use for each encoding. */
const encodings: Record<string, RegExp> = {
  'utf-8': /^(utf-?8|us-ascii)$/i,
  'utf-16le': /^utf-?16(le)?$/i,
  'utf-16be': /^utf-?16(be)?$/i,
}
