import sharp, { type OverlayOptions } from 'sharp'

import * as colours from '#contract/kit/colours.ts'
import { tintOf } from '#contract/projects/categories.ts'
import { coverRows, coverText, drawBar, nameFrom } from '#contract/projects/cover.ts'
import { inStrip, type LanguageTint, languageTints } from '#contract/projects/pictures.ts'
import type { ProjectCard, Thumbnail } from '#contract/projects/project.ts'

import { type DrawnText, drawText } from './text.ts'

/** What a project's sharing image shows: its whole label. */
export interface SharedProject {
  title: string
  category: string
  price: string
  /** The day on which staff verified it; null when it is not known. */
  verifiedOn: string | null
  /** The rows of facts, each of several parts, of which the last are left out where they do not fit. */
  facts: readonly (readonly string[])[]
  technologies: string[]
  languages: ProjectCard['languages']
  fileTree: ProjectCard['fileTree']
  /** The first screenshot, in any format that sharp reads, and the part of it that its owner chose. */
  picture?: { bytes: Buffer; part: Thumbnail | null } | undefined
}

/**
 * Draws the sharing image of a project, 1200 × 630 pixels: its screenshot or the top of its file tree beside its label,
 * and its languages as a strip above both.
 */
export async function drawProject(project: SharedProject): Promise<Buffer> {
  const { title, category, price, picture, verifiedOn, facts } = project
  const width = picture ? 470 : 430
  const ground = picture ? paper : tints[tintOf(category)].light
  const [brand, kind, name, amount, ...rows] = await Promise.all([
    drawText('Readymade', { font: 'heading', size: 34, colour: ink }),
    drawText(category, { font: 'mono', size: 24, colour: quiet }),
    fit(title, { width, height: 190, sizes: [64, 56, 48, 42, 36] }),
    drawText(price, { font: 'heading', size: 44, colour: ink }),
    ...facts.map((row) =>
      drawText(rowOf(row, Math.floor(width / factLetter)), { font: 'mono', size: factSize, colour: quiet }),
    ),
  ])
  const tag = { left: edge, top: 630 - edge - tagHeight + 4, width: amount.width + 68 + 28 }
  const layers: OverlayOptions[] = [
    brand.at(edge + 46, middle(64, brand)),
    kind.at(1200 - edge - kind.width, middle(66, kind)),
    name.at(edge, lineY + 38),
    amount.at(tag.left + 68, middle(tag.top + tagHeight / 2, amount)),
    ...rows.map((row, index) => row.at(edge, tag.top - 12 - (rows.length - index) * factHeight)),
    ...(await (picture ? screenshot(picture) : fileTree(project))),
    ...(await verified(tag, verifiedOn)),
  ]
  return render(ground, stripOf(project, ground) + tagAt(tag), layers)
}

/** Draws the sharing image of every other page. */
export async function drawSite(): Promise<Buffer> {
  const [brand, promise, more] = await Promise.all([
    drawText('Readymade', { font: 'heading', size: 34, colour: ink }),
    fit('Coding projects with a label you can read', { width: 1072, height: 300, sizes: [104, 92] }),
    drawText('Files, stack, size and price, checked by our staff', { font: 'mono', size: 26, colour: quiet }),
  ])
  return render(paper, markAt(968, 434, 7), [
    brand.at(edge + 46, middle(64, brand)),
    promise.at(edge, lineY + 52),
    more.at(edge, 630 - edge - more.height),
  ])
}

