import type { Dependencies } from '../dependencies.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { logAlert, ledgerFindings } from '../platform/metrics.ts'
import { saveCheck, saveFailedCheck } from './ledger/check-queries.ts'
import { checkLedger } from './ledger/service.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'check-ledger': object
  }
}

/** The job that checks the ledger and saves the result, with faults and failed checks logged as alerts. */
export const moneyJobs = (dependencies: Dependencies): Job[] => [
  {
    name: 'check-ledger',
    cron: '17 * * * *',
    atStart: true,
    handler: () => check(dependencies.db),
  },
]

async function check(db: Dependencies['db']) {
  const faults = await checkLedger(db).catch((error: Error) => error)
  ledgerFindings.set({ kind: 'unchecked' }, faults instanceof Error ? 1 : 0)
  if (faults instanceof Error) {
    logAlert('The ledger could not be checked', { reason: faults.message })
    return saveFailedCheck(db, faults.message)
  }
  const kinds = Object.entries(faults)
  for (const [kind, { length }] of kinds) ledgerFindings.set({ kind }, length)
  await saveCheck(db, faults)
  if (kinds.some(([, { length }]) => length > 0)) logAlert('The ledger is not in order', faults)
}
