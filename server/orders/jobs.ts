import type { Parts } from '../parts.ts'
import { followDisputes, reconcileDisputes } from './disputes/service.ts'
import { mailNewRelease } from './downloads/new-release.ts'
import { followRecalls } from './recalls/notify.ts'
import { returnMoney } from './refunds/return-money.ts'
import { askWhetherItRan } from './run-answers/service.ts'
import { reconcilePayments } from './settle/reconcile.ts'
import { checkGateways } from './stranded.ts'

/** Does the orders' background work: at the start and every minute it looks for payments whose events were lost, and for money to return; every hour for what waits for a gateway that is gone. */
export async function workOrders(parts: Parts) {
  await parts.jobs.work('reconcile-payments', () => reconcilePayments(parts))
  await parts.jobs.enqueue(parts.db, 'reconcile-payments', {})
  await parts.jobs.repeat('reconcile-payments', '* * * * *')
  await parts.jobs.work('return-money', () => returnMoney(parts))
  await parts.jobs.enqueue(parts.db, 'return-money', {})
  await parts.jobs.repeat('return-money', '* * * * *')
  await parts.jobs.work('check-gateways', () => checkGateways(parts))
  await parts.jobs.enqueue(parts.db, 'check-gateways', {})
  await parts.jobs.repeat('check-gateways', '27 * * * *')
}

/** Every minute it asks the gateway for disputes whose webhooks were lost, and looks whether payments have come to be known that are disputed already. */
export async function workDisputes(parts: Parts) {
  await parts.jobs.work('follow-disputes', async () => {
    await followDisputes(parts)
    await reconcileDisputes(parts)
  })
  await parts.jobs.repeat('follow-disputes', '* * * * *')
}

/** Asks buyers whether it ran, every hour. */
export async function workRunAnswers(parts: Parts): Promise<void> {
  await parts.jobs.work('ask-whether-it-ran', () => askWhetherItRan(parts))
  await parts.jobs.repeat('ask-whether-it-ran', '23 * * * *')
}

/** Tells buyers of recalled releases; every minute those too whose payment arrived after the recall. */
export async function workRecalls(parts: Parts): Promise<void> {
  await parts.jobs.work('follow-recalls', () => followRecalls(parts))
  await parts.jobs.repeat('follow-recalls', '* * * * *')
}

/** Mails buyers about new releases when they are approved. */
export async function workDownloads(parts: Parts): Promise<void> {
  await parts.jobs.work('mail-new-release', ({ releaseId }) => mailNewRelease(parts, releaseId))
}
