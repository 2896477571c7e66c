import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import { ProblemError } from '#contract/problem.ts'

import { separateEnvironment } from '../../platform/isolated.ts'
import { Limiter } from '../../platform/overload/limiter.ts'
import type { Paper } from './pdf/layout.ts'

/** Milliseconds that a paper may take, fifty lines of Hindi on a busy machine included, and megabytes. */
const max = { time: 20_000, memory: 128 }
/** Each takes a processor for some tenths of a second; who would wait longer than a browser does is shed. */
const drawing = new Limiter({ slots: 2, maxQueued: 40, maxWait: 9000 })

/** A paper as a PDF, drawn beside the event loop. Throws unavailable when too many are being drawn. */
export async function draw(paper: Paper): Promise<Buffer> {
  const release = await drawing.take()
  if (!release)
    throw new ProblemError('unavailable', 'Too many invoices are being drawn. Please try again in a moment.')
  const thread = new Worker(join(import.meta.dirname, 'pdf/draw-thread.ts'), {
    workerData: paper,
    env: separateEnvironment(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: max.memory, maxYoungGenerationSizeMb: 16 },
  })
  try {
    return Buffer.from(await answerOf(thread))
  } finally {
    release()
    await thread.terminate()
  }
}

function answerOf(thread: Worker): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const timer = setTimeout(() => reject(new Error('A paper took too long to draw')), max.time)
  thread.on('message', resolve)
  thread.on('error', reject)
  return promise.finally(() => clearTimeout(timer))
}
