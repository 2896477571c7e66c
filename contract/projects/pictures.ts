import { limits } from '../kit/limits.ts'

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
      y: 20 + Math.round(step * (index + 0.5)),
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

export const barsFrom = 174
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
  const shapes = coverRows(source).map(({ name, x, y, bar, kind }) => {
    const isEntry = kind === 'entry'
    const mark = isEntry ? `M${x} ${y - 3.5}l6 3.5-6 3.5z` : ''
    const weight = isEntry ? ' font-weight="700"' : kind === 'file' ? ' fill-opacity=".72"' : ''
    return (
      `<path fill-opacity="${coverOpacity[kind]}" d="${mark}M${barsFrom} ${y - 1.5}h${bar}v3h-${bar}z"/>` +
      `<text x="${isEntry ? x + 10 : x}" y="${y}"${weight}>${inXml(name)}</text>`
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200" viewBox="0 0 320 200" fill="#16191d" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="${coverText}" dominant-baseline="central">${shapes.join('')}</svg>`
}

/** The opacity of the bar of a row by its kind. */
export const coverOpacity = { entry: 1, folder: 0.25, file: 0.5 }

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

/**
 * Returns the share of each language in a project's known source, in whole percent, the largest first; at most five,
 * with the rest grouped.
 */
export function languageShares(sizes: readonly { name: string; size: number }[]): Language[] {
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  const ranked = sizes
    .map(({ name, size }) => ({ name, percent: Math.round((100 * size) / total) }))
    .filter(({ percent }) => percent > 0)
    .toSorted((a, b) => b.percent - a.percent)
  if (ranked.length <= 5) return ranked
  const first = ranked.slice(0, 4)
  // The remainder to 100, because shares that are rounded one by one may add up to more.
  const rest = 100 - first.reduce((sum, { percent }) => sum + percent, 0)
  return [...first, { name: 'Others', percent: Math.max(1, rest) }]
}

export type Language = { name: string; percent: number }

/**
 * Returns the languages that the strip of a project shows: those in which it is written. Documents, data and the rest
 * that is grouped are left out.
 */
export const inStrip = (languages: readonly Language[]): Language[] =>
  languages.filter(({ name }) => !notInStrip.has(name))

const notInStrip = new Set(['Markdown', 'Text', 'XML', 'JSON', 'YAML', 'TOML', 'Others'])

/**
 * The commonest ten languages in the names of their tints, which are always the same, so that people learn to recognize
 * them. All others share one tint.
 */
export const languageTints: Partial<Record<string, LanguageTint>> = {
  JavaScript: 'javascript',
  TypeScript: 'typescript',
  HTML: 'html',
  CSS: 'css',
  PHP: 'php',
  Python: 'python',
  Java: 'java',
  'C#': 'csharp',
  Dart: 'dart',
  Kotlin: 'kotlin',
}

export type LanguageTint =
  | 'javascript'
  | 'typescript'
  | 'html'
  | 'css'
  | 'php'
  | 'python'
  | 'java'
  | 'csharp'
  | 'dart'
  | 'kotlin'

/** The allowed types of pictures, as the browser names them. The server checks the content. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp']

/** Returns the alternative text of a picture without a description; `index` begins at 0. */
export const defaultAlt = (title: string, index: number) => `${title}, image ${index + 1}`

export const notAnImage = 'Images must be jpeg, png or webp'

/** Says that a picture is in the format of Apple's cameras, which few browsers show. */
export const heicProblem = (name: string) =>
  `${name} is a HEIC photo, as iPhones take them. Export it as JPEG, or choose “Most Compatible” in the camera’s settings.`

/** Says that a picture is a GIF. */
export const gifProblem = (name: string) =>
  `${name} is a GIF. Save it, or one moment of it, as a jpeg, png or webp, and choose that file.`

/** Says that a picture is damaged. */
export const damagedProblem = (name: string) =>
  `${name} cannot be read as a picture. It is damaged or cut off: open it, save it again and choose that file.`

/** Returns why a selected file cannot be a picture, judged by size and type; undefined when the server decides. */
export function imageProblem({ name, size, type }: { name: string; size: number; type: string }) {
  if (size > limits.imageBytes) return `${name} exceeds 10MB limit`
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return heicProblem(name)
  if (type === 'image/gif' || /\.gif$/i.test(name)) return gifProblem(name)
  return type && !imageTypes.includes(type) ? notAnImage : undefined
}
