import type { Parts } from '../parts.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { followDisputes, reconcileDisputes } from './disputes/service.ts'
import { mailNewRelease } from './downloads/new-release.ts'
import { followRecalls } from './recalls/notify.ts'
import { returnMoney } from './refunds/return-money.ts'
import { askWhetherItRan } from './run-answers/service.ts'
import { reconcilePayments } from './settle/reconcile.ts'
import { checkGateways } from './stranded.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'reconcile-payments': object
    'return-money': object
    'check-gateways': object
    'follow-disputes': object
    'ask-whether-it-ran': object
    'follow-recalls': object
    'mail-new-release': { releaseId: string }
  }
}

/** Looks for payments whose events were lost, for money to return, and for what waits for a gateway that is gone. */
export const orderJobs = (parts: Parts): Job[] => [
  { name: 'reconcile-payments', cron: '* * * * *', atStart: true, handler: () => reconcilePayments(parts) },
  { name: 'return-money', cron: '* * * * *', atStart: true, handler: () => returnMoney(parts) },
  { name: 'check-gateways', cron: '27 * * * *', atStart: true, handler: () => checkGateways(parts) },
]

/** Asks the gateway for disputes whose webhooks were lost, and looks whether payments have come to be known that are disputed already. */
export const disputeJobs = (parts: Parts): Job[] => [
  {
    name: 'follow-disputes',
    cron: '* * * * *',
    handler: async () => {
      await followDisputes(parts)
      await reconcileDisputes(parts)
    },
  },
]

/** Asks buyers whether it ran. */
export const runAnswerJobs = (parts: Parts): Job[] => [
  { name: 'ask-whether-it-ran', cron: '23 * * * *', handler: () => askWhetherItRan(parts) },
]

/** Tells buyers of recalled releases; those too whose payment arrived after the recall. */
export const recallJobs = (parts: Parts): Job[] => [
  { name: 'follow-recalls', cron: '* * * * *', handler: () => followRecalls(parts) },
]

/** Mails buyers about new releases when they are approved. */
export const downloadJobs = (parts: Parts): Job[] => [
  { name: 'mail-new-release', handler: ({ releaseId }) => mailNewRelease(parts, releaseId) },
]
