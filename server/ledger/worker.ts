import { alarm } from '../alarm.ts'
import { ledgerFindings } from '../metrics/registry.ts'
import type { Parts } from '../parts.ts'
import { keepCheck } from './check-queries.ts'
import { ledgerFaults } from './service.ts'

/** Checks the ledger at the start and once an hour, and keeps what was found; whoever watches the logs hears of what is wrong. */
export async function workLedger({ db, jobs }: Pick<Parts, 'db' | 'jobs'>) {
  await jobs.work('check-ledger', async () => {
    const faults = await ledgerFaults(db)
    const kinds = Object.entries(faults)
    for (const [kind, { length }] of kinds) ledgerFindings.set({ kind }, length)
    await keepCheck(db, faults)
    if (kinds.some(([, { length }]) => length > 0)) alarm('The ledger is not in order', faults)
  })
  await jobs.enqueue(db, 'check-ledger', {})
  await jobs.repeat('check-ledger', '17 * * * *')
}
