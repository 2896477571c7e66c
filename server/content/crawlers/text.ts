import sharp, { type OverlayOptions } from 'sharp'

import { fontFiles, type FontName, runsOf } from '../../platform/fonts/fonts.ts'
import { escaped } from './sitemap.ts'

export interface Style {
  font: keyof typeof settings
  /** Pixels. */
  size: number
  colour: string
  /** Pixels at which lines are wrapped, between words; without it the text stays on one line. */
  width?: number
  /** Wraps lines inside words that are wider than the width too. */
  breaksWords?: boolean
}

/** A text drawn as pixels, with its size in pixels. */
export interface DrawnText {
  width: number
  height: number
  at(left: number, top: number): OverlayOptions
}

/**
 * Draws a text with our own fonts, in the scripts of India too, whatever fonts the machine has. A single line is as
 * high as its font, so that several lines align; a wrapped text is as high as its ink.
 */
export async function drawText(
  text: string,
  { font, size, colour, width, breaksWords }: Style,
): Promise<DrawnText> {
  const [first, ...others] = runsOf(text, font)
  const runs = first ? [{ ...first, text: first.text.trimStart() }, ...others] : []
  await Promise.all([...new Set(runs.map((run) => run.font))].map(loaded))
  const { spacing, lineHeight } = settings[font]
  const spaced = `letter_spacing="${Math.round(spacing * size * 1024)}"`
  const spans = runs.map(
    // Letters of Indian scripts hang together, so they keep their own spacing.
    (run) =>
      `<span face="${family(run.font)}" ${run.font === font ? spaced : ''}>${escaped(run.text)}</span>`,
  )
  const isEmpty = runs.every((run) => run.text.trim() === '')
  const strut = width && !isEmpty ? '' : '<span alpha="1">|</span>'
  const markup = `<span foreground="${colour}" line_height="${lineHeight}" insert_hyphens="false">${spans.join('')}${strut}</span>`
  const { data, info } = await sharp({
    text: {
      text: markup,
      font: `${family(font)} ${size}`,
      fontfile: fontFiles[font],
      rgba: true,
      dpi: 72,
      ...(width && { width, wrap: breaksWords ? ('word-char' as const) : ('word' as const) }),
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: 4 as const }
  return {
    width: inkWidth(data, raw),
    height: raw.height,
    at: (left, top) => ({ input: data, raw, left: Math.round(left), top: Math.round(top) }),
  }
}

/** `spacing` in em; `lineHeight` as a factor. */
const settings = {
  heading: { spacing: -0.02, lineHeight: 1.02 },
  mono: { spacing: 0, lineHeight: 1.3 },
}

const family = (font: FontName) => `Readymade ${font}`

const loading = new Map<FontName, Promise<unknown>>()

/** Resolves when a font is loaded; from then on it is available to every text. */
function loaded(font: FontName): Promise<unknown> {
  const begun =
    loading.get(font) ??
    sharp({ text: { text: '1', font: family(font), fontfile: fontFiles[font] } }).toBuffer()
  loading.set(font, begun)
  return begun
}

/** The width up to the last visible column, which leaves out the strut. */
function inkWidth(pixels: Buffer, { width, height }: { width: number; height: number }): number {
  for (let x = width - 1; x >= 0; x--) {
    for (let y = 0; y < height; y++) if (pixels[(y * width + x) * 4 + 3]! > 8) return x + 1
  }
  return 0
}
