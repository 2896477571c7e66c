import type { Parts } from '../parts.ts'
import { followDisputes } from './service.ts'

/** Every minute it looks whether payments have come to be known that are disputed already. */
export async function workDisputes(parts: Parts) {
  await parts.jobs.work('follow-disputes', () => followDisputes(parts))
  await parts.jobs.repeat('follow-disputes', '* * * * *')
}
