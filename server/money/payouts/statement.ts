import { rupeesOf } from '#contract/kit/amounts.ts'
import { csv, isoDay } from '#contract/kit/format.ts'
import type { Movement } from '#contract/money/payouts.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { movementsOf, sumOfAccounts } from '../ledger/queries.ts'
import { accountsOf } from './balance.ts'
import { toMovement } from './presenter.ts'

const maxLines = 20_000

/** All movements of a member's accounts as CSV, oldest first, in rupees, with the balance after each. */
export async function statementCsv(connection: Connection, memberId: string): Promise<string> {
  const own = accountsOf(memberId)
  const newest = await movementsOf(connection, own, maxLines)
  let paise = await sumOfAccounts(connection, own)
  const lines = newest.map((row) => {
    const balance = paise
    paise -= row.amountPaise
    const { happenedAt, kind, number, title, amount } = toMovement(row)
    return [
      isoDay(happenedAt),
      movementLabels[kind],
      number,
      title ?? '',
      { rupees: amount },
      { rupees: rupeesOf(balance) },
    ]
  })
  return csv([['Date', 'What', 'Number', 'Project', 'Rupees', 'Balance'], ...lines.toReversed()])
}

const movementLabels: Record<Movement['kind'], string> = {
  sale: 'Sale',
  commission: 'Commission',
  refund: 'Sale refunded',
  commission_refund: 'Commission taken back',
  payout: 'Payout',
  payout_returned: 'Payout back on the balance',
  debt_repaid: 'Paid back to us',
  disputed: 'Frozen, payment disputed',
  dispute_ended: 'Free again, dispute over',
}
