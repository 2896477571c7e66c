import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js/index-native.js'

import { oldWordText, openingLength, wordText } from '#contract/projects/reports.ts'

/** Bytes read of the XML of a .docx, and of a .doc. */
const maxRead = { xml: 512 * 1024, doc: 64 * 1024 }

/** The beginning of the text of a document, of a PDF its title and first page. Throws when it is broken. */
export async function openingOf(path: string, file: Blob): Promise<string> {
  if (/\.pdf$/i.test(path)) return openingOfPdf(new Uint8Array(await file.arrayBuffer()))
  const beginning = new Uint8Array(await file.slice(0, maxRead.doc).arrayBuffer())
  const isZip = beginning[0] === 0x50 && beginning[1] === 0x4b
  return isZip ? wordText(await mainPartOf(file)) : oldWordText(beginning)
}

async function openingOfPdf(bytes: Uint8Array): Promise<string> {
  const knowsAll = 'toHex' in Uint8Array.prototype && Symbol.asyncIterator in ReadableStream.prototype
  if (!knowsAll) await import('./missing-calls.ts')
  // Large, and needed for few folders.
  const { getDocumentProxy } = await import('unpdf')
  const pdf = await getDocumentProxy(bytes, { isEvalSupported: false, verbosity: 0 })
  const { info } = await pdf.getMetadata()
  const { Title: title } = info as { Title?: unknown }
  const { items } = await (await pdf.getPage(1)).getTextContent()
  const lines = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
  return `${typeof title === 'string' ? title : ''}\n${lines.join('')}`.slice(0, openingLength)
}

/** The beginning of the main part of a .docx. */
async function mainPartOf(file: Blob): Promise<string> {
  // Our content security policy does not allow the library's workers.
  const reader = new ZipReader(new BlobReader(file), { useWebWorkers: false })
  for await (const entry of reader.getEntriesGenerator())
    if (!entry.directory && /^word\/document\d*\.xml$/i.test(entry.filename)) return beginningOf(entry)
  return ''
}

async function beginningOf(entry: FileEntry): Promise<string> {
  const decoder = new TextDecoder()
  const enough = new AbortController()
  let [text, bytes] = ['', 0]
  const pieces = new WritableStream<Uint8Array>({
    write(piece) {
      text += decoder.decode(piece, { stream: true })
      bytes += piece.length
      if (bytes > maxRead.xml) enough.abort()
    },
  })
  await entry.getData(pieces, { signal: enough.signal }).catch((thrown: unknown) => {
    if (!enough.signal.aborted) throw thrown
  })
  return text
}
