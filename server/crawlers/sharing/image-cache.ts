import { LRUCache } from 'lru-cache'

import { ProblemError } from '#contract/kit/problem.ts'

/**
 * Caches drawn images, up to so many bytes, the least recently used going first. One is drawn at a time and at most
 * `maxWaiting` wait; beyond that it throws unavailable, so that nobody can keep the machine busy with drawing.
 */
export function imageCache({ bytes, maxWaiting }: { bytes: number; maxWaiting: number }) {
  const images = new LRUCache<string, Buffer>({ maxSize: bytes, sizeCalculation: ({ length }) => length })
  const underway = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()

  return async function cached(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const known = images.get(name) ?? underway.get(name)
    if (known) return known
    if (underway.size > maxWaiting)
      throw new ProblemError('unavailable', 'Too much is being drawn; try again in a moment')
    const drawing = last.then(draw)
    last = drawing.catch(() => {})
    underway.set(name, drawing)
    try {
      const image = await drawing
      images.set(name, image)
      return image
    } finally {
      underway.delete(name)
    }
  }
}
