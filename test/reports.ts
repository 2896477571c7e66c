import { Readable } from 'node:stream'

import { strToU8, zipSync } from 'fflate'

import type { Api } from '#contract/client.ts'
import { limits } from '#contract/kit/limits.ts'
import { withTempFile } from '#server/platform/storage/temp-file.ts'
import { readDocument } from '#server/projects/reports/document/document.ts'

import type { TestApp } from './app.ts'
import { aMember, anAdmin, aProject } from './makers.ts'
import { aBuyer, checkoutBy, report } from './orders.ts'
import { approve, upload } from './uploads.ts'

const text = '<?xml version="1.0"?><w:document xmlns:w="urn:w"><w:body/></w:document>'
/** The XML that lists the relations of a part. */
export const relations = (inner: string) =>
  `<?xml version="1.0"?><Relationships xmlns="urn:r">${inner}</Relationships>`
/** Creates a .docx with the given parts besides the default ones. */
export const docx = (parts: Record<string, string | Uint8Array> = {}) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries({
          '[Content_Types].xml': '<?xml version="1.0"?><Types/>',
          'word/document.xml': text,
          'word/_rels/document.xml.rels': relations(''),
          ...parts,
        }).map(([path, bytes]) => [path, typeof bytes === 'string' ? strToU8(bytes) : bytes]),
      ),
    ),
  )
/** Changes the announced size in bytes of one part of an archive. */
export const announcing = (archive: Buffer, part: string, bytes: number) => {
  const at = archive.indexOf(part, archive.indexOf('PK\u0001\u0002'))
  archive.writeUInt32LE(bytes, at - 46 + 24)
  return archive
}
/**
 * Creates an OLE file with these entries in its directory, as streams (2) or storages (1), followed by arbitrary bytes.
 */
export const ole = (entries: [name: string, type: 1 | 2][], rest: Buffer = Buffer.alloc(0)) => {
  const header = Buffer.alloc(512)
  header.write('d0cf11e0a1b11ae1', 'hex')
  return Buffer.concat([header, ...entries.map(oleEntry), rest])
}
const oleEntry = ([name, type]: [string, 1 | 2]) => {
  const entry = Buffer.alloc(128)
  entry.write(name, 'utf16le')
  entry.writeUInt16LE(2 * name.length + 2, 64)
  entry[66] = type
  return entry
}
/** Creates a .doc with arbitrary contents. */
export const doc = (inner: Buffer = Buffer.alloc(600)) => ole([['WordDocument', 2]], inner)

/** Creates the form that uploads a report. */
export const formOf = (file?: Buffer, price?: number | string, name = 'report.docx') => {
  const form = new FormData()
  if (file) form.set('report', new Blob([file as BlobPart]), name)
  if (price !== undefined) form.set('price', String(price))
  return form
}

/** Reads the file of a report as the server does when it gets one. */
export const readReport = (file: Buffer) => withTempFile(Readable.from([file]), readDocument)

/** An owner, an admin, and the calls for reports. */
export async function reportsIn(app: TestApp) {
  const [owner, admin] = [await aMember(app), await anAdmin(app)]
  type Given = Parameters<typeof formOf>
  let drafts = 0
  const newProject = async () => {
    const { _id } = await aProject(owner)
    // Projects without files have a limit.
    if (++drafts > limits.drafts / 2) await upload(owner, _id, { 'a.txt': '1' })
    return _id
  }
  const add = async (id: string, ...given: Given) =>
    (await owner.api.releases.addReport({ params: { id }, form: formOf(...given) })).project
  const change = async (id: string, ...given: Given) =>
    (await owner.api.releases.changeReport({ params: { id }, form: formOf(...given) })).project
  const linkFor = (member: { api: Api }, id: string) => member.api.downloads.reportLink({ params: { id } })
  const get = (url: string) => app.app.inject({ url: url.replace(app.dependencies.config.publicUrl, '') })
  const status = async (id: string) =>
    (await owner.api.projects.get({ params: { id } })).project.verificationStatus
  /** Creates a listed project whose report is for sale. */
  const aPublished = async (file = docx(), price = 0) => {
    const { _id: id } = await aProject(owner)
    await upload(owner, id, { 'a.txt': '1', 'b.txt': '2' })
    await add(id, file, price)
    await approve(admin, id)
    return id
  }
  /** Creates a member who has bought the report. */
  const aReader = async (id: string) => {
    const buyer = await aBuyer(app)
    await checkoutBy(buyer, report({ id }))
    return buyer
  }
  return { owner, admin, newProject, add, change, linkFor, get, status, aPublished, aReader }
}

/** The namespace of Word's relation types. */
export const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** Creates a .docx whose text, or another part, contains some XML. */
export const withBody = (inner: string, part = 'word/document.xml') =>
  docx({
    [part]: `<w:document xmlns:w="urn:w" xmlns:v="urn:v" xmlns:o="urn:o" xmlns:r="urn:r">${inner}</w:document>`,
  })
/** The XML of a field whose instruction is split into one or more pieces. */
export const field = (...pieces: string[]) =>
  `<w:fldChar w:fldCharType="begin"/>${pieces.map((piece) => (piece.startsWith('<') ? piece : `<w:instrText>${piece.replaceAll('"', '&quot;')}</w:instrText>`)).join('')}<w:fldChar w:fldCharType="separate"/><w:t>x</w:t><w:fldChar w:fldCharType="end"/>`
export const utf16 = (xml: string) =>
  new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, 'utf16le')]))

/** Creates a .doc with one more entry in its directory. */
export const oleWith = (name: string, type: 1 | 2) =>
  ole([
    ['WordDocument', 2],
    [name, type],
  ])
