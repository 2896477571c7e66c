import type { Parts } from '../parts.ts'
import { alarm, ledgerFindings } from '../platform/metrics.ts'
import { keepCheck, keepFailedCheck } from './ledger/check-queries.ts'
import { proveLedger } from './ledger/service.ts'

type CheckParts = Pick<Parts, 'db' | 'jobs'>

/** Checks the ledger at the start and once an hour, and saves the result; faults and failed checks are logged as alerts. */
export async function workLedger({ db, jobs }: CheckParts) {
  await jobs.work('check-ledger', () => check(db))
  await jobs.enqueue(db, 'check-ledger', {})
  await jobs.repeat('check-ledger', '17 * * * *')
}

async function check(db: CheckParts['db']) {
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
