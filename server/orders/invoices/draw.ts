import { ProblemError } from '#contract/kit/problem.ts'

import { threadRunner } from '../../platform/isolated.ts'
import { Limiter } from '../../platform/overload/limiter.ts'
import type { drawn, PrintedDocument } from './pdf/layout.ts'

/**
 * Limits the drawing, which keeps a processor busy; callers who would wait longer than the timeout of a browser are
 * shed.
 */
const drawing = new Limiter({ slots: 2, maxQueued: 40, maxWait: 9000 })

/** Draws a document as a PDF in a thread. Throws unavailable when too many are being drawn. */
export async function draw(document: PrintedDocument): Promise<Buffer> {
  const release = await drawing.take()
  if (!release)
    throw new ProblemError('unavailable', 'Too many invoices are being drawn. Please try again in a moment.')
  try {
    const pdf = await drawInThread(document)
    if (!pdf) throw new Error('A paper took too long or too much memory to draw')
    return Buffer.from(pdf)
  } finally {
    release()
  }
}

/** Draws in a thread. The limits (seconds, MB) suffice for fifty lines of Hindi on a busy machine. */
const drawInThread = threadRunner<typeof drawn>(
  { file: new URL('./pdf/layout.ts', import.meta.url), name: 'drawn' },
  { seconds: 20, memory: 128 },
)
