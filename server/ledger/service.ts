import type { Connection } from '../database/connection.ts'
import { accounts } from './accounts.ts'
import { mispaid } from './payout-queries.ts'
import { entriesOfSale, misposted, misreturned, post, unbalanced, unposted } from './queries.ts'
import { sharesOf } from './rounding.ts'

export { earnedByProject, earnedBy, owedTo, recentCredits } from './earned-queries.ts'
export { heldFor, movementsOf, type Part, standingOf } from './payable-queries.ts'
export { postDisbursement, postPayout, postPayoutReversal } from './payouts.ts'
export { accounts, sharesOf }

interface Sold {
  orderId: string
  gateway: string
  amountPaise: number
  ownerId: string
  referrerId: string | null
}

/** Posts a completed order, once: a second posting of the same order fails. A free order is posted without entries. */
export async function postSale(
  trx: Connection,
  { orderId, gateway, amountPaise, ownerId, referrerId }: Sold,
) {
  const shares = sharesOf(amountPaise, { referred: referrerId !== null })
  await post(
    trx,
    'sale',
    { orderId },
    {
      [accounts.clearing(gateway)]: -amountPaise,
      [accounts.owner(ownerId)]: shares.owner,
      ...(referrerId && { [accounts.commission(referrerId)]: shares.referrer }),
      [accounts.fees]: shares.platform,
    },
  )
}

/** Posts money that was captured for an order that is not delivered, because its buyer owned the thing already. */
export const postOverpayment = (
  trx: Connection,
  { orderId, gateway, amountPaise }: Omit<Sold, 'ownerId' | 'referrerId'>,
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
  const entries = sold.map(({ account, amountPaise }) => [
    account.startsWith('clearing:') ? accounts.refundsDue : account,
    -amountPaise,
  ])
  await post(trx, 'refund', { orderId }, Object.fromEntries(entries) as Record<string, number>)
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
 * its price asks for, and every refund is taken back and returned as a whole, and every payout has exactly its postings. At most a hundred findings of each kind, with the ids of what they are about.
 */
export const ledgerFaults = async (connection: Connection) => ({
  unbalanced: await unbalanced(connection),
  unposted: await unposted(connection),
  misposted: await misposted(connection),
  misreturned: await misreturned(connection),
  mispaid: await mispaid(connection),
})
