/**
 * Lays out the drawing of a project's file tree in a box of 320 by 200, from its data alone: names in a monospaced font
 * 0.6 em wide, each with a bar to the right as long as its size. The catalogue draws it as SVG, the sharing image in
 * pixels. All numbers are whole.
 */
export function coverRows({ fileTree, technologies }: CoverSource): CoverRow[] {
  const all = fileTree?.length
    ? fileTree
    : technologies.map((name) => ({ name, depth: 0, size: 0, isEntry: false }))
  const rows = all.slice(0, 9)
  const largest = Math.max(...rows.map(({ size }) => size))
  const step = Math.min(24, Math.floor(156 / rows.length))
  return rows.map(({ name, depth, size, isEntry }, index) => {
    const x = 20 + 14 * depth
    return {
      name: fitted(name, Math.floor((barsFrom - 8 - x - 10) / letterWidth)),
      x,
      y: 30 + Math.round(step * (index + 0.5)),
      bar: size === 0 ? 0 : Math.max(2, Math.round((barsTo - barsFrom) * (size / largest))),
      kind: isEntry ? 'entry' : name.endsWith('/') ? 'folder' : 'file',
    }
  })
}

/** A row of the drawing: its left end, its middle, and the length of its bar, which begins at `barsFrom`. */
export interface CoverRow {
  name: string
  x: number
  y: number
  bar: number
  /** 'entry' is the entry file of the program. */
  kind: 'file' | 'folder' | 'entry'
}

const barsFrom = 174
/** The right end of the bars, left of the button in the card's corner. */
const barsTo = 248
/** The font size of the names, and the width of a character. */
export const coverText = 11
const letterWidth = coverText * 0.6

/**
 * Draws the cover of a project as an SVG file of 320 by 200 without a ground, dark as on a light page. The names are in
 * the monospaced font of the device.
 */
export function drawCover(source: CoverSource): string {
  const shapes = coverRows(source).map((row) => {
    const { name, y, kind } = row
    const weight = kind === 'entry' ? ' font-weight="700"' : kind === 'file' ? ' fill-opacity=".72"' : ''
    return `${drawBar(row)}<text x="${nameFrom(row)}" y="${y}"${weight}>${inXml(name)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200" viewBox="0 0 320 200" fill="#16191d" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="${coverText}" dominant-baseline="central">${shapes.join('')}</svg>`
}

/** Draws a cover into an address that holds it whole, for a project that is not on sale. */
export const drawnCover = (source: CoverSource) =>
  `data:image/svg+xml,${encodeURIComponent(drawCover(source))}`

/** Draws the bar of a row, and the mark before the name of an entry file, as an SVG path. */
export function drawBar({ x, y, bar, kind }: CoverRow): string {
  const mark = kind === 'entry' ? `M${x} ${y - 3.5}l6 3.5-6 3.5z` : ''
  const opacity = { entry: 1, folder: 0.25, file: 0.5 }[kind]
  return `<path fill-opacity="${opacity}" d="${mark}M${barsFrom} ${y - 1.5}h${bar}v3h-${bar}z"/>`
}

/** The left end of the name of a row, behind its mark. */
export const nameFrom = ({ x, kind }: CoverRow) => (kind === 'entry' ? x + 10 : x)

/** Writes a text as content of an XML element, without the characters that XML cannot hold. */
const inXml = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')

const fitted = (name: string, max: number) => (name.length > max ? `${name.slice(0, max - 1)}…` : name)

type CoverSource = { fileTree?: readonly Row[]; technologies: readonly string[] }
/** A row of the file tree, as in a project's card. */
type Row = { name: string; depth: number; size: number; isEntry: boolean }
