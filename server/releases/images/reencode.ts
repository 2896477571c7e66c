import type { Sharp } from 'sharp'

import { ProblemError } from '#contract/problem.ts'

/** The widths that an image is kept in, in pixels; a smaller image is never enlarged. */
const widths = [320, 640, 1280] as const
const formats = ['webp', 'avif'] as const

/** The names under which the forms of every image are kept. */
export const imageFiles = widths.flatMap((width) => formats.map((format) => `${width}.${format}` as const))
export type ImageFile = (typeof imageFiles)[number]

/** An image made anew from what its pixels look like: nothing else of the original is left. */
export interface Reencoded {
  /** Of the largest form. */
  width: number
  height: number
  files: { name: ImageFile; bytes: Buffer }[]
}

/**
 * Decodes a jpeg, png or webp of at most 25 megapixels and encodes it anew in every form. Throws unsupported_type for
 * anything else. The original is read when its turn has come, so that those who wait take no memory.
 */
export function reencode(readOriginal: () => Promise<Buffer>): Promise<Reencoded> {
  const turn = last.then(async () => encodeAll(await readOriginal()))
  last = turn.catch(() => {})
  return turn
}

/** One image at a time: decoded pixels take far more memory than the file. */
let last: Promise<unknown> = Promise.resolve()

async function encodeAll(original: Buffer): Promise<Reencoded> {
  if (!isStillImage(original)) throw notAnImage()
  const { default: sharp } = await import('sharp')
  // Nothing is decoded twice, so a cache of decoded pixels would only take memory.
  sharp.cache(false)
  const largest = await sharp(original, { limitInputPixels: 25_000_000, failOn: 'error' })
    .autoOrient()
    .resize({ width: widths.at(-1), withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw notAnImage()
    })
  const { width, height, channels } = largest.info
  const files: Reencoded['files'] = []
  for (const name of imageFiles) {
    const pixels = sharp(largest.data, { raw: { width, height, channels } })
    const resized = pixels.resize({ width: Number.parseInt(name), withoutEnlargement: true })
    files.push({ name, bytes: await encoded(resized, name).toBuffer() })
  }
  return { width, height, files }
}

const encoded = (image: Sharp, name: ImageFile) =>
  name.endsWith('webp') ? image.webp({ quality: 80, effort: 3 }) : image.avif({ quality: 55, effort: 1 })

const notAnImage = () => new ProblemError('unsupported_type', 'Images must be jpeg, png or webp')

/** By content, so that no decoder for anything else ever sees a stranger's bytes. */
function isStillImage(bytes: Buffer): boolean {
  const starts = (signature: string, at = 0) =>
    bytes.subarray(at, at + signature.length / 2).toString('hex') === signature
  if (starts('ffd8ff')) return true
  if (starts('89504e470d0a1a0a')) return !pngChunks(bytes).includes('acTL')
  const isWebp = starts('52494646') && starts('57454250', 8)
  const isAnimated = bytes.toString('latin1', 12, 16) === 'VP8X' && (bytes[20]! & 2) !== 0
  return isWebp && !isAnimated
}

/** The names of a PNG's chunks before its pixels; an animation announces itself there. */
function pngChunks(bytes: Buffer): string[] {
  const names: string[] = []
  for (let at = 8; at + 8 <= bytes.length && names.at(-1) !== 'IDAT' && names.length < 1000;) {
    names.push(bytes.toString('latin1', at + 4, at + 8))
    at += 12 + bytes.readUInt32BE(at)
  }
  return names
}
