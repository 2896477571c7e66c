import { setPriority } from 'node:os'

import type { Outcome, Work } from './encode.ts'
import { reencode, RefusedImage } from './reencode.ts'

/** A process of its own for one image: asked once, it answers once and ends, and all its memory with it. */
process.once('message', async (work: Work) => {
  // Whoever waits for a page goes before whoever waits for a picture.
  setPriority(10)
  const outcome = await outcomeOf(work)
  // Whoever asked may have given up meanwhile.
  if (process.connected) process.send!(outcome, () => process.connected && process.disconnect())
})

async function outcomeOf({ original, name, form }: Work): Promise<Outcome> {
  try {
    return { made: await reencode(Buffer.from(original), name, form) }
  } catch (error) {
    if (error instanceof RefusedImage) return { refused: { code: error.code, message: error.message } }
    return { failure: String(error) }
  }
}
