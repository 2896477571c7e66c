import { ProblemError } from '#contract/problem.ts'
import type { Hunk } from '#contract/projects/source.ts'

import { processRunner } from '../../platform/isolated.ts'
import { Limiter } from '../../platform/overload/limiter.ts'
import type { answerFirst, Question } from './pieces.ts'

/** The pieces of a text by kind; undefined without a grammar and when it takes too long. Throws unavailable when too many wait. */
export const tokensOf = async (text: string, language: string): Promise<number[][] | undefined> =>
  (await ask({ text, language }))?.tokens

/** The changes between two texts; undefined when that is too much. Throws unavailable when too many wait. */
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

/** People wait for these answers, so the process stays for a minute and stands less far behind. */
const answerInProcess = processRunner<typeof answerFirst>(
  { file: new URL('./pieces.ts', import.meta.url), name: 'answerFirst' },
  { seconds: 3, memory: 256, keptFor: 60, nice: 5 },
)
