import { notAnImage as notAnImageText } from '#contract/files/images.ts'
import { limits } from '#contract/kit/limits.ts'
import type { ProblemCode } from '#contract/kit/problem.ts'

import { isStillImage, scansOf } from './headers.ts'

/** Says to its owner why an image is not taken. A ProblemError would bring the whole contract's library into the process of each image. */
export class RefusedImage extends Error {
  readonly code: ProblemCode
  constructor(code: ProblemCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The size of an image in its own pixels, turned as it is shown. */
export interface Inspected {
  width: number
  height: number
  /** Of the top part that is shown of a very tall one. */
  topHeight: number
}

/**
 * Looks at an image's headers before a pixel of it is decoded. Throws a RefusedImage with the reason for what is no jpeg,
 * png or webp, and for what would take too much memory or time. `name` is what its owner calls it.
 */
export async function inspect(original: Buffer, name: string): Promise<Inspected> {
  if (!isStillImage(original)) throw notAnImage()
  if (scansOf(original) > maxScans) throw tooSlow(name)
  const { default: sharp } = await import('sharp')
  const found = await sharp(original, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw notAnImage()
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

export const notAnImage = () => new RefusedImage('unsupported_type', notAnImageText)

export const tooSlow = (name: string) =>
  new RefusedImage('invalid_input', `${name} takes too long to open. ${plainer}`)

const plainer = 'Make it smaller, or save it as a plain PNG or JPEG, and try again.'

/** Encoders write about 10; some cameras 20. Each costs the decoder a walk over all blocks. */
const maxScans = 100

/** Decoders hold these forms as a whole; other forms pass by in strips. */
const maxBytesHeld = 100_000_000

/** A phone's screen is 2.3 times as tall as wide; whoever takes a whole page means its beginning. */
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
