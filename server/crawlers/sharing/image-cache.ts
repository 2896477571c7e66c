import { LRUCache } from 'lru-cache'

import { Limiter } from '../../overload/limiter.ts'
import { SingleFlight } from '../../overload/single-flight.ts'

/**
 * Caches drawn images, up to so many bytes, the least recently used going first. One is drawn at a time and at most
 * `maxQueued` wait; beyond that it throws unavailable, so that nobody can keep the machine busy with drawing.
 */
export function imageCache({ bytes, maxQueued }: { bytes: number; maxQueued: number }) {
  const images = new LRUCache<string, Buffer>({ maxSize: bytes, sizeCalculation: ({ length }) => length })
  const drawings = new SingleFlight<Buffer>()
  const slot = new Limiter({ slots: 1, maxQueued })

  return async (name: string, draw: () => Promise<Buffer>): Promise<Buffer> =>
    images.get(name) ??
    drawings.run(name, async () => {
      const image = await slot.run(draw)
      images.set(name, image)
      return image
    })
}
