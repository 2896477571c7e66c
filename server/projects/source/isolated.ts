import { ProblemError } from '#contract/kit/problem.ts'
import type { Hunk } from '#contract/projects/source.ts'

import { processRunner } from '../../platform/isolated.ts'
import { Limiter } from '../../platform/overload/limiter.ts'
import type { answerFirst, Question } from './tokens.ts'

/**
 * Highlights a text: its tokens by line; undefined without a grammar and when it takes too long. Throws unavailable
 * when the queue is full.
 */
export const tokensOf = async (text: string, language: string): Promise<number[][] | undefined> =>
  (await ask({ text, language }))?.tokens

/**
 * Compares two texts; undefined when the changes are too many or take too long. Throws unavailable when the queue is
 * full.
 */
export const hunksBetween = async (before: string, after: string): Promise<Hunk[] | undefined> =>
  (await ask({ before, after }))?.hunks

const slot = new Limiter({ slots: 1, maxQueued: 30, maxWait: 8000 })

async function ask(question: Question) {
  const release = await slot.take()
  if (!release)
    throw new ProblemError('unavailable', 'Too many files are being read. Please try again in a moment.')
  try {
    return await answerInProcess([question])
  } finally {
    release()
  }
}

/**
 * A process stays ready for 60 s and has a higher priority than other isolated work, because people wait for these
 * answers.
 */
const answerInProcess = processRunner<typeof answerFirst>(
  { file: new URL('./tokens.ts', import.meta.url), name: 'answerFirst' },
  { seconds: 3, memory: 256, idleSeconds: 60, nice: 5 },
)
