import type { Sharp } from 'sharp'

import { type Inspected, inspect, notAnImage, tooSlow } from './inspect.ts'
import { type ImageFile, type ImageForm, imageFiles } from './variants.ts'

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
export async function reencode(original: Buffer, name: string, form: ImageForm): Promise<Reencoded> {
  const inspected = await inspect(original, name)
  const { default: sharp } = await import('sharp')
  // Nothing is decoded twice, so a cache of decoded pixels would only take memory.
  sharp.cache(false)
  sharp.concurrency(1)
  const largest = await sharp(original, { limitInputPixels: false, failOn: 'error' })
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .extract(form === 'avatar' ? middleOf(inspected) : topOf(inspected))
    .resize({ width: widthOf(imageFiles[form].at(-1)!), withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw isTimeout(error) ? tooSlow(name) : notAnImage()
    })
  const { width, height, channels } = largest.info
  const files: Reencoded['files'] = []
  for (const file of imageFiles[form]) {
    const pixels = sharp(largest.data, { raw: { width, height, channels } }).timeout({ seconds: maxSeconds })
    const resized = pixels.resize({ width: widthOf(file), withoutEnlargement: true })
    files.push({ name: file, bytes: await encoded(resized, file).toBuffer() })
  }
  return { width, height, isCropped: inspected.topHeight < inspected.height, files }
}

const topOf = ({ width, topHeight }: Inspected) => ({ left: 0, top: 0, width, height: topHeight })

function middleOf({ width, height }: Inspected) {
  const side = Math.min(width, height)
  const [left, top] = [width, height].map((length) => Math.floor((length - side) / 2)) as [number, number]
  return { left, top, width: side, height: side }
}

const widthOf = (file: ImageFile) => Number.parseInt(file)

/** Of one step. A screenshot takes a tenth of a second. */
const maxSeconds = 10

const isTimeout = (error: unknown) => error instanceof Error && error.message.startsWith('timeout')

const encoded = (image: Sharp, name: ImageFile) =>
  name.endsWith('webp') ? image.webp({ quality: 80, effort: 3 }) : image.avif({ quality: 55, effort: 1 })
