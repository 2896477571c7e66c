import type { Parts } from '../parts.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { alarm, ledgerFindings } from '../platform/metrics.ts'
import { keepCheck, keepFailedCheck } from './ledger/check-queries.ts'
import { proveLedger } from './ledger/service.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'check-ledger': object
  }
}

/** The job that checks the ledger and saves the result; faults and failed checks are logged as alerts. */
export const moneyJobs = ({ db }: Pick<Parts, 'db'>): Job[] => [
  {
    name: 'check-ledger',
    cron: '17 * * * *',
    atStart: true,
    handler: () => check(db),
    // Longer than the timeouts of all checks together; the default is 15 minutes.
    queue: { expireInSeconds: 2700 },
  },
]

async function check(db: Parts['db']) {
  const faults = await proveLedger(db).catch((error: Error) => error)
  ledgerFindings.set({ kind: 'unchecked' }, faults instanceof Error ? 1 : 0)
  if (faults instanceof Error) {
    alarm('The ledger could not be checked', { reason: faults.message })
    return keepFailedCheck(db, faults.message)
  }
  const kinds = Object.entries(faults)
  for (const [kind, { length }] of kinds) ledgerFindings.set({ kind }, length)
  await keepCheck(db, faults)
  if (kinds.some(([, { length }]) => length > 0)) alarm('The ledger is not in order', faults)
}
