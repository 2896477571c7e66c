import { fork } from 'node:child_process'

import { type Problem, ProblemError } from '#contract/kit/problem.ts'

import { tooSlow } from './inspect.ts'
import type { Reencoded } from './reencode.ts'
import type { ImageForm } from './variants.ts'

/** What the process is asked. */
export interface Work {
  original: Uint8Array
  name: string
  form: ImageForm
}

/** What it answers. */
export type Outcome = { made: Reencoded } | { problem: Problem } | { failure: string }

/**
 * Reencodes an image in a process of its own, which knows none of our secrets, gives all its memory back, and is ended
 * when it takes longer than 30 s. Throws as `reencode` does.
 */
export function reencodeApart(work: Work): Promise<Reencoded> {
  const child = fork(new URL('./encode-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    env: { MALLOC_ARENA_MAX: '2' },
    timeout: 30_000,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    child.once('message', (outcome: Outcome) => {
      if ('made' in outcome) resolve(withBuffers(outcome.made))
      else if ('problem' in outcome) reject(new ProblemError(outcome.problem.code, outcome.problem.message))
      else reject(new Error(outcome.failure))
    })
    child.on('error', reject)
    // Ended for its time or its memory, or by a decoder that broke: a picture saved in another way is welcome.
    child.once('exit', (code, signal) =>
      reject(signal ? tooSlow(work.name) : new Error(`The process of an image ended with ${code}`)),
    )
    child.send(work)
  })
}

const withBuffers = ({ files, ...rest }: Reencoded): Reencoded => ({
  ...rest,
  files: files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })),
})
