import type { Connection, Database } from '../database/connection.ts'
import { accounts } from './accounts.ts'
import { allowLongStatements } from './check-queries.ts'
import { misheld } from './dispute-queries.ts'
import { reversed, saleOf, sharedPrice, type Sold } from './entries.ts'
import { mispaid } from './payout-queries.ts'
import { entriesOfSale, misposted, misreturned, post, unbalanced, unposted } from './queries.ts'
import { noRates, type Rates, type Shares } from './rounding.ts'

export { type LastCheck, lastLedgerCheck, ledgerHash } from './check-queries.ts'
export { postDisputeHold, postDisputeLoss, postDisputeRelease } from './disputes.ts'
export { earnedByProject, earnedBy, owedTo, ownersShares, recentCredits } from './earned-queries.ts'
export { movementsOf, type Part, standingOf } from './payable-queries.ts'
export { postDisbursement, postPayout, postPayoutReversal } from './payouts.ts'
export { beginOfYear, financialYear, yearOf } from './statement/financial-year.ts'
export { firstSaleOf, paidOutOf, soldIn, statementOf, type StatementRow } from './statement/queries.ts'
export { accounts, noRates, type Rates, sharedPrice, type Shares }

/**
 * Posts a completed order, once, with the rates that it holds; a second posting of the same order fails. A free order is
 * posted without entries. Answers who got what.
 */
export async function postSale(trx: Connection, { orderId, ...sold }: Sold): Promise<Shares> {
  const { entries, shares } = saleOf(sold)
  await post(trx, 'sale', { orderId }, entries, sold.rates)
  return shares
}

/** Posts money that was captured for an order that is not delivered, because its buyer owned the thing already. */
export const postOverpayment = (
  trx: Connection,
  { orderId, gateway, amountPaise }: Pick<Sold, 'orderId' | 'gateway' | 'amountPaise'>,
) =>
  post(
    trx,
    'overpayment',
    { orderId },
    {
      [accounts.clearing(gateway)]: -amountPaise,
      [accounts.refundsDue]: amountPaise,
    },
  )

/**
 * Takes an order's sale back from everybody who earned by it, once; its price is due to the buyer. Who has been paid out
 * already owes it from now on: their account falls below zero and later sales fill it.
 */
export async function postRefund(trx: Connection, orderId: string) {
  const sold = await entriesOfSale(trx, orderId)
  const sale = Object.fromEntries(sold.map(({ account, amountPaise }) => [account, amountPaise]))
  await post(trx, 'refund', { orderId }, reversed(sale))
}

interface Returned {
  refundId: string
  gateway: string
  amountPaise: number
}

/** Posts a payment that was captured a second time. */
export const postDuplicate = (trx: Connection, { refundId, gateway, amountPaise }: Returned) =>
  post(
    trx,
    'duplicate',
    { refundId },
    {
      [accounts.clearing(gateway)]: -amountPaise,
      [accounts.refundsDue]: amountPaise,
    },
  )

/** Posts that the gateway has returned what was due. */
export const postRepayment = (trx: Connection, { refundId, gateway, amountPaise }: Returned) =>
  post(
    trx,
    'repayment',
    { refundId },
    {
      [accounts.refundsDue]: -amountPaise,
      [accounts.clearing(gateway)]: amountPaise,
    },
  )

/**
 * What is wrong with the ledger; nothing, as long as all sums are zero, every delivered order has exactly the one sale that
 * its price, discount and rates ask for, every refund is taken back and returned as a whole, and every payout
 * and every dispute has exactly its postings. At most a hundred findings of each kind, with the ids of what they are about.
 */
export const ledgerFaults = async (connection: Connection) => ({
  unbalanced: await unbalanced(connection),
  unposted: await unposted(connection),
  misposted: await misposted(connection),
  misreturned: await misreturned(connection),
  mispaid: await mispaid(connection),
  misheld: await misheld(connection),
})

/** Each of the six proofs may take so many seconds: they read all that was ever posted. */
const maxProofSeconds = 300

/** What is wrong with the ledger, proved in a transaction of its own without the limit that the statements of visitors have. */
export const proveLedger = (db: Database): ReturnType<typeof ledgerFaults> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await allowLongStatements(trx, maxProofSeconds)
      return ledgerFaults(trx)
    })
