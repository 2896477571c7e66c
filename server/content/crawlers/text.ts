import { join } from 'node:path'

import sharp, { type OverlayOptions } from 'sharp'

import { escaped } from './sitemap.ts'

export interface Style {
  font: keyof typeof fonts
  /** Pixels. */
  size: number
  colour: string
  /** Pixels at which lines are wrapped; without it the text stays on one line. */
  width?: number
}

/** A text drawn as pixels, with its size in pixels. */
export interface DrawnText {
  width: number
  height: number
  at(left: number, top: number): OverlayOptions
}

/**
 * Draws a text with our own fonts, Devanagari included, whatever fonts the machine has. A single line is as high as its
 * font, so that several lines align; a wrapped text is as high as its ink.
 */
export async function drawText(text: string, { font, size, colour, width }: Style): Promise<DrawnText> {
  await fontsLoaded
  const { family, file, spacing, lineHeight } = fonts[font]
  const strut = width ? '' : '<span alpha="1">|</span>'
  const markup = `<span foreground="${colour}" letter_spacing="${Math.round(spacing * size * 1024)}" line_height="${lineHeight}" insert_hyphens="false">${escaped(text)}${strut}</span>`
  const { data, info } = await sharp({
    text: {
      text: markup,
      font: `${family}, Readymade Devanagari ${size}`,
      fontfile: fontFile(file),
      rgba: true,
      dpi: 72,
      ...(width && { width, wrap: 'word-char' as const }),
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
const fonts = {
  head: { family: 'Readymade Head', file: 'readymade-head.ttf', spacing: -0.02, lineHeight: 1.02 },
  mono: { family: 'Readymade Mono', file: 'readymade-mono.ttf', spacing: 0, lineHeight: 1.3 },
}

const fontFile = (name: string) => join(import.meta.dirname, 'fonts', name)

/**
 * Resolves when the fallback font is loaded. A loaded font is available to every later text, so the font that others
 * fall back to is loaded first.
 */
const fontsLoaded = sharp({
  text: { text: 'अ', font: 'Readymade Devanagari', fontfile: fontFile('readymade-devanagari.ttf') },
}).toBuffer()

/** The width up to the last visible column, which leaves out the strut. */
function inkWidth(pixels: Buffer, { width, height }: { width: number; height: number }): number {
  for (let x = width - 1; x >= 0; x--) {
    for (let y = 0; y < height; y++) if (pixels[(y * width + x) * 4 + 3]! > 8) return x + 1
  }
  return 0
}
