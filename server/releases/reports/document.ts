import type { Readable } from 'node:stream'

import { type Entry, fromFdPromise } from 'yauzl'

import { ProblemError } from '#contract/problem.ts'

import type { Draft } from '../../storage/draft.ts'

export type DocumentKind = 'doc' | 'docx'

/** Tells by its content what kind of Word document a file is. Throws unsupported_type for anything else, and for documents that carry macros, external parts or XML tricks. */
export async function documentKind(draft: Draft): Promise<DocumentKind> {
  try {
    const beginning = await firstBytes(draft.read(), 8)
    if (beginning.toString('hex') === 'd0cf11e0a1b11ae1') {
      if (await holds(draft.read(), ['_VBA_PROJECT'])) throw new Error('macros')
      return 'doc'
    }
    await checkPackage(draft.fd)
    return 'docx'
  } catch (cause) {
    const problem = new ProblemError(
      'unsupported_type',
      'The report must be a Word document (.doc or .docx) without macros',
    )
    throw Object.assign(problem, { cause })
  }
}

const most = {
  entries: 2000,
  bytes: 200 * 1024 * 1024,
  xmlBytes: 64 * 1024 * 1024,
  relationBytes: 1024 * 1024,
}

async function checkPackage(fd: number) {
  const zip = await fromFdPromise(fd, { lazyEntries: true, autoClose: false })
  if (zip.entryCount > most.entries) throw new Error('too many parts')
  let bytes = 0
  let xmlBytes = 0
  let hasText = false
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase()
    bytes += entry.uncompressedSize
    if (bytes > most.bytes || entry.isEncrypted()) throw new Error('too large, or locked')
    if (name.endsWith('vbaproject.bin') || name.endsWith('vbadata.xml')) throw new Error('macros')
    hasText ||= name === 'word/document.xml'
    if (!/\.(xml|rels)$/.test(name)) continue
    xmlBytes += entry.uncompressedSize
    if (xmlBytes > most.xmlBytes) throw new Error('too large')
    const open = () => zip.openReadStreamPromise(entry)
    const forbidden = ['<!DOCTYPE', '<!ENTITY', ...(name === '[content_types].xml' ? ['macroEnabled'] : [])]
    if (await holds(await open(), forbidden)) throw new Error('forbidden XML')
    if (name.endsWith('.rels')) requireInnerParts(await textOf(await open(), entry))
  }
  if (!hasText) throw new Error('no text')
}

/** Links and linked pictures may point outside; a template or a part that Word would fetch by itself may not. */
function requireInnerParts(relations: string) {
  const text = relations.replace(/<!--[\s\S]*?-->/g, '')
  const understood = [
    ...text.matchAll(/<(?:[\w.-]+:)?Relationship((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/g),
  ]
  const outer = understood
    .map(([, attributes]) => attributes!)
    .filter((attributes) => /TargetMode/.test(attributes))
  for (const attributes of outer) {
    const isHarmless = /\sType\s*=\s*["'][^"']*\/(hyperlink|image)["']/.test(attributes)
    if (!isHarmless && !/\sTargetMode\s*=\s*["']Internal["']/.test(attributes))
      throw new Error('an outer part')
  }
  if (outer.length !== [...text.matchAll(/TargetMode/g)].length)
    throw new Error('relations beyond understanding')
}

async function textOf(stream: Readable, { uncompressedSize }: Entry): Promise<string> {
  if (uncompressedSize > most.relationBytes) throw new Error('too large')
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('latin1').replaceAll('\0', '')
}

/** Whether a stream holds one of some texts, in any encoding that writes ASCII with or without zero bytes. */
async function holds(stream: Readable, texts: string[]): Promise<boolean> {
  let end = ''
  for await (const piece of stream) {
    const text = end + (piece as Buffer).toString('latin1').replaceAll('\0', '')
    if (texts.some((wanted) => text.includes(wanted))) return true
    end = text.slice(-20)
  }
  return false
}

async function firstBytes(stream: Readable, count: number): Promise<Buffer> {
  for await (const piece of stream) return (piece as Buffer).subarray(0, count)
  return Buffer.alloc(0)
}
