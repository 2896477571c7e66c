import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

import { ProblemError } from '#contract/problem.ts'
import type { Hunk } from '#contract/projects/source.ts'

import { separateEnvironment } from '../../platform/isolated.ts'
import { Limiter } from '../../platform/overload/limiter.ts'

/** What the process is asked: what the pieces of a text are, or what changed between two. */
export type Question = { text: string; language: string } | { before: string; after: string }

/** What it answers. */
export type Answer = { tokens: number[][] | undefined } | { hunks: Hunk[] | undefined } | { failure: string }

/** Milliseconds: for one answer, for the first one, which waits for the process to begin, and after the last one. */
const times = { answer: 3000, first: 15_000, idle: 60_000 }

/**
 * What the pieces of a text are, from a process of its own: it knows none of our secrets, answers one question at a time,
 * and is ended when an answer takes longer than 3 s or more than 256 MB; then, and without a grammar, the answer is undefined.
 * Throws unavailable when too many wait.
 */
export async function tokensOf(text: string, language: string): Promise<number[][] | undefined> {
  const answer = await ask({ text, language })
  return answer && 'tokens' in answer ? answer.tokens : undefined
}

/** What changed between two texts, from the same process; undefined when that is too much. Throws unavailable when too many wait. */
export async function hunksBetween(before: string, after: string): Promise<Hunk[] | undefined> {
  const answer = await ask({ before, after })
  return answer && 'hunks' in answer ? answer.hunks : undefined
}

const slot = new Limiter({ slots: 1, maxQueued: 30, maxWait: 8000 })

async function ask(question: Question): Promise<Answer | undefined> {
  const release = await slot.take()
  if (!release)
    throw new ProblemError('unavailable', 'Too many files are being read. Please try again in a moment.')
  try {
    const answer = await answerTo(question)
    if (answer && 'failure' in answer) throw new Error(`Reading a file broke: ${answer.failure}`)
    return answer
  } finally {
    release()
  }
}

let child: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined

function answerTo(question: Question): Promise<Answer | undefined> {
  clearTimeout(idle)
  const isFirst = child === undefined
  const asked = (child ??= begin())
  const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>()
  const late = setTimeout(() => asked.kill('SIGKILL'), isFirst ? times.first : times.answer)
  asked.once('message', (answer: Answer) => resolve(answer))
  asked.once('error', reject)
  asked.once('exit', () => resolve(undefined))
  asked.send(question, (error) => error && resolve(undefined))
  return promise.finally(() => {
    clearTimeout(late)
    asked.removeAllListeners()
    if (asked.exitCode !== null || asked.signalCode !== null || !asked.connected) child = undefined
    else idle = setTimeout(end, times.idle).unref()
  })
}

function begin(): ChildProcess {
  const begun = fork(join(import.meta.dirname, 'reading-process.ts'), {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=256'],
    env: separateEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // It does not keep the server from ending, and ends with it.
  begun.unref()
  begun.channel?.unref()
  return begun
}

function end() {
  child?.kill('SIGKILL')
  child = undefined
}
