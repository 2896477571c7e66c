import PDFDocument from 'pdfkit'

import { ink, quiet, rule, saffron } from '#contract/kit/colours.ts'

import { fontFiles, type FontName, type Run, runsOf } from '../../../platform/fonts/fonts.ts'

/** The style of a text: font, size in points, colour. */
export interface Style {
  font: FontName
  size: number
  colour?: string
}

/** Colours of the pages' light theme. */
export const colours = {
  ink: ink.light,
  quiet: quiet.light,
  rule: rule.light,
  saffron: saffron.light,
  paper: '#ffffff',
}

export const a4 = { width: 595.28, height: 841.89, margin: 48 }

export type Sheet = ReturnType<typeof openSheet>

/** Creates a PDF of A4 pages to draw on; lengths in points from the upper left, the y of a text is its base line. */
export function openSheet({ title, author, at }: { title: string; author: string; at: Date }) {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  })
  for (const [name, file] of Object.entries(fontFiles)) pdf.registerFont(name, file)

  const widthOf = (text: string, { font, size }: Style) =>
    runsInOrder(text, font).reduce(
      (sum, run) => sum + pdf.font(run.font).fontSize(size).widthOfString(run.text),
      0,
    )

  /** Writes one line that begins or ends at x. */
  function write(text: string, x: number, y: number, style: Style, align: 'left' | 'right' = 'left') {
    let left = align === 'right' ? x - widthOf(text, style) : x
    for (const run of runsInOrder(text, style.font)) {
      pdf
        .font(run.font)
        .fontSize(style.size)
        .fillColor(style.colour ?? colours.ink)
      pdf.text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' })
      left += pdf.widthOfString(run.text)
    }
  }

  /** Splits a text into lines that fit a width. Text beyond the last line is cut and replaced by dots. */
  function wrapped(text: string, width: number, style: Style, maxLines: number): string[] {
    const lines = ['']
    for (const word of text.split(/\s+/).flatMap((word) => brokenWord(word, width, style))) {
      const longer = [lines.at(-1), word].filter(Boolean).join(' ')
      if (widthOf(longer, style) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    if (lines.length <= maxLines) return lines
    return [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]!.replace(/.{2}$/u, '')}…`]
  }

  /** Splits a word that is wider than a line into parts that fit. */
  function brokenWord(word: string, width: number, style: Style): string[] {
    if (widthOf(word, style) <= width) return [word]
    const parts = ['']
    for (const { segment } of letters.segment(word)) {
      const longer = parts.at(-1)! + segment
      if (widthOf(longer, style) <= width) parts[parts.length - 1] = longer
      else parts.push(segment)
    }
    return parts
  }

  const rule = (y: number, { from = a4.margin, to = a4.width - a4.margin, strong = false } = {}) =>
    pdf
      .moveTo(from, y)
      .lineTo(to, y)
      .lineWidth(strong ? 1.25 : 0.6)
      .strokeColor(strong ? colours.ink : colours.rule)
      .stroke()

  /** Finishes the PDF and returns its bytes, with `page 1 of 2` at the foot of each page when there are several. */
  async function finish(): Promise<Buffer> {
    const { count } = pdf.bufferedPageRange()
    for (let page = 0; page < (count > 1 ? count : 0); page++) {
      pdf.switchToPage(page)
      const style: Style = { font: 'mono', size: 8, colour: colours.quiet }
      write(`${title}, page ${page + 1} of ${count}`, a4.width - a4.margin, a4.height - 28, style, 'right')
    }
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise((resolve, reject) => pdf.on('end', resolve).on('error', reject))
    pdf.end()
    await ended
    return Buffer.concat(chunks)
  }

  return { pdf, write, wrapped, widthOf, rule, finish }
}

const letters = new Intl.Segmenter('en-IN')

/** Splits a line into runs by font, in the order in which they are drawn: Urdu goes from right to left. */
function runsInOrder(line: string, font: FontName): Run[] {
  const runs = runsOf(line, font).map((run) =>
    // fontkit, by which pdfkit sets texts, fails at some marks of this script.
    run.font === 'meetei-mayek' ? { font, text: run.text.replaceAll(/./gu, '?') } : run,
  )
  const from = runs.findIndex((run) => run.font === 'arabic')
  const count = runs.findLastIndex((run) => run.font === 'arabic') + 1 - from
  return from < 0 ? runs : runs.toSpliced(from, count, ...runs.slice(from, from + count).toReversed())
}
