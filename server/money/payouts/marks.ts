import type { Dependencies } from '../../dependencies.ts'
import { decryptDestination, markDestination } from './destination.ts'
import { payoutsWithoutMark, saveMark } from './queries.ts'

const batchSize = 500

/**
 * Marks the destinations of payouts from before there were marks. One that cannot be decrypted any more gets a mark of
 * its own.
 */
export async function markOlderDestinations({ db, secret }: Dependencies): Promise<void> {
  for (;;) {
    const payouts = await payoutsWithoutMark(db, batchSize)
    for (const { id, destination } of payouts) await saveMark(db, id, markOf(secret, id, destination))
    if (payouts.length < batchSize) return
  }
}

function markOf(secret: string, id: string, encrypted: string): string {
  try {
    return markDestination(secret, decryptDestination(secret, id, encrypted))
  } catch {
    return `unreadable ${id}`
  }
}
