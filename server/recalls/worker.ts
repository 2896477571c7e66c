import type { Parts } from '../parts.ts'
import { followRecalls } from './follow.ts'

/** Tells buyers of recalled releases; every minute those too whose payment arrived after the recall. */
export async function workRecalls(parts: Parts): Promise<void> {
  await parts.jobs.work('follow-recalls', () => followRecalls(parts))
  await parts.jobs.repeat('follow-recalls', '* * * * *')
}
