import type { Sharp } from 'sharp'

import { limits } from '#contract/kit/limits.ts'
import type { ProblemCode } from '#contract/kit/problem.ts'
import { damagedProblem, gifProblem, heicProblem, notAnImage } from '#contract/projects/pictures.ts'

import { type ImageFile, imageFiles, type ImageForm } from './variants.ts'

/** An image encoded anew from its pixels: nothing else of the original is left. */
export interface Reencoded {
  /** Pixels of the largest variant. */
  width: number
  height: number
  /** Whether only the top part remains. */
  isCropped: boolean
  files: { name: ImageFile; bytes: Buffer }[]
}

/** An image as its owner sent it. `name` is the owner's name for it. */
export interface ImageToEncode {
  original: Buffer
  name: string
  form: ImageForm
}

/** Encodes the only image of a list anew. A refusal is returned, not thrown. */
export async function encodeFirst([image]: ImageToEncode[]): Promise<
  Reencoded | { refused: Pick<RefusedImage, 'code' | 'message'> }
> {
  const { original, name, form } = image!
  try {
    return await reencode(Buffer.from(original), name, form)
  } catch (error) {
    if (error instanceof RefusedImage) return { refused: { code: error.code, message: error.message } }
    throw error
  }
}

/** Decodes a jpeg, png or webp and encodes it anew in every variant, one thread at a time. Throws as `inspect` does. */
async function reencode(original: Buffer, name: string, form: ImageForm): Promise<Reencoded> {
  const inspected = await inspect(original, name)
  const { default: sharp } = await import('sharp')
  // Nothing is decoded twice, so a cache of decoded pixels would only take memory.
  sharp.cache(false)
  sharp.concurrency(1)
  const upright = sharp(original, { limitInputPixels: false, failOn: 'error' })
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .extract(form === 'avatar' ? middleOf(inspected) : topOf(inspected))
    .resize({ width: widthOf(imageFiles[form].at(-1)!), withoutEnlargement: true })
    .toColourspace('srgb')
  // A drawing in black on nothing would be black on black in the dark theme.
  const shown = form === 'avatar' ? upright : upright.flatten({ background: '#fff' })
  const largest = await shown
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw isTimeout(error) ? tooSlow(name) : damaged(name)
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

/** Limit of one step, which suits a busy machine. */
const maxSeconds = 30

const isTimeout = (error: unknown) => error instanceof Error && error.message.startsWith('timeout')

const encoded = (image: Sharp, name: ImageFile) =>
  name.endsWith('webp') ? image.webp({ quality: 80, effort: 3 }) : image.avif({ quality: 55, effort: 1 })

/**
 * Says to its owner why an image is refused. A ProblemError would load the whole contract's library into the process of
 * each image.
 */
export class RefusedImage extends Error {
  readonly code: ProblemCode
  constructor(code: ProblemCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The size of an image in pixels, after it is turned upright. */
interface Inspected {
  width: number
  height: number
  /** Height of the top part, which is all that is shown of a very tall image. */
  topHeight: number
}

/**
 * Checks an image's headers before any pixel is decoded. Throws a RefusedImage with the reason for anything but a jpeg,
 * png or webp, and for an image that would take too much memory or time. `name` is its owner's name for it.
 */
export async function inspect(original: Buffer, name: string): Promise<Inspected> {
  const refusal = formatRefusal(original, name)
  if (refusal) throw refusal
  if (scansOf(original) > maxScans) throw tooSlow(name)
  const { default: sharp } = await import('sharp')
  const found = await sharp(original, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw damaged(name)
    })
  const { width, height } = found.autoOrient
  const size = `${name} is ${width} × ${height} pixels`
  if (Math.max(width, height) > limits.imageRatio * Math.min(width, height)) {
    throw new RefusedImage(
      'invalid_input',
      `${size}, which is too narrow. Cut out the part that matters and try again.`,
    )
  }
  if (width * height > limits.imagePixels) {
    const megapixels = limits.imagePixels / 1_000_000
    throw new RefusedImage(
      'too_large',
      `${size}. Pictures can have at most ${megapixels} million pixels. Make it smaller and try again.`,
    )
  }
  if (width * height * bytesHeld(found) > maxBytesHeld)
    throw new RefusedImage('too_large', `${name} takes too much memory to open. ${plainer}`)
  return { width, height, topHeight: Math.min(height, Math.round(width * maxTallness)) }
}

const damaged = (name: string) => new RefusedImage('unsupported_type', damagedProblem(name))

/**
 * Returns why bytes are by their content no jpeg, png or webp without animation; undefined when they are, so that no
 * other decoder ever reads untrusted bytes. `name` is their owner's name for them.
 */
export function formatRefusal(bytes: Buffer, name: string): RefusedImage | undefined {
  const format = formatOf(bytes)
  if (format === 'still') return undefined
  const reasons = {
    moving: `${name} moves. Save one moment of it as a jpeg, png or webp, and choose that file.`,
    gif: gifProblem(name),
    heic: heicProblem(name),
    other: notAnImage,
  }
  return new RefusedImage('unsupported_type', reasons[format])
}

export const tooSlow = (name: string) =>
  new RefusedImage('invalid_input', `${name} takes too long to open. ${plainer}`)

const plainer = 'Make it smaller, or save it as a plain PNG or JPEG, and try again.'

/** Maximum scans of a JPEG. Encoders write about 10, some cameras 20; each makes the decoder walk over all blocks. */
const maxScans = 100

/** Maximum bytes that a decoder holds. Only these forms are decoded as a whole; others are decoded in strips. */
const maxBytesHeld = 100_000_000

/**
 * Maximum height of a picture in multiples of its width. A phone's screen has 2.3; of a whole page, its beginning is
 * meant.
 */
const maxTallness = 2.5

interface Form {
  format: string
  isProgressive?: boolean
  channels: number
  depth: string
  chromaSubsampling?: string
}

/** Bytes of memory for each pixel while an image of this form is decoded. */
function bytesHeld({ format, isProgressive, channels, depth, chromaSubsampling }: Form): number {
  if (format === 'webp') return 4
  if (!isProgressive) return 0
  if (format === 'jpeg') return 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels)
  return channels * (depth === 'uchar' ? 1 : 2)
}

/** Tells a still jpeg, png or webp, a moving one, a GIF and a HEIC photo from everything else, by their first bytes. */
function formatOf(bytes: Buffer): 'still' | 'moving' | 'gif' | 'heic' | 'other' {
  const starts = (signature: string, at = 0) =>
    bytes.subarray(at, at + signature.length / 2).toString('hex') === signature
  if (starts('ffd8ff')) return 'still'
  if (starts('89504e470d0a1a0a')) return pngChunks(bytes).includes('acTL') ? 'moving' : 'still'
  if (starts('52494646') && starts('57454250', 8))
    return bytes.toString('latin1', 12, 16) === 'VP8X' && (bytes[20]! & 2) !== 0 ? 'moving' : 'still'
  const beginning = bytes.toString('latin1', 0, 12)
  if (/^GIF8[79]a/.test(beginning)) return 'gif'
  return /^....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/s.test(beginning) ? 'heic' : 'other'
}

/** The names of a PNG's chunks before its pixels, where an animation is announced. */
function pngChunks(bytes: Buffer): string[] {
  const names: string[] = []
  for (let at = 8; at + 8 <= bytes.length && names.at(-1) !== 'IDAT' && names.length < 1000;) {
    names.push(bytes.toString('latin1', at + 4, at + 8))
    at += 12 + bytes.readUInt32BE(at)
  }
  return names
}

/** The number of scans in a JPEG (1 when it is not progressive, 0 for other formats). Source: ITU T.81, B.1.1. */
function scansOf(bytes: Buffer): number {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 0
  let scans = 0
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 4 <= bytes.length;) {
    const marker = bytes[at + 1]!
    if (marker === 0xda) scans++
    // A length follows, except after fill bytes, stuffed bytes and markers that stand alone.
    const alone = marker === 0xff || marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd9)
    const next = at + (marker === 0xff ? 1 : 2) + (alone ? 0 : bytes.readUInt16BE(at + 2))
    at = bytes.indexOf(0xff, next)
  }
  return scans
}
