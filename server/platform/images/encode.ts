import { fork } from 'node:child_process'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import type { MultipartFile } from '@fastify/multipart'

import { limits } from '#contract/limits.ts'
import { ProblemError } from '#contract/problem.ts'

import { separateEnvironment } from '../isolated.ts'
import { Limiter, limiterEach, type Release } from '../overload/limiter.ts'
import { withDraft } from '../storage/draft.ts'
import { isStillImage, notAnImage, type Reencoded, type RefusedImage, tooSlow } from './reencode.ts'
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
      return await reencodeApart({ original: await buffer(read()), name, form })
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

/** What the process is asked. */
export interface Work {
  original: Buffer
  name: string
  form: ImageForm
}

/** What it answers. */
export type Outcome =
  | { made: Reencoded }
  | { refused: Pick<RefusedImage, 'code' | 'message'> }
  | { failure: string }

/**
 * Reencodes an image in a process of its own, which knows none of our secrets, gives all its memory back, and is ended
 * when it takes longer than 30 s. Throws a ProblemError that says why an image is not taken.
 */
async function reencodeApart(work: Work): Promise<Reencoded> {
  // What is none by its first bytes is not worth a process.
  if (!isStillImage(work.original)) throw problemOf(notAnImage())
  const child = fork(join(import.meta.dirname, 'encode-process.ts'), {
    serialization: 'advanced',
    execArgv: [],
    env: separateEnvironment(),
    timeout: 30_000,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    child.once('message', (outcome: Outcome) => {
      if ('made' in outcome) resolve(withBuffers(outcome.made))
      else if ('refused' in outcome) reject(problemOf(outcome.refused))
      else reject(new Error(outcome.failure))
    })
    child.on('error', reject)
    // Ended for its time or its memory, or by a decoder that broke: a picture saved in another way is welcome.
    child.once('exit', (code, signal) =>
      reject(
        signal ? problemOf(tooSlow(work.name)) : new Error(`The process of an image ended with ${code}`),
      ),
    )
    child.send(work)
  })
}

const problemOf = ({ code, message }: Pick<RefusedImage, 'code' | 'message'>) =>
  new ProblemError(code, message)

const withBuffers = ({ files, ...rest }: Reencoded): Reencoded => ({
  ...rest,
  files: files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })),
})