async function render(ground: string, shapes: string, layers: OverlayOptions[]): Promise<Buffer> {
  const base = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><path fill="${ground}" d="M0 0h1200v630H0z"/>${markAt(edge, 46, 1.5)}<path d="M${edge} ${lineY}H${1200 - edge}" stroke="${ink}" stroke-opacity=".16" stroke-width="2"/>${shapes}</svg>`
  return sharp(Buffer.from(base))
    .composite(layers)
    .flatten({ background: ground })
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Draws the screenshot, or the chosen part of it, in the middle of its half, with rounded corners and an outline. */
async function screenshot({ bytes, part }: NonNullable<SharedProject['picture']>): Promise<OverlayOptions[]> {
  const half = { left: 580, top: 140, width: 574, height: 440 }
  const picture = sharp(bytes, { limitInputPixels: 25_000_000 })
  if (part) picture.extract(areaOf(part, await picture.metadata()))
  const { data, info } = await picture
    .resize({ width: half.width, height: half.height, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const sheet = (look: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" rx="12" ${look}/></svg>`,
    )
  const input = await sharp(data, { raw: { width, height, channels } })
    .composite([
      { input: sheet(''), blend: 'dest-in' },
      { input: sheet(`fill="none" stroke="${ink}" stroke-opacity=".35" stroke-width="3"`) },
    ])
    .png({ compressionLevel: 0 })
    .toBuffer()
  const inHalf = (from: number, available: number, size: number) => from + Math.round((available - size) / 2)
  return [{ input, left: inHalf(half.left, half.width, width), top: inHalf(half.top, half.height, height) }]
}

/** Returns the pixels that a part of a picture shows in a place of 16:10, as pages show it. */
function areaOf({ x, y, zoom }: Thumbnail, { width, height }: { width: number; height: number }) {
  const shown = Math.min(width, height * 1.6) / (zoom / 100)
  const size = { width: Math.round(shown), height: Math.round(shown / 1.6) }
  const before = (share: number, whole: number, part: number) => Math.round(((whole - part) * share) / 100)
  return { left: before(x, width, size.width), top: before(y, height, size.height), ...size }
}

/** Joins the parts of a row of facts that fit; of a first one that does not, as much as fits. */
function rowOf([first = '', ...others]: readonly string[], max: number): string {
  let row = shortened(first, max)
  for (const part of others) if (row.length + part.length + 3 <= max) row += ` · ${part}`
  return row
}

/**
 * Draws the verified mark beside the price, with its day below it. Only projects that staff have checked are shared.
 */
async function verified(
  tag: { left: number; top: number; width: number },
  verifiedOn: string | null,
): Promise<OverlayOptions[]> {
  const [word, date] = await Promise.all([
    drawText('Verified', { font: 'mono', size: 26, colour: teal }),
    drawText(verifiedOn ?? '', { font: 'mono', size: factSize, colour: teal }),
  ])
  const left = tag.left + tag.width + 28
  const centre = tag.top + tagHeight / 2 - (verifiedOn ? 16 : 0)
  const check = `<svg xmlns="http://www.w3.org/2000/svg" width="26" height="26"><path d="M3 14l7 7L23 6" fill="none" stroke="${teal}" stroke-width="3.4"/></svg>`
  return [
    { input: Buffer.from(check), left: Math.round(left), top: Math.round(centre - 13) },
    word.at(left + 36, middle(centre, word)),
    ...(verifiedOn ? [date.at(left, middle(centre + 34, date))] : []),
  ]
}

/**
 * Draws the top of the file tree, as on the covers in the catalogue, in the right half, with the names of the languages
 * below.
 */
async function fileTree(project: SharedProject): Promise<OverlayOptions[]> {
  const scale = 2.1
  const [left, top] = [1200 - edge - 300 * scale, 126]
  const rows = coverRows(project)
  const names = await Promise.all(
    rows.map(({ name, kind }) =>
      drawText(name, {
        font: 'mono',
        size: Math.round(coverText * scale),
        colour: kind === 'file' ? quiet : ink,
      }),
    ),
  )
  const shapes = rows.map(drawBar)
  const languages = inStrip(project.languages)
    .map(({ name, percent }) => `${name} ${percent}%`)
    .join('  ')
  const caption = await drawText(shortened(languages || project.category, 46), {
    font: 'mono',
    size: 22,
    colour: ink,
  })
  return [
    {
      input: Buffer.from(
        svg(`<g fill="${ink}" transform="translate(${left} ${top}) scale(${scale})">${shapes.join('')}</g>`),
      ),
      left: 0,
      top: 0,
    },
    ...names.map((name, index) => {
      const row = rows[index]!
      return name.at(left + scale * nameFrom(row), middle(top + scale * row.y, name))
    }),
    caption.at(left + 20 * scale, middle(630 - edge - tagHeight / 2 + 4, caption)),
  ]
}

