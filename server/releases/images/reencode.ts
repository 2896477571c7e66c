import type { Sharp } from 'sharp'

import { inspect, notAnImage, tooSlow } from './inspect.ts'

/** The widths of an image's variants, in pixels; a smaller image is never enlarged. */
const widths = [320, 640, 1280] as const
const formats = ['webp', 'avif'] as const

/** The names of every image's variants. */
export const imageFiles = widths.flatMap((width) => formats.map((format) => `${width}.${format}` as const))
export type ImageFile = (typeof imageFiles)[number]

/** An image made anew from what its pixels look like: nothing else of the original is left. */
export interface Reencoded {
  /** Of the largest variant. */
  width: number
  height: number
  /** Only its top part remains. */
  isCropped: boolean
  files: { name: ImageFile; bytes: Buffer }[]
}

/** Decodes a jpeg, png or webp and encodes it anew in every variant, one thread at a time. Throws as `inspect` does. */
export async function reencode(original: Buffer, name: string): Promise<Reencoded> {
  const { isCropped, ...part } = await inspect(original, name)
  const { default: sharp } = await import('sharp')
  // Nothing is decoded twice, so a cache of decoded pixels would only take memory.
  sharp.cache(false)
  sharp.concurrency(1)
  const largest = await sharp(original, { limitInputPixels: false, failOn: 'error' })
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .extract({ left: 0, top: 0, ...part })
    .resize({ width: widths.at(-1), withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw isTimeout(error) ? tooSlow(name) : notAnImage()
    })
  const { width, height, channels } = largest.info
  const files: Reencoded['files'] = []
  for (const file of imageFiles) {
    const pixels = sharp(largest.data, { raw: { width, height, channels } }).timeout({ seconds: maxSeconds })
    const resized = pixels.resize({ width: Number.parseInt(file), withoutEnlargement: true })
    files.push({ name: file, bytes: await encoded(resized, file).toBuffer() })
  }
  return { width, height, isCropped, files }
}

/** Of one step. A screenshot takes a tenth of a second. */
const maxSeconds = 10

const isTimeout = (error: unknown) => error instanceof Error && error.message.startsWith('timeout')

const encoded = (image: Sharp, name: ImageFile) =>
  name.endsWith('webp') ? image.webp({ quality: 80, effort: 3 }) : image.avif({ quality: 55, effort: 1 })
