import type { Plugin } from 'vite'

export type Oklch = [lightness: number, chroma: number, hue: number]

/**
 * Writes the colours of style sheets in sRGB, which the lowest browsers know too. They are the same there, and shorter
 * than a second way beside the first.
 */
export const coloursInSrgb = (): Plugin => ({
  name: 'colours-in-srgb',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css(?:\?|$)/ },
    handler: (css) => ({ code: css.replace(colour, withAlpha), map: null }),
  },
})

const colour = /oklch\(([\d.]+%?) ([\d.]+) ([\d.]+)(?: ?\/ ?([\d.]+%?))?\)/g

const withAlpha = (_: string, lightness: string, chroma: string, hue: string, alpha = '1') =>
  hex([share(lightness), Number(chroma), Number(hue)]) + (share(alpha) === 1 ? '' : byteOf(share(alpha)))

/** Returns what is written as a number or in percent. */
const share = (written: string) => Number.parseFloat(written) / (written.endsWith('%') ? 100 : 1)

const byteOf = (part: number) =>
  Math.round(part * 255)
    .toString(16)
    .padStart(2, '0')

/** Returns a colour as #rrggbb. */
export const hex = (colour: Oklch): string =>
  linearRgb(colour).reduce(
    (written, part) => written + byteOf(part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055),
    '#',
  )

/** Returns linear red, green and blue from 0 to 1, clipped to sRGB. */
export function linearRgb([lightness, chroma, hue]: Oklch): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part)))
}
