import type { Parts } from '../parts.ts'
import { reconcilePayments } from './reconcile/service.ts'
import { returnMoney } from './refunds/service.ts'
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
