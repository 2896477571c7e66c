import type { Dependencies } from '../dependencies.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { applyDisputes, reconcileDisputes } from './disputes/service.ts'
import { mailNewRelease } from './downloads/new-release.ts'
import { followHelp } from './help/follow.ts'
import { processRecalls } from './recalls/notify.ts'
import { sendRefunds } from './returns/send.ts'
import { askWhetherItRan } from './run-answers/service.ts'
import { deleteOverInvitations } from './seats/queries.ts'
import { reconcilePayments } from './settle/reconcile.ts'
import { checkGateways } from './unreachable-gateways.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'reconcile-payments': object
    'return-money': object
    'check-gateways': object
    'follow-disputes': object
    'ask-whether-it-ran': object
    'follow-help': object
    'follow-recalls': object
    'delete-invitations': object
    'mail-new-release': { releaseId: string }
  }
}

/**
 * The jobs that reconcile payments whose events were lost, return money, and check for money that waits for a former
 * gateway.
 */
export const orderJobs = (dependencies: Dependencies): Job[] => [
  {
    name: 'reconcile-payments',
    cron: '* * * * *',
    atStart: true,
    handler: () => reconcilePayments(dependencies),
  },
  { name: 'return-money', cron: '* * * * *', atStart: true, handler: () => sendRefunds(dependencies) },
  { name: 'check-gateways', cron: '27 * * * *', atStart: true, handler: () => checkGateways(dependencies) },
]

/**
 * The job that applies disputes whose payments have become known, and asks the gateways for disputes whose webhooks
 * were lost.
 */
export const disputeJobs = (dependencies: Dependencies): Job[] => [
  {
    name: 'follow-disputes',
    cron: '* * * * *',
    handler: async () => {
      await applyDisputes(dependencies)
      await reconcileDisputes(dependencies)
    },
  },
]

/** The job that asks buyers whether what they bought ran. */
export const runAnswerJobs = (dependencies: Dependencies): Job[] => [
  { name: 'ask-whether-it-ran', cron: '23 * * * *', handler: () => askWhetherItRan(dependencies) },
]

/** The hourly job that does what time asks of help requests, at the start too: refund days must not run out meanwhile. */
export const helpJobs = (dependencies: Dependencies): Job[] => [
  { name: 'follow-help', cron: '11 * * * *', atStart: true, handler: () => followHelp(dependencies) },
]

/** The job that deletes invitations to seats that nobody accepted in time. */
export const seatJobs = (dependencies: Dependencies): Job[] => [
  { name: 'delete-invitations', cron: '41 * * * *', handler: () => deleteOverInvitations(dependencies.db) },
]

/** The job that notifies buyers of recalled releases, including those whose payment arrived after the recall. */
export const recallJobs = (dependencies: Dependencies): Job[] => [
  { name: 'follow-recalls', cron: '* * * * *', handler: () => processRecalls(dependencies) },
]

/** The job that mails buyers about newly approved releases. */
export const downloadJobs = (dependencies: Dependencies): Job[] => [
  { name: 'mail-new-release', handler: ({ releaseId }) => mailNewRelease(dependencies, releaseId) },
]
