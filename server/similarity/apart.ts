import { Worker } from 'node:worker_threads'

import { separateEnvironment } from '../separate-environment.ts'
import { sourcePath } from '../source-path.ts'
import type { Fingerprints } from './winnow.ts'

/** Makes fingerprints beside the event loop; undefined when it takes longer than 30 s or more than 256 MB. Throws when the code breaks. */
export async function fingerprintApart(
  texts: { path: string; text: string }[],
  { seconds = 30 }: { seconds?: number } = {},
): Promise<Fingerprints | undefined> {
  const worker = new Worker(sourcePath('server/similarity/fingerprint-thread.ts'), {
    workerData: texts,
    env: separateEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Fingerprints | undefined>()
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(undefined) : reject(error),
  )
  const late = setTimeout(() => resolve(undefined), seconds * 1000)
  try {
    return await promise
  } finally {
    clearTimeout(late)
    await worker.terminate()
  }
}
