import { randomBytes } from 'node:crypto'

import { strToU8, zipSync } from 'fflate'
import { beforeAll, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject } from '../../../test/makers.ts'
import { aBuyer, checkoutBy, report } from '../../../test/orders.ts'
import { approve, aShop, keysIn, upload } from '../../../test/uploads.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
let admin: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  owner = await aMember(app)
  admin = await anAdmin(app)
})

const text = '<?xml version="1.0"?><w:document xmlns:w="urn:w"><w:body/></w:document>'
const relations = (inner: string) =>
  `<?xml version="1.0"?><Relationships xmlns="urn:r">${inner}</Relationships>`
/** A .docx with the given parts besides the usual ones. */
const docx = (parts: Record<string, string | Uint8Array> = {}) =>
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
/** The same archive, with another size announced for one of its parts. */
const announcing = (archive: Buffer, part: string, bytes: number) => {
  const at = archive.indexOf(part, archive.indexOf('PK\u0001\u0002'))
  archive.writeUInt32LE(bytes, at - 46 + 24)
  return archive
}
const megabyte = 1024 * 1024
const doc = (inner: Buffer = Buffer.alloc(600)) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), inner])

const formOf = (file?: Buffer, price?: number | string, name = 'report.docx') => {
  const form = new FormData()
  if (file) form.set('report', new Blob([file as BlobPart]), name)
  if (price !== undefined) form.set('price', String(price))
  return form
}
const newProject = async () => (await aProject(owner))._id
const add = async (id: string, ...given: Parameters<typeof formOf>) =>
  (await owner.api.releases.addReport({ params: { id }, form: formOf(...given) })).project
const change = async (id: string, ...given: Parameters<typeof formOf>) =>
  (await owner.api.releases.changeReport({ params: { id }, form: formOf(...given) })).project
const linkFor = (member: Pick<typeof owner, 'api'>, id: string) =>
  member.api.releases.reportLink({ params: { id } })
const get = (url: string) => app.app.inject({ url: url.replace(app.parts.config.publicUrl, '') })
const status = async (id: string) =>
  (await owner.api.projects.get({ params: { id } })).project.verificationStatus
const aPublished = async (file = docx(), price = 0) => {
  const { _id: id } = await aProject(owner)
  await upload(owner, id, { 'a.txt': '1', 'b.txt': '2' })
  await add(id, file, price)
  await approve(admin, id)
  return id
}
const aReader = async (id: string) => {
  const buyer = await aBuyer(app)
  await checkoutBy(buyer, report({ id }))
  return buyer
}

test.each<[string, Buffer, string, string]>([
  ['a .docx', docx(), 'My thesis.docx', 'My thesis.docx'],
  ['a .doc', doc(), 'thesis.doc', 'thesis.doc'],
  ['a .docx that is called .doc', docx(), 'thesis.doc', 'thesis.docx'],
  ['a .doc that is called nothing in particular', doc(), 'thesis', 'thesis.doc'],
  ['a .docx with a path for a name', docx(), '../../etc/pass\u202Ewd.html', 'passwd.docx'],
  [
    'a .docx with links and linked pictures',
    docx({
      'word/_rels/document.xml.rels': relations(
        `<Relationship Id="1" Type="http://x/hyperlink" Target="https://example.in/?a=1&amp;b=2>3" TargetMode="External"/>
         <Relationship Type='http://x/image' Id='2' TargetMode='External' Target='https://example.in/a.png'/>
         <Relationship Id="3" Type="http://x/styles" Target="styles.xml" TargetMode="Internal"/>`,
      ),
    }),
    'a.docx',
    'a.docx',
  ],
])('%s is taken, under a name that fits', async (_name, file, name, kept) => {
  const id = await newProject()
  expect(await add(id, file, 99.5, name)).toMatchObject({
    hasReport: true,
    reportPrice: 99.5,
    reportFileName: kept,
  })
  const { downloadUrl, fileName } = await linkFor(owner, id)
  expect(fileName).toBe(kept)
  expect((await get(downloadUrl)).rawPayload.equals(file)).toBe(true)
})

