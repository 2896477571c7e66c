import type { Readable } from 'node:stream'

import { Refusal, refusals } from './fields.ts'

/**
 * Checks a .doc in one pass. Throws a Refusal for an OLE file without a Word document's text, for macros, for embedded
 * files and controls, for fields that fetch or run something, and for a locked document.
 */
export async function checkOle(file: Readable): Promise<void> {
  let rest: Buffer = Buffer.alloc(0)
  let hasText = false
  for await (const piece of file as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, piece])
    const whole = bytes.length - (bytes.length % slot)
    for (let at = 0; at < whole; at += slot) {
      const entry = entryIn(bytes.subarray(at, at + slot))
      const reason = entry && activeEntries.get(entry.name)
      if (reason) throw new Refusal(reason)
      if (entry?.name === 'worddocument' && entry.type === stream) hasText = true
    }
    checkFields(bytes)
    rest = bytes.subarray(Math.max(0, whole - overlap * slot))
  }
  if (!hasText) throw new Refusal(refusals.noDocument)
}

/** Bytes of a directory entry; every entry begins at a multiple of them. */
const slot = 128
/** Slots that are read again with the next piece, so that an entry cut in two is still found. */
const overlap = 2

/** The types of entries: a storage, a stream, and the root storage. */
const [storage, stream, root] = [1, 2, 5]

function entryIn(bytes: Buffer) {
  const [length, type] = [bytes.readUInt16LE(64), bytes[66]!]
  if (length < 4 || length > 64 || ![storage, stream, root].includes(type)) return undefined
  return { name: bytes.toString('utf16le', 0, length - 2).toLowerCase(), type }
}

const activeEntries = new Map<string, string>([
  ['macros', refusals.macros],
  ['vba', refusals.macros],
  ['_vba_project', refusals.macros],
  ['_vba_project_cur', refusals.macros],
  ['\u0001ole10native', refusals.embedded],
  ['package', refusals.embedded],
  ['\u0003ocxname', refusals.embedded],
  ['\u0003ocxdata', refusals.embedded],
  ['encryptedpackage', refusals.locked],
])

/**
 * Throws a Refusal for a field that fetches or runs something. A field begins with character 19; its text has one byte
 * for each character, or two.
 */
function checkFields(bytes: Buffer) {
  const text = bytes.toString('latin1')
  if (!text.includes('\x13')) return
  const kind = fetchingKinds.exec(text)?.[0].replace(/[^a-z]/gi, '')
  if (kind) throw new Refusal(refusals.field(kind.toUpperCase()))
}

const fetchingKinds = new RegExp(
  `\\x13\\0?(?:[ "]\\0?){0,20}(?:${[
    'dde',
    'ddeauto',
    'include',
    'includepicture',
    'includetext',
    'import',
    'link',
    'database',
    'macrobutton',
  ]
    .map((kind) => kind.replace(/(?<=.)(?=.)/g, '\\0?'))
    .join('|')})\\0?[ "]`,
  'i',
)
