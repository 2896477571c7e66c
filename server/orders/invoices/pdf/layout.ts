import { a4, colours, openSheet, type Sheet, type Style } from './sheet.ts'

/** The content of an invoice, receipt or credit note; all texts are ready to print. */
export interface PrintedDocument {
  title: string
  brand: string
  number: string
  issuedAt: Date
  /** The sum on the price tag, and its label: paid or credited. */
  tag: { amount: string; says: string }
  facts: (readonly [term: string, value: string])[]
  parties: { role: string; name: string; says: string[] }[]
  /** The headings of the columns of figures, the sum last; the titles have a column of their own before them. */
  columns: string[]
  /** `says`: small lines below the title, one on each line. */
  lines: { title: string; says: string; cells: string[] }[]
  /** The last one is the sum. */
  totals: (readonly [term: string, value: string])[]
  notes: string[]
}

/** Draws a document as a PDF: a data sheet with a price tag, ruled rows of facts, and figures in columns. */
export async function drawn(document: PrintedDocument): Promise<Buffer> {
  const sheet = openSheet({
    title: `${document.title} ${document.number}`,
    author: document.brand,
    at: document.issuedAt,
  })
  const y = drawTable(sheet, document, drawHead(sheet, document))
  drawFoot(sheet, document, y)
  return sheet.finish()
}

const { margin } = a4
const right = a4.width - margin
const middle = a4.width / 2 + 12
const foot = a4.height - 60

const label: Style = { font: 'mono', size: 8, colour: colours.quiet }
const fact: Style = { font: 'mono', size: 9 }
const body: Style = { font: 'text', size: 10 }
const quiet: Style = { ...body, size: 9.5, colour: colours.quiet }
const strong: Style = { font: 'strong', size: 10 }

function drawHead(sheet: Sheet, document: PrintedDocument): number {
  const { write, rule, wrapped } = sheet
  write(document.brand, margin, 66, { font: 'heading', size: 15 })
  drawTag(sheet, document.tag)
  rule(92, { strong: true })
  write(document.title, margin, 130, { font: 'heading', size: 28 })
  let y = 116
  for (const [term, value] of document.facts) {
    write(term, middle, y, { ...fact, colour: colours.quiet })
    for (const line of wrapped(value, right - middle - 96, fact, 2)) {
      write(line, right, y, fact, 'right')
      y += 14
    }
    rule(y - 8.5, { from: middle })
    y += 4
  }
  let end = (y = Math.max(y + 10, 170))
  for (const [index, { role, name, says }] of document.parties.entries()) {
    const x = index === 0 ? margin : middle
    const width = index === 0 ? middle - margin - 28 : right - middle
    write(role, x, y, label)
    let at = y + 17
    for (const line of wrapped(name, width, strong, 3)) {
      write(line, x, at, strong)
      at += 14
    }
    for (const line of says.flatMap((text) => wrapped(text, width, quiet, 3))) {
      write(line, x, at, quiet)
      at += 13
    }
    end = Math.max(end, at)
  }
  return end + 16
}

/** Draws the price tag: a label with a punched hole, at the end of the first line. */
function drawTag({ pdf, write, widthOf }: Sheet, { amount, says }: PrintedDocument['tag']) {
  const style: Style = { font: 'heading', size: 14 }
  const width = widthOf(amount, style) + widthOf(says, label) + 44
  const [left, top, height] = [right - width, 44, 30]
  pdf
    .moveTo(left + 10, top)
    .lineTo(right - 3, top)
    .quadraticCurveTo(right, top, right, top + 3)
    .lineTo(right, top + height - 3)
    .quadraticCurveTo(right, top + height, right - 3, top + height)
    .lineTo(left + 10, top + height)
    .lineTo(left, top + height / 2)
    .fill(colours.saffron)
  pdf.circle(left + 13, top + height / 2, 2.6).fill(colours.paper)
  write(says, left + 24, top + 19.5, { ...label, colour: colours.ink })
  write(amount, right - 12, top + 20, style, 'right')
}

const cellWidth = 66
/** Draws the table on as many pages as it needs, with its head repeated on each. */
function drawTable(sheet: Sheet, { columns, lines }: PrintedDocument, start: number): number {
  const { pdf, write, rule, wrapped } = sheet
  const ends = columns.map((_, index) => right - (columns.length - 1 - index) * cellWidth)
  const titleWidth = (ends[0] ?? right) - cellWidth - margin + 8
  const head = (at: number) => {
    rule(at, { strong: true })
    write('what', margin, at + 15, label)
    for (const [index, column] of columns.entries()) write(column, ends[index]!, at + 15, label, 'right')
    rule(at + 22)
    return at + 38
  }
  let y = head(start)
  for (const { title, says, cells } of lines) {
    const titles = wrapped(title, titleWidth, body, 3)
    const below = says.split('\n').flatMap((text) => wrapped(text, titleWidth, label, 2))
    const height = titles.length * 14 + below.length * 10 + 12
    if (y + height > foot) {
      pdf.addPage()
      y = head(margin)
    }
    for (const [index, cell] of cells.entries()) write(cell, ends[index]!, y, fact, 'right')
    for (const line of titles) {
      write(line, margin, y, body)
      y += 14
    }
    for (const text of below) {
      write(text, margin, y - 1, label)
      y += 10
    }
    y -= 1
    rule(y)
    y += 17
  }
  return y
}

function drawFoot(sheet: Sheet, { totals, notes }: PrintedDocument, start: number) {
  const { pdf, write, rule, wrapped } = sheet
  let y = start + 2
  const texts = notes.flatMap((note) => wrapped(note, right - margin, quiet, 3))
  if (y + totals.length * 20 + texts.length * 13 + 40 > a4.height - margin) {
    pdf.addPage()
    y = margin + 16
  }
  for (const [index, [term, value]] of totals.entries()) {
    const isSum = index === totals.length - 1
    if (isSum) rule(y - 11, { from: middle, strong: true })
    const style: Style = isSum ? { ...strong, size: 11 } : body
    write(term, middle, y + (isSum ? 5 : 0), isSum ? style : { ...style, colour: colours.quiet })
    write(value, right, y + (isSum ? 5 : 0), isSum ? style : fact, 'right')
    y += 19
  }
  y = Math.max(y + 28, foot - texts.length * 13)
  rule(y - 16)
  for (const text of texts) {
    write(text, margin, y, quiet)
    y += 13
  }
}
