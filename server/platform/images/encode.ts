import { buffer } from 'node:stream/consumers'

import type { MultipartFile } from '@fastify/multipart'

import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import { processRunner } from '../isolated.ts'
import { Limiter, keyedLimiter, type Release } from '../overload/limiter.ts'
import { withTempFile } from '../storage/temp-file.ts'
import {
  type encodeFirst,
  formatRefusal,
  type ImageToEncode,
  type Reencoded,
  type RefusedImage,
  tooSlow,
} from './reencode.ts'
import type { ImageForm } from './variants.ts'

/**
 * Admits a member's request with images, at most 5 at once, and returns the function to call at its end. Throws
 * too_many_requests.
 */
export async function admitImages(memberId: string): Promise<Release> {
  const release = await admission(memberId)
  if (release) return release
  throw new ProblemError(
    'too_many_requests',
    'Your earlier pictures are still being worked on. Please try again in a moment.',
  )
}

const admission = keyedLimiter({ slots: 5, maxQueued: 0 })

/**
 * Reads an image from a form and encodes it anew. Throws a ProblemError with the reason, unavailable when too many
 * images are being processed.
 */
export function encodeUpload(
  { file, filename }: Pick<MultipartFile, 'file' | 'filename'>,
  { memberId, form }: { memberId: string; form: ImageForm },
): Promise<Reencoded> {
  const name = filename || 'The picture'
  return withTempFile(file, async ({ size, read }) => {
    if (size > limits.imageBytes) throw new ProblemError('too_large', `${name} exceeds 10MB limit`)
    const releaseOwn = await encodingOf(memberId)
    const release = await encoding.take({ client: memberId })
    try {
      if (!release)
        throw new ProblemError(
          'unavailable',
          'Too many pictures are being worked on. Please try again in a moment.',
        )
      return await reencodeIsolated({ original: await buffer(read()), name, form })
    } finally {
      release?.()
      releaseOwn?.()
    }
  })
}

/**
 * Encodes a stored picture anew for background work, which its jobs limit; undefined when it is no picture that we
 * show.
 */
export const encodeStored = (
  original: Buffer,
  name: string,
  form: ImageForm = 'picture',
): Promise<Reencoded | undefined> =>
  reencodeIsolated({ original, name, form }).catch((error: unknown) => {
    if (error instanceof ProblemError) return undefined
    throw error
  })

/** Each image takes a processor and much memory. Waiting requests hold no image in memory. */
const encoding = new Limiter({ slots: 2, maxQueued: 20 })
/** Encodes a member's images one after the other; otherwise two large ones would occupy both slots. */
const encodingOf = keyedLimiter({ slots: 1 })

/**
 * Encodes an image anew in its own process, which frees all its memory at its end. Throws a ProblemError with the
 * reason of a refusal.
 */
async function reencodeIsolated(work: ImageToEncode): Promise<Reencoded> {
  // The first bytes show that it is no image, which saves a process.
  const refusal = formatRefusal(work.original, work.name)
  if (refusal) throw problemOf(refusal)
  // Undefined when the process was killed for its time or memory, or when the decoder crashed: the owner may save the
  // picture in another way.
  const encoded = (await encodeInProcess([work])) ?? { refused: tooSlow(work.name) }
  if ('refused' in encoded) throw problemOf(encoded.refused)
  return withBuffers(encoded)
}

/** The time limit suits a busy machine. */
const encodeInProcess = processRunner<typeof encodeFirst>(
  { file: new URL('./reencode.ts', import.meta.url), name: 'encodeFirst' },
  { seconds: 90 },
)

const problemOf = ({ code, message }: Pick<RefusedImage, 'code' | 'message'>) =>
  new ProblemError(code, message)

const withBuffers = ({ files, ...rest }: Reencoded): Reencoded => ({
  ...rest,
  files: files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })),
})
