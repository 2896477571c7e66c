import type { Dependencies } from '../../dependencies.ts'
import { countAttempt, type RateLimit, returnAttempt } from '../../platform/rate-limits/rate-limits.ts'

/** Counts an attempt while work is done, and takes it back when the work fails. */
export async function counting<Result>(
  { db }: Dependencies,
  limit: RateLimit,
  work: () => Promise<Result>,
): Promise<Result> {
  await countAttempt(db, limit)
  try {
    return await work()
  } catch (error) {
    await returnAttempt(db, limit)
    throw error
  }
}
