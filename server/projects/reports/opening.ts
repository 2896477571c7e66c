import { getDocumentProxy } from 'unpdf'
import { fromBufferPromise } from 'yauzl'

import { oldWordText, openingLength, wordText } from '#contract/projects/reports.ts'

/** Bytes read of the XML of a .docx, and of a .doc. */
const maxRead = { xml: 512 * 1024, doc: 64 * 1024 }

/**
 * The beginning of the text of a document, of a PDF its title and first page. Throws when it is broken. A hostile PDF may
 * take for ever: call it only in a thread that can be ended.
 */
export async function openingOf({ path, bytes }: { path: string; bytes: Uint8Array }): Promise<string> {
  if (/\.pdf$/i.test(path)) return openingOfPdf(bytes)
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  return isZip ? wordText(await mainPartOf(bytes)) : oldWordText(bytes.subarray(0, maxRead.doc))
}

async function openingOfPdf(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(bytes, { isEvalSupported: false, verbosity: 0 })
  try {
    const { info } = await pdf.getMetadata()
    const { Title: title } = info as { Title?: unknown }
    const { items } = await (await pdf.getPage(1)).getTextContent()
    const lines = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
    return `${typeof title === 'string' ? title : ''}\n${lines.join('')}`.slice(0, openingLength)
  } finally {
    await pdf.destroy()
  }
}

/** The beginning of the main part of a .docx. */
async function mainPartOf(bytes: Uint8Array): Promise<string> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    if (!/^word\/document\d*\.xml$/i.test(entry.fileName)) continue
    const pieces: Buffer[] = []
    let length = 0
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      pieces.push(piece as Buffer)
      length += (piece as Buffer).length
      if (length > maxRead.xml) break
    }
    return Buffer.concat(pieces).toString('utf8')
  }
  return ''
}
