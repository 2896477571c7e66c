import type { Connection } from '../database/connection.ts'
import { accounts } from './accounts.ts'
import type { Entries } from './entries.ts'
import { entriesOfPayout } from './payout-queries.ts'
import { post } from './queries.ts'

/** Takes a payout off a member's accounts, once; `debits` in paise by account. It is due to be sent. */
export async function postPayout(trx: Connection, payoutId: string, debits: Entries) {
  const total = Object.values(debits).reduce((sum, paise) => sum + paise, 0)
  const entries = Object.fromEntries(Object.entries(debits).map(([account, paise]) => [account, -paise]))
  await post(trx, 'payout', { payoutId }, { ...entries, [accounts.payoutsDue]: total })
}

/** Puts a payout that is not sent back on the accounts that it was taken from, once. */
export async function postPayoutReversal(trx: Connection, payoutId: string) {
  const debited = await entriesOfPayout(trx, payoutId)
  const entries = debited.map(({ account, amountPaise }) => [account, -amountPaise])
  await post(trx, 'payout_reversal', { payoutId }, Object.fromEntries(entries) as Entries)
}

/** Posts that a payout was sent, once. `disbursement` names the way it went. */
export const postDisbursement = (
  trx: Connection,
  { payoutId, disbursement, amountPaise }: { payoutId: string; disbursement: string; amountPaise: number },
) =>
  post(
    trx,
    'disbursement',
    { payoutId },
    { [accounts.payoutsDue]: -amountPaise, [accounts.clearing(disbursement)]: amountPaise },
  )
