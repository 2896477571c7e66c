import type { Parts } from '../parts.ts'
import { reconcileDisputes } from './reconcile.ts'
import { followDisputes } from './service.ts'

/** Every minute it asks the gateway for disputes whose webhooks were lost, and looks whether payments have come to be known that are disputed already. */
export async function workDisputes(parts: Parts) {
  await parts.jobs.work('follow-disputes', async () => {
    await followDisputes(parts)
    await reconcileDisputes(parts)
  })
  await parts.jobs.repeat('follow-disputes', '* * * * *')
}
