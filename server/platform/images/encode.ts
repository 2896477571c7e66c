import { buffer } from 'node:stream/consumers'

import type { MultipartFile } from '@fastify/multipart'

import { limits } from '#contract/limits.ts'
import { ProblemError } from '#contract/problem.ts'

import { processRunner } from '../isolated.ts'
import { Limiter, limiterEach, type Release } from '../overload/limiter.ts'
import { withDraft } from '../storage/draft.ts'
import {
  type encodeFirst,
  type ImageToEncode,
  isStillImage,
  notAnImage,
  type Reencoded,
  type RefusedImage,
  tooSlow,
} from './reencode.ts'
import type { ImageForm } from './variants.ts'

/** Lets a member's request with images in, at most 5 at once, and answers what to call at its end. Throws too_many_requests. */
export async function admitImages(memberId: string): Promise<Release> {
  const release = await admission(memberId)
  if (release) return release
  throw new ProblemError(
    'too_many_requests',
    'Your earlier pictures are still being worked on. Please try again in a moment.',
  )
}

const admission = limiterEach({ slots: 5, maxQueued: 0 })

/** Reads an image from a form and makes it anew. Throws a ProblemError that says why not, unavailable when too many are being worked on. */
export function encodeUpload(
  { file, filename }: Pick<MultipartFile, 'file' | 'filename'>,
  { memberId, form }: { memberId: string; form: ImageForm },
): Promise<Reencoded> {
  const name = filename || 'The picture'
  return withDraft(file, async ({ size, read }) => {
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

/** Each picture takes a processor for a second or more and some hundred MB. Those who wait hold no image in memory. */
const encoding = new Limiter({ slots: 2, maxQueued: 20 })
/** A member's pictures are worked on one after the other: two heavy ones would keep both slots from everybody. */
const encodingOf = limiterEach({ slots: 1 })

/** Reencodes an image in a process of its own, which gives all its memory back. Throws a ProblemError that says why an image is not taken. */
async function reencodeIsolated(work: ImageToEncode): Promise<Reencoded> {
  // What is none by its first bytes is not worth a process.
  if (!isStillImage(work.original)) throw problemOf(notAnImage())
  // Killed for its time or its memory, or by a decoder that broke: a picture saved in another way is welcome.
  const encoded = (await encodeInProcess([work])) ?? { refused: tooSlow(work.name) }
  if ('refused' in encoded) throw problemOf(encoded.refused)
  return withBuffers(encoded)
}

/** The time is of a machine that has much else to do. */
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
