import { ProblemError } from '#contract/problem.ts'

import { threadRunner } from '../../platform/isolated.ts'
import { Limiter } from '../../platform/overload/limiter.ts'
import type { drawn, Paper } from './pdf/layout.ts'

/** Each takes a processor for some tenths of a second; who would wait longer than a browser does is shed. */
const drawing = new Limiter({ slots: 2, maxQueued: 40, maxWait: 9000 })

/** A paper as a PDF, drawn beside the event loop. Throws unavailable when too many are being drawn. */
export async function draw(paper: Paper): Promise<Buffer> {
  const release = await drawing.take()
  if (!release)
    throw new ProblemError('unavailable', 'Too many invoices are being drawn. Please try again in a moment.')
  try {
    const pdf = await drawInThread(paper)
    if (!pdf) throw new Error('A paper took too long or too much memory to draw')
    return Buffer.from(pdf)
  } finally {
    release()
  }
}

/** Fifty lines of Hindi on a busy machine are done in time. */
const drawInThread = threadRunner<typeof drawn>(
  { file: new URL('./pdf/layout.ts', import.meta.url), name: 'drawn' },
  { seconds: 20, memory: 128 },
)
