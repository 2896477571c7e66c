import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { aMember, aProject, aRelease } from '../../../../test/makers.ts'
import { docx } from '../../../../test/reports.ts'
import { findingJobs } from '../../jobs.ts'

const app = await startApp()
await app.jobs.work(findingJobs(app.dependencies))

const word = (...paragraphs: string[]) => {
  const texts = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)
  return new Blob([
    new Uint8Array(docx({ 'word/document.xml': `<w:document>${texts.join('')}</w:document>` })),
  ])
}
const oldWord = (text: string) =>
  new Blob([
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(text, 'utf16le')]),
  ])
async function pdf(title: string, ...pages: string[]) {
  const document = new PDFDocument({ info: { Title: title }, autoFirstPage: false })
  for (const page of pages) document.addPage().text(page)
  document.end()
  return new Blob((await Array.fromAsync(document)) as BlobPart[])
}

test('a report among the files is a note for its owner, which blocks nothing', async () => {
  const owner = await aMember(app)
  const { _id: id } = await aProject(owner)
  const broken = new Blob(['%PDF-1.7\n', new Uint8Array([0, 1, 2])])
  await aRelease(owner, id, {
    'README.md': '# Bills\nRun python app.py.',
    'app.py': 'print(1)\n',
    'docs/Black Book.pdf': broken,
    'docs/final.docx': word('Hospital Management', 'A PROJECT REPORT', 'submitted by Asha'),
    'docs/old.doc': oldWord('In partial fulfilment of the requirements for the award of'),
    'docs/work.pdf': await pdf('', 'A Project Report on Bills', 'Introduction'),
    'docs/titled.pdf': await pdf('Bills: Project Synopsis', 'Bills'),
    'docs/paper.pdf': await pdf('', 'Abstract of a paper', 'A Project Report on Bills'),
    'docs/letter.docx': word('Dear {{name}}, this is to certify that the project is yours'),
    'docs/broken.pdf': broken,
    'docs/broken.docx': new Blob(['PK\u0003\u0004', new Uint8Array([0, 1, 2])]),
    'sales_report.docx': word('A Project Report on Sales'),
  })
  await app.jobs.run()
  const { findings } = await owner.api.findings.get({ params: { id } })
  expect(findings).toMatchObject({ state: 'checked', isBlocked: false })
  const reports = findings.findings.filter(({ rule }) => rule === 'report')
  expect(reports.map(({ file }) => file).toSorted()).toEqual([
    'docs/Black Book.pdf',
    'docs/final.docx',
    'docs/old.doc',
    'docs/titled.pdf',
    'docs/work.pdf',
  ])
  for (const { kind, isBlocking, advice, file } of reports) {
    expect({ kind, isBlocking }).toEqual({ kind: 'note', isBlocking: false })
    expect(advice).toContain(
      file.endsWith('.pdf') ? 'Reports are sold as Word documents' : 'add it as the Project Report',
    )
  }
})
