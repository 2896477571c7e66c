import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { doc, docx, readReport, withBody } from '../../../../test/reports.ts'
import { longestStall, timeLimit } from '../../../../test/stall.ts'

const app48 = '<Properties><Application>Microsoft Office Word</Application><Pages>48</Pages></Properties>'
const style = (id: string, inner: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}">${inner}</w:style>`
const styles = (...inner: string[]) => `<w:styles xmlns:w="urn:w">${inner.join('')}</w:styles>`
const heading = (id: string, ...pieces: string[]) =>
  `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr>${pieces.map((text) => `<w:r><w:t>${text}</w:t></w:r>`).join('')}</w:p>`
const body = (inner: string) =>
  `<w:document xmlns:w="urn:w" xmlns:mc="urn:mc"><w:body>${inner}</w:body></w:document>`
const german = styles(
  style('berschrift1', '<w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
  style('Kapitel', '<w:name w:val="Kapitel"/><w:basedOn w:val="berschrift1"/>'),
  style('Unter', '<w:name w:val="Unter"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
  style(
    'TOC',
    '<w:name w:val="TOC Heading"/><w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>',
  ),
  style('Ring', '<w:basedOn w:val="Reif"/>'),
  style('Reif', '<w:basedOn w:val="Ring"/>'),
)
const outlineOf = async (parts: Record<string, string>) => {
  const { pages, headings } = await readReport(docx(parts))
  return { pages, headings: headings.map(({ level, text }) => `${level} ${text}`) }
}

test('pages are counted where Word broke them, whatever the document says their number is; else nothing is said', async () => {
  const pageOf = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`
  const next = '<w:p><w:r><w:lastRenderedPageBreak/></w:r></w:p>'
  const pagesOf = async (inner: string) =>
    (await outlineOf({ 'word/document.xml': body(inner), 'docProps/app.xml': app48 })).pages
  expect(await pagesOf(['one', 'two', 'three'].map(pageOf).join(next))).toBe(3)
  expect(await pagesOf(`${pageOf('one')}${next}<w:p><w:r><w:drawing/></w:r></w:p>`)).toBe(2)
  // Page breaks without content between them make no pages.
  expect(await pagesOf(`${pageOf('one')}${next.repeat(500)}${pageOf('two')}${next.repeat(9)}`)).toBe(2)
  expect(await pagesOf(pageOf('one'))).toBeNull()
  const twice = `<mc:AlternateContent><mc:Choice>${pageOf('two')}</mc:Choice><mc:Fallback>${pageOf('two')}${next}</mc:Fallback></mc:AlternateContent>`
  expect(await pagesOf(`${pageOf('one')}${next}${twice}${next}${pageOf('three')}`)).toBe(3)
})

test('a report says its pages and its headings, whatever its author’s language calls their styles', async () => {
  const text = [
    heading('TOC', 'Contents'),
    '<w:p><w:r><w:lastRenderedPageBreak/></w:r></w:p>',
    heading('berschrift1', '1. ', 'Introduction &amp; aim'),
    heading('Unter', 'Scope'),
    heading('Kapitel', 'नमस्ते', '<!-- -->'),
    heading('Ring', 'never'),
    '<w:p><w:r><w:t>Only text</w:t></w:r></w:p>',
    '<w:p><w:pPr><w:outlineLvl w:val="2"/></w:pPr><w:r><w:t>By its</w:t><w:tab/><w:t>own   level</w:t></w:r></w:p>',
    '<w:p><w:pPr><w:pPrChange><w:pPr><w:pStyle w:val="Unter"/></w:pPr></w:pPrChange></w:pPr><w:r><w:t>Was one</w:t></w:r></w:p>',
    `<mc:AlternateContent><mc:Choice>${heading('Unter', 'Box')}</mc:Choice><mc:Fallback>${heading('Unter', 'Box')}</mc:Fallback></mc:AlternateContent>`,
    heading('Unter', ' '),
  ]
  expect(
    await outlineOf({
      'word/document.xml': body(text.join('')),
      'word/styles.xml': german,
      'docProps/app.xml': app48,
    }),
  ).toEqual({
    pages: 2,
    headings: ['1 1. Introduction & aim', '2 Scope', '1 नमस्ते', '3 By its own level', '2 Box'],
  })
})

test('what a document does not say is not said: no pages, no styles of its own, an old .doc', async () => {
  expect(
    await outlineOf({
      'word/document.xml': body(heading('Heading2', 'Design')),
      'docProps/app.xml': app48,
    }),
  ).toEqual({ pages: null, headings: ['2 Design'] })
  expect(await outlineOf({})).toEqual({ pages: null, headings: [] })
  expect(await readReport(doc())).toMatchObject({ pages: null, headings: [] })
})

test('of many headings the upper levels are told, of too many of one level the first 60, each up to 200 characters', async () => {
  const chapters = Array.from({ length: 10 }, (_, n) =>
    [
      heading('Heading1', `Chapter ${n}`),
      ...Array.from({ length: 8 }, () => heading('Heading2', 'Part')),
    ].join(''),
  )
  const { headings } = await outlineOf({ 'word/document.xml': body(chapters.join('')) })
  expect(headings).toEqual(Array.from({ length: 10 }, (_, n) => `1 Chapter ${n}`))
  const many = await outlineOf({
    'word/document.xml': body(heading('Heading3', 'न'.repeat(5000)).repeat(100)),
  })
  expect(many.headings).toEqual(Array.from({ length: 60 }, () => `3 ${'न'.repeat(200)}`))
})

test('a document of 60,000 headings, and one of 40,000 styles in a chain, are read in bounded time and memory', async () => {
  const huge = withBody(
    Array.from({ length: 60_000 }, (_, n) => heading('Heading1', `Chapter ${n} of it`)).join(''),
  )
  const chain = Array.from({ length: 40_000 }, (_, n) => style(`s${n}`, `<w:basedOn w:val="s${n + 1}"/>`))
  const nested = docx({
    'word/styles.xml': styles(...chain),
    'word/document.xml': body(heading('s0', 'a').repeat(20_000) + '<w:p>'.repeat(400) + '</w:p>'.repeat(400)),
  })
  const stall = await longestStall(async () => {
    expect((await readReport(huge)).headings).toHaveLength(60)
    expect((await readReport(nested)).headings).toEqual([])
  })
  expect(stall).toBeLessThan(timeLimit(500))
})

test('every report of the demo says what its chapters are, and of its pages nothing: it was never laid out by Word', async () => {
  const reports = globSync('demo/catalogue/*/report.docx')
  expect(reports).toHaveLength(5)
  for (const report of reports) {
    const { pages, headings } = await readReport(readFileSync(report))
    expect(pages, report).toBeNull()
    expect(headings.length, report).toBeGreaterThan(5)
  }
})
