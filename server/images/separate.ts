import { fork } from 'node:child_process'

import { ProblemError } from '#contract/kit/problem.ts'

import { separateEnvironment } from '../separate-environment.ts'
import { sourcePath } from '../source-path.ts'
import { isStillImage } from './headers.ts'
import { notAnImage, type RefusedImage, tooSlow } from './inspect.ts'
import type { Reencoded } from './reencode.ts'
import type { ImageForm } from './variants.ts'

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
export async function reencodeApart(work: Work): Promise<Reencoded> {
  // What is none by its first bytes is not worth a process.
  if (!isStillImage(work.original)) throw problemOf(notAnImage())
  const child = fork(sourcePath('server/images/encode-process.ts'), {
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
