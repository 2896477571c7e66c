import type { Connection, Database } from '../../platform/database/connection.ts'
import { allowLongStatements } from './check-queries.ts'
import {
  entriesOfHold,
  entriesOfPayout,
  entriesOfSale,
  misheld,
  mispaid,
  misposted,
  misreturned,
  post,
  unbalanced,
  unposted,
} from './posting-queries.ts'
import { accounts, type Entries, reversed, saleOf, type Shares, type Sold } from './shares.ts'

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

interface Disputed {
  disputeId: string
  orderId: string
}

/** Freezes what owner and referrer earned by an order, once for each dispute: it is on their accounts no more. */
export async function postDisputeHold(trx: Connection, { disputeId, orderId }: Disputed) {
  const sold = await entriesOfSale(trx, orderId)
  const credits = sold.filter(({ account, amountPaise }) => account.startsWith('member:') && amountPaise > 0)
  const total = credits.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  const debits = credits.map(({ account, amountPaise }) => [account, -amountPaise])
  const entries = { ...Object.fromEntries(debits), [accounts.disputesHeld]: total } as Entries
  await post(trx, 'dispute_hold', { disputeId, orderId }, entries)
}

/** Gives back what a dispute froze of an order, once. */
export async function postDisputeRelease(trx: Connection, { disputeId, orderId }: Disputed) {
  const held = await entriesOfHold(trx, disputeId, orderId)
  const entries = held.map(({ account, amountPaise }) => [account, -amountPaise])
  await post(trx, 'dispute_release', { disputeId, orderId }, Object.fromEntries(entries) as Entries)
}

/** Posts what a bank took in a dispute and no sale or due refund answers for: the platform bears it. */
export const postDisputeLoss = (
  trx: Connection,
  { disputeId, gateway, amountPaise }: { disputeId: string; gateway: string; amountPaise: number },
) =>
  post(
    trx,
    'dispute_loss',
    { disputeId },
    { [accounts.clearing(gateway)]: amountPaise, [accounts.disputesLost]: -amountPaise },
  )

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

/** The first moment of a financial year in India, April to March, named by the year it begins in. */
export const beginOfYear = (year: number) => new Date(`${year}-04-01T00:00:00+05:30`)

/** The financial year that a moment lies in. */
export function yearOf(time: Date): number {
  const year = time.getUTCFullYear()
  return time < beginOfYear(year) ? year - 1 : year
}

/** Its first moment, and that of the next one. */
export function financialYear(time: Date): [Date, Date] {
  const year = yearOf(time)
  return [beginOfYear(year), beginOfYear(year + 1)]
}
