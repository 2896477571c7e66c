import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { startApp } from '../app.ts'
import { docx, field, formOf, office, relations, reportsIn, withBody } from '../reports.ts'

const app = await startApp()
const { owner, newProject, add } = await reportsIn(app)

const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
const relation = (kind: string, target: string, { mode = 'Internal', types = office } = {}) =>
  `<Relationship Id="r${kind}" Type="${types}/${kind}" Target="${target}" TargetMode="${mode}"/>`
/** A package whose parts have these names, with one heading that is one only by its style. */
const packed = (main: string, { styles = 'word/styles.xml', target = main, types = office } = {}) => {
  const [folder, name] = [main.slice(0, main.lastIndexOf('/') + 1), main.slice(main.lastIndexOf('/') + 1)]
  const parts = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations(
      relation('extended-properties', 'docProps/app.xml', { types }) +
        relation('officeDocument', target, { types }),
    ),
    [main]:
      '<w:document xmlns:w="urn:w"><w:body><w:p><w:pPr><w:pStyle w:val="x1"/></w:pPr><w:r><w:t>Aim</w:t></w:r></w:p></w:body></w:document>',
    [`${folder}_rels/${name}.rels`]: relations(relation('styles', `/${styles}`, { types })),
    [styles]:
      '<w:styles xmlns:w="urn:w"><w:style w:type="paragraph" w:styleId="x1"><w:name w:val="heading 2"/></w:style></w:styles>',
  }
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)]))),
  )
}

test.each([
  ['Word on the desktop', packed('word/document.xml')],
  ['Word on the web', packed('word/document2.xml', { styles: 'word/styles2.xml' })],
  [
    'a program that begins targets with a slash',
    packed('word/document.xml', { target: '/word/document.xml' }),
  ],
  ['a program with folders of its own', packed('content/main.xml', { styles: 'content/looks/s.xml' })],
  ['a program that escapes its targets', packed('my doc/document.xml', { target: 'my%20doc/document.xml' })],
  ['a program that writes other case', packed('word/document.xml', { target: 'Word/Document.xml' })],
  ['Word in the strict format', packed('word/document.xml', { types: strict })],
])('“must be a Word document, which it is”: saved by %s it is taken, with its headings', async (_, file) => {
  const { hasReport, reportHeadings } = await add(await newProject(), file, 0)
  expect(hasReport).toBe(true)
  expect(reportHeadings).toEqual([{ level: 2, text: 'Aim' }])
})

test('another program’s document is none, whatever its parts are called', async () => {
  const workbook = (main: string) =>
    docx({ '_rels/.rels': relations(relation('officeDocument', main)), [main]: '<workbook/>' })
  for (const file of [
    workbook('xl/workbook.xml'),
    workbook('word/document.xml'),
    packed('word/document.xml', { target: 'word/none.xml' }),
    packed('word/document.xml', { target: 'https://evil.example/document.xml' }),
  ])
    await expect(add(await newProject(), file, 0)).rejects.toThrow(
      /must be a Word document|something outside/,
    )
})

const linking = (target: string, kind = 'hyperlink') =>
  docx({ 'word/_rels/document.xml.rels': relations(relation(kind, target, { mode: 'External' })) })

test.each([
  '#_Toc1',
  '#_heading=h.gjdgxs',
  '',
  ' ',
  'tel:+919876543210',
  'TEL:100',
  'about:blank',
  'https://a.in',
  'http://',
  'https:// ',
  'HTTP:',
  'http:///',
  'ftp://',
])('“refers to something outside, which it does not”: a link to %j is no danger', async (target) => {
  await add(await newProject(), linking(target), 0)
  await add(await newProject(), withBody(field(`HYPERLINK "${target}"`)), 0)
  await expect(add(await newProject(), linking(target, 'image'), 0)).rejects.toThrow('something outside')
})

test('what a program declares for parts that it does not have is no danger, and a percent sign in a name breaks nothing', async () => {
  const types =
    '<Types><Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.oleObject"/></Types>'
  const file = { '[Content_Types].xml': types, 'word/media/100%.png': new Uint8Array([137, 80]) }
  await add(await newProject(), docx(file), 0)
  await expect(add(await newProject(), docx({ ...file, 'word/a.bin': 'x' }), 0)).rejects.toThrow('macros')
})

test.each(['file://', 'https:///share/a.dotm', 'http:\\\\share', 'javascript:', 'smb://'])(
  'a link to %j is not one that was begun and never filled in',
  async (target) => {
    await expect(add(await newProject(), linking(target), 0)).rejects.toThrow('something outside')
  },
)

test.each([
  'file:///C:/Users/Asha%20Rao/Desktop/fig.png',
  'C:\\Users\\Asha Rao\\fig.png',
  'file:\\\\C:\\Users\\Asha Rao\\Normal.dotm',
  '\\\\asha-pc\\Asha Rao\\fig.png',
  '/home/asha rao/fig.png',
  '../Asha Rao/fig.png',
  '%66ile:///C:/Users/Asha%20Rao/fig.png',
])('“the refusal shows everybody my name”: %j is not quoted', async (target) => {
  for (const file of [
    linking(target, 'image'),
    linking(target, 'attachedTemplate'),
    withBody(field(`HYPERLINK "${target}"`)),
  ]) {
    const refused = await add(await newProject(), file, 0).then(() => '', String)
    expect(refused).not.toMatch(/asha|users|home|desktop|normal/i)
    if (refused) expect(refused).toContain('a file on a computer')
  }
  await expect(add(await newProject(), linking(target, 'image'), 0)).rejects.toThrow('a file on a computer')
})

test.each(['report.pdf', 'report.docx.exe', 'report.docm', 'report', 'report.odt', 'docx'])(
  '“a report named %s was taken”: a report is judged by its name too',
  async (name) => {
    const id = await newProject()
    const refusal = { code: 'unsupported_type', message: expect.stringContaining('must be a Word document') }
    await expect(add(id, docx(), 0, name)).rejects.toMatchObject(refusal)
    await add(id, docx(), 0, 'report.DOCX')
    const call = owner.api.releases.changeReport({ params: { id }, form: formOf(docx(), 0, name) })
    await expect(call).rejects.toMatchObject(refusal)
  },
)