/** Draws one bar for each language along the header line, in its tint as on the pages. */
function stripOf({ languages }: SharedProject, ground: string): string {
  const shown = inStrip(languages)
  const total = shown.reduce((sum, { percent }) => sum + percent, 0)
  let x = edge
  return shown
    .map(({ name, percent }) => {
      const width = ((1200 - 2 * edge) * percent) / total
      x += width
      const tint = languageTints[name]
      const fill = tint ? languageColours[tint].light : colours.edge.light
      return `<path fill="${fill}" stroke="${ground}" stroke-width="3" d="M${x - width} ${lineY - 6}h${width}v12h-${width}z"/>`
    })
    .join('')
}

/** Draws a text in the largest of the sizes that fits with whole words, or as much of it as fits in the smallest. */
async function fit(
  text: string,
  { width, height, sizes }: { width: number; height: number; sizes: number[] },
): Promise<DrawnText> {
  const [size, ...smaller] = sizes as [number, ...number[]]
  const breaksWords = smaller.length === 0
  const drawn = await drawText(text, { font: 'heading', size, colour: ink, width, breaksWords })
  if ((drawn.height <= height && drawn.width <= width) || text.length < 5) return drawn
  return smaller.length > 0
    ? fit(text, { width, height, sizes: smaller })
    : fit(shortened(text, Math.floor(text.length * 0.8)), { width, height, sizes })
}

const middle = (y: number, { height }: DrawnText) => y - height / 2

const shortened = (word: string, max: number) => (word.length > max ? `${word.slice(0, max - 1)}…` : word)

/** Draws the punched label that carries the price. */
const tagAt = ({ left, top, width }: { left: number; top: number; width: number }) =>
  `<path fill="${saffron}" fill-rule="evenodd" transform="translate(${left} ${top})" d="M24 0H${width - 6}a6 6 0 0 1 6 6V${tagHeight - 6}a6 6 0 0 1-6 6H24L0 ${tagHeight - 24}V24zM38 ${tagHeight / 2}a8 8 0 1 0-16 0 8 8 0 0 0 16 0"/>`

const svg = (shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">${shapes}</svg>`

const edge = 64
const lineY = 116
const tagHeight = 84
/** Pixels: the letters of the facts, the width of one, and the height of a row. */
const [factSize, factLetter, factHeight] = [22, 13.2, 32]

const [paper, ink, quiet] = [colours.ground.light, colours.ink.light, colours.quiet.light]
const [teal, saffron] = [colours.verified.light, colours.saffron.light]
const tints = {
  1: colours.tint1,
  2: colours.tint2,
  3: colours.tint3,
  4: colours.tint4,
  5: colours.tint5,
  6: colours.tint6,
}
const languageColours: Record<LanguageTint, { light: string }> = {
  javascript: colours.languageJavascript,
  typescript: colours.languageTypescript,
  html: colours.languageHtml,
  css: colours.languageCss,
  php: colours.languagePhp,
  python: colours.languagePython,
  java: colours.languageJava,
  csharp: colours.languageCsharp,
  dart: colours.languageDart,
  kotlin: colours.languageKotlin,
}
/** Draws Readymade's mark, 24 by 28 pixels times the scale. */
const markAt = (left: number, top: number, scale: number) =>
  `<g transform="translate(${left} ${top}) scale(${scale}) translate(-4 -2)"><path fill="${saffron}" fill-rule="evenodd" d="M10.5 2h11L28 8.5V28a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8.5zM16 12.2a3.1 3.1 0 1 0 0-6.2 3.1 3.1 0 0 0 0 6.2"/><path stroke="${ink}" stroke-width="2" d="M9 18h14M9 24h8.5"/></g>`