const template = (attributes: string) =>
  docx({ 'word/_rels/settings.xml.rels': relations(`<Relationship Id="1" ${attributes}/>`) })
const utf16 = (xml: string) =>
  new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, 'utf16le')]))
const xxe =
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><w:document>&e;</w:document>'
const laughs = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><l>&b;</l>`

test.each<[string, Buffer]>([
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
  ['a program', Buffer.concat([Buffer.from('MZ'), randomBytes(500)])],
  ['a ZIP without a document', Buffer.from(zipSync({ 'a.txt': strToU8('a') }))],
  [
    'a spreadsheet',
    Buffer.from(zipSync({ 'xl/workbook.xml': strToU8('<x/>'), '[Content_Types].xml': strToU8('<x/>') })),
  ],
  ['half a .docx', docx().subarray(0, 300)],
  ['a .docm', docx({ 'word/vbaProject.bin': 'x' })],
  ['a .docm with a shout', docx({ 'word/VBAPROJECT.BIN': 'x' })],
  [
    'a .docm by its types',
    docx({
      '[Content_Types].xml':
        '<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
    }),
  ],
  ['a .doc with macros', doc(Buffer.concat([Buffer.alloc(70_000), Buffer.from('_VBA_PROJECT', 'utf16le')]))],
  ['a document with an outer entity', docx({ 'word/document.xml': xxe })],
  ['a document with an outer entity in UTF-16', docx({ 'word/document.xml': utf16(xxe) })],
  ['a document with an outer entity in a part', docx({ 'customXml/item1.xml': xxe })],
  ['a document of billion laughs', docx({ 'word/document.xml': laughs })],
  [
    'an outer template',
    template('Type="http://x/attachedTemplate" Target="https://evil.example/t.dotm" TargetMode="External"'),
  ],
  [
    'an outer template, attributes the other way',
    template("TargetMode = 'External' Target='a>b' Type='http://x/attachedTemplate'"),
  ],
  [
    'an outer template, spelt strangely',
    template('Type="http://x/attachedTempl&#97;te" Target="x" TargetMode="&#69;xternal"'),
  ],
  [
    'an outer template, beyond understanding',
    template('Type="http://x/hyperlink" Target="x" junk TargetMode="External"'),
  ],
  [
    'an outer template in UTF-16',
    docx({
      'word/_rels/s.rels': utf16(
        relations('<Relationship Type="x/attachedTemplate" TargetMode="External"/>'),
      ),
    }),
  ],
  [
    'an outer frame',
    docx({
      'word/_rels/webSettings.xml.rels': relations(
        '<r:Relationship Type="x/frame" Target="x" TargetMode="External"/>',
      ),
    }),
  ],
  ['a bomb', announcing(docx({ 'word/media/bomb.bin': 'x' }), 'word/media/bomb.bin', 210 * megabyte)],
  ['a bomb of XML', announcing(docx({ 'word/bomb.xml': 'x' }), 'word/bomb.xml', 65 * megabyte)],
  [
    'a document of too many parts',
    docx(Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`word/${n}.bin`, '']))),
  ],
])('%s is refused, and nothing is kept', async (_name, file) => {
  const id = await newProject()
  const before = await keysIn(app.parts.storage)
  await expect(add(id, file, 10)).rejects.toMatchObject({
    code: 'unsupported_type',
    message: 'The report must be a Word document (.doc or .docx) without macros',
  })
  expect(await keysIn(app.parts.storage)).toEqual(before)
  expect((await owner.api.projects.get({ params: { id } })).project.hasReport).toBe(false)
})

test('a document whose parts are larger than they say is refused', async () => {
  const bytes = announcing(
    docx({ 'word/document.xml': `<x>${'a'.repeat(100_000)}</x>` }),
    'word/document.xml',
    100,
  )
  await expect(add(await newProject(), bytes, 10)).rejects.toMatchObject({ code: 'unsupported_type' })
})

test('a report over 20 MB is refused by name', async () => {
  const big = doc(Buffer.alloc(20 * megabyte))
  await expect(add(await newProject(), big, 10)).rejects.toMatchObject({
    code: 'too_large',
    message: 'report.docx exceeds 20MB limit',
  })
})

test('a first report needs a file and a price', async () => {
  const id = await newProject()
  for (const file of [undefined, Buffer.alloc(0)]) {
    await expect(add(id, file, 10)).rejects.toThrow('Please select a report file')
    await expect(change(id, file, 10)).rejects.toThrow('Please select a report file')
  }
  for (const price of [undefined, '', ' ']) {
    await expect(add(id, docx(), price)).rejects.toThrow('Enter a price in rupees')
    await expect(change(id, docx(), price)).rejects.toThrow('Enter a price in rupees')
  }
  expect(await keysIn(app.parts.storage, 'reports/')).toEqual(
    (await app.db.selectFrom('reports').select('key').execute()).map(({ key }) => key).toSorted(),
  )
  expect(await add(id, docx(), 0)).toMatchObject({ hasReport: true, reportPrice: 0 })
})

test.each(['-1', '1.005', 'free', 'NaN', 'Infinity', '1e400', '1000001'])(
  'the price %j is refused',
  async (price) => {
    const id = await newProject()
    await expect(add(id, docx(), price)).rejects.toMatchObject({ code: 'invalid_input' })
    await add(id, docx(), 10)
    await expect(change(id, undefined, price)).rejects.toMatchObject({ code: 'invalid_input' })
  },
)

test('file and price can be changed apart and together', async () => {
  const id = await newProject()
  const [one, two, three] = [docx(), docx({ a: '2' }), doc()]
  await add(id, one, 10, 'one.docx')
  expect(await change(id, undefined, 20)).toMatchObject({ reportPrice: 20, reportFileName: 'one.docx' })
  expect(await change(id, two, undefined, 'two.docx')).toMatchObject({
    reportPrice: 20,
    reportFileName: 'two.docx',
  })
  expect(await change(id, three, 30, 'three.doc')).toMatchObject({
    reportPrice: 30,
    reportFileName: 'three.doc',
  })
  expect((await get((await linkFor(owner, id)).downloadUrl)).rawPayload.equals(three)).toBe(true)
  await expect(change(id)).rejects.toThrow('Please select a report file')
  const mine = await app.db.selectFrom('reports').select('key').where('projectId', '=', id).execute()
  const all = await app.db.selectFrom('reports').select('key').execute()
  expect(mine).toHaveLength(1)
  expect(await keysIn(app.parts.storage, 'reports/')).toEqual(all.map(({ key }) => key).toSorted())
})

test('another file sends an approved project to review, another price does not', async () => {
  const id = await aPublished()
  await change(id, undefined, 50)
  expect(await status(id)).toBe('approved')
  await change(id, docx({ a: '2' }))
  expect(await status(id)).toBe('pending')
  await approve(admin, id)
  await owner.api.releases.removeReport({ params: { id } })
  expect(await status(id)).toBe('pending')
  await approve(admin, id)
  await add(id, docx(), 10)
  expect(await status(id)).toBe('pending')
})

test('the link is an attachment, needs no token, and works for owner, staff and buyers of the report alone', async () => {
  const file = docx()
  const id = await aPublished(file)
  const reader = await aReader(id)
  for (const member of [owner, admin, reader]) {
    const { headers, rawPayload, statusCode } = await get((await linkFor(member, id)).downloadUrl)
    expect([statusCode, rawPayload.equals(file)]).toEqual([200, true])
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="report.docx"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  }
  const buyerOfSource = await aBuyer(app)
  await app.db.updateTable('projects').set({ pricePaise: 0 }).where('id', '=', id).execute()
  await checkoutBy(buyerOfSource, { projectId: id, kind: 'source' })
  for (const stranger of [buyerOfSource, await aMember(app)]) {
    await expect(linkFor(stranger, id)).rejects.toMatchObject({ code: 'not_allowed' })
  }
  await expect(linkFor({ api: app.api }, id)).rejects.toMatchObject({ code: 'signed_out' })
})

test('a stranger’s unpublished report and a project without one answer 404', async () => {
  const id = await newProject()
  await expect(linkFor(owner, id)).rejects.toMatchObject({ code: 'not_found' })
  await add(id, docx(), 10)
  await expect(linkFor(await aMember(app), id)).rejects.toMatchObject({
    code: 'not_found',
    message: 'Project not found',
  })
  const { id: plain } = await aShop(app)
  await expect(linkFor(await aMember(app), plain)).rejects.toMatchObject({ code: 'not_found' })
})

test('a refunded buyer gets no link', async () => {
  const id = await aPublished()
  const reader = await aReader(id)
  await app.db.updateTable('orders').set({ status: 'refunded' }).where('memberId', '=', reader.id).execute()
  await expect(linkFor(reader, id)).rejects.toMatchObject({ code: 'not_allowed' })
})

test('buyers get the newest file, and keep the last one when it goes off sale or the project is deleted', async () => {
  const id = await aPublished()
  const reader = await aReader(id)
  const old = (await linkFor(reader, id)).downloadUrl
  const newest = docx({ a: 'newest' })
  await change(id, newest, undefined, 'newest.docx')
  expect((await get(old)).statusCode).toBe(403)
  const readable = async () => {
    const { downloadUrl, fileName } = await linkFor(reader, id)
    return (await get(downloadUrl)).rawPayload.equals(newest) && fileName === 'newest.docx'
  }
  expect(await readable()).toBe(true)
  const { project } = await owner.api.releases.removeReport({ params: { id } })
  expect(project).toMatchObject({ hasReport: false, reportPrice: null, reportFileName: null })
  expect(await readable()).toBe(true)
  for (const other of [owner, admin])
    await expect(linkFor(other, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(owner.api.releases.removeReport({ params: { id } })).rejects.toMatchObject({
    code: 'not_found',
  })
  await owner.api.projects.remove({ params: { id } })
  expect(await readable()).toBe(true)
})

test('a link works for 5 minutes and not a letter of it can be changed', async () => {
  const id = await aPublished()
  const { downloadUrl } = await linkFor(owner, id)
  const link = new URL(downloadUrl)
  const expires = Number(link.searchParams.get('expires'))
  const other = await aPublished()
  const forged = [
    downloadUrl.replace(/expires=\d+/, `expires=${expires + 1}`),
    downloadUrl.replace(id, other),
    downloadUrl.replace(/signature=./, (start) => (start.endsWith('0') ? 'signature=1' : 'signature=0')),
    downloadUrl.replace(/signature=.*/, 'signature='),
    downloadUrl.replace(/&signature=.*/, ''),
    downloadUrl.replace(/expires=\d+/, 'expires='),
    downloadUrl.replace(/expires=\d+/, `expires=${expires}&expires=${expires}`),
    link.pathname,
    '/files/report/x',
  ]
  for (const url of forged) expect((await get(url)).statusCode, url).toBe(403)
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    vi.setSystemTime(Date.now() + 290_000)
    expect((await get(downloadUrl)).statusCode).toBe(200)
    vi.setSystemTime(Date.now() + 15_000)
    expect((await get(downloadUrl)).statusCode).toBe(403)
  } finally {
    vi.useRealTimers()
  }
})

test('a stranger cannot add, change or remove a report', async () => {
  const id = await aPublished()
  const { releases } = (await aMember(app)).api
  const notFound = { code: 'not_found', message: 'Project not found' }
  const params = { id }
  await expect(releases.addReport({ params, form: formOf(docx(), 1) })).rejects.toMatchObject(notFound)
  await expect(releases.changeReport({ params, form: formOf(undefined, 1) })).rejects.toMatchObject(notFound)
  await expect(releases.removeReport({ params })).rejects.toMatchObject(notFound)
})
