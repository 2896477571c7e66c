import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { separateEnvironment } from '../../../platform/isolated.ts'
import type { ProjectFile } from '../files/sources.ts'
import type { Checked } from './check.ts'

/** What the process is sent: each file, then that there are no more. */
export type Question = { file: ProjectFile } | { isAll: true }

/** What it answers. */
export type Answer = { checked: Checked } | { failure: string }

/**
 * Checks files in a process of its own, which knows none of our secrets and is ended when it takes longer than 60 s or
 * more than 320 MB: then the answer is undefined. Throws when a rule breaks, and what reading the files throws.
 */
export async function checkApart(
  files: AsyncIterable<ProjectFile>,
  { seconds = 60 }: { seconds?: number } = {},
): Promise<Checked | undefined> {
  const child = fork(join(import.meta.dirname, 'check-process.ts'), {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=320'],
    env: separateEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
  })
  const answer = answerOf(child)
  try {
    await Promise.race([sendFiles(child, files), answer])
    const answered = await answer
    if (answered && 'failure' in answered) throw new Error(`A rule broke: ${answered.failure}`)
    return answered?.checked
  } finally {
    child.kill('SIGKILL')
  }
}

/** Waits until each file has left, so that one at a time is in memory here. */
async function sendFiles(child: ChildProcess, files: AsyncIterable<ProjectFile>) {
  const send = promisify<Question, void>((question, done) => child.send(question, done))
  for await (const file of files) {
    if (!child.connected) return
    await send({ file }).catch(ended)
  }
  if (child.connected) await send({ isAll: true }).catch(ended)
}

/** A process that has ended says so in its answer. */
const ended = () => undefined

function answerOf(child: ChildProcess): Promise<Answer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>()
  child.once('message', (answer: Answer) => resolve(answer))
  child.once('error', reject)
  // Out of time (a signal) or out of memory (V8 aborts). One that never began is a fault of ours.
  child.once('exit', (code, signal) =>
    signal || code === 134
      ? resolve(undefined)
      : reject(new Error(`The process of a check ended with ${code}`)),
  )
  return promise
}
