import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'

import { compare } from './compare.ts'
import { highlight } from './highlight.ts'
import type { Answer, Question } from './reading.ts'

/** A process of its own for what a stranger's text may make long: it answers one question after another. */
// Whoever waits for a page goes before whoever waits for colours.
setPriority(5)
// It is killed when it is done: what was compiled is kept for the next one now.
flushCompileCache()
process.on('message', (question: Question) => void reply(question))
process.on('disconnect', () => process.exit())

async function reply(question: Question) {
  try {
    const answer: Answer =
      'before' in question
        ? { hunks: compare(question.before, question.after) }
        : { tokens: await highlight(question.text, question.language) }
    process.send!(answer)
  } catch (error) {
    process.send!({ failure: (error as Error).stack ?? String(error) } satisfies Answer)
  }
}
