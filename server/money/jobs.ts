import type { Dependencies } from '../dependencies.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { logAlert, ledgerFindings } from '../platform/metrics.ts'
import { saveCheck, saveFailedCheck } from './ledger/check-queries.ts'
import { checkLedger } from './ledger/service.ts'
import { decryptDestination, markDestination } from './payouts/destination.ts'
import { payoutsWithoutMark, saveMark } from './payouts/queries.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    'check-ledger': object
    'mark-destinations': object
  }
}

/**
 * The jobs that check the ledger and save the result, with faults and failed checks logged as alerts, and that mark the
 * destinations of older payouts.
 */
export const moneyJobs = (dependencies: Dependencies): Job[] => [
  {
    name: 'check-ledger',
    cron: '17 * * * *',
    atStart: true,
    handler: () => check(dependencies.db),
  },
  {
    name: 'mark-destinations',
    cron: '41 3 * * *',
    atStart: true,
    handler: () => markOlderDestinations(dependencies),
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

const batchSize = 500

/**
 * Marks the destinations of payouts from before there were marks. One that cannot be decrypted any more gets a mark of
 * its own.
 */
async function markOlderDestinations({ db, secret }: Dependencies): Promise<void> {
  for (;;) {
    const payouts = await payoutsWithoutMark(db, batchSize)
    for (const { id, destination } of payouts) await saveMark(db, id, markOf(secret, id, destination))
    if (payouts.length < batchSize) return
  }
}

function markOf(secret: string, id: string, encrypted: string): string {
  try {
    return markDestination(secret, decryptDestination(secret, id, encrypted))
  } catch {
    return `unreadable ${id}`
  }
}
