import type { Parts } from '../parts.ts'
import { followDisputes, reconcileDisputes } from './disputes/service.ts'
import { mailNewRelease } from './downloads/new-release.ts'
import { followRecalls } from './recalls/notify.ts'
import { returnMoney } from './refunds/return-money.ts'
import { askWhetherItRan } from './run-answers/service.ts'
import { reconcilePayments } from './settle/reconcile.ts'
import { checkGateways } from './stranded.ts'

/** Runs the orders' background jobs: at the start and every minute the reconciliation of payments whose events were lost and the return of money; at the start and every hour the check for money that waits for a former gateway. */
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

/** Runs the disputes' job every minute: it applies disputes whose payments have become known, and asks the gateways for disputes whose webhooks were lost. */
export async function workDisputes(parts: Parts) {
  await parts.jobs.work('follow-disputes', async () => {
    await followDisputes(parts)
    await reconcileDisputes(parts)
  })
  await parts.jobs.repeat('follow-disputes', '* * * * *')
}

/** Asks buyers every hour whether what they bought ran. */
export async function workRunAnswers(parts: Parts): Promise<void> {
  await parts.jobs.work('ask-whether-it-ran', () => askWhetherItRan(parts))
  await parts.jobs.repeat('ask-whether-it-ran', '23 * * * *')
}

/** Notifies buyers of recalled releases on demand, and every minute those whose payment arrived after the recall. */
export async function workRecalls(parts: Parts): Promise<void> {
  await parts.jobs.work('follow-recalls', () => followRecalls(parts))
  await parts.jobs.repeat('follow-recalls', '* * * * *')
}

/** Mails buyers about new releases when they are approved. */
export async function workDownloads(parts: Parts): Promise<void> {
  await parts.jobs.work('mail-new-release', ({ releaseId }) => mailNewRelease(parts, releaseId))
}
