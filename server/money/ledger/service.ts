import type { Connection, Database } from '../../platform/database/connection.ts'
import { allowLongStatements, findOverreturned } from './check-queries.ts'
import {
  entriesOfHold,
  entriesOfPayout,
  entriesOfSale,
  findMisheld,
  findOverspent,
  findMispaid,
  findMisposted,
  findMisreturned,
  post,
  findUnbalanced,
  findUnfunded,
  findUnposted,
  openHold,
} from './posting-queries.ts'
import { accounts, type Entries, reverseEntries, saleOf, type Shares, type Sold } from './shares.ts'

/**
 * Posts a completed order, once, with its rates; a second posting of the same order fails. A free order is posted
 * without entries. Returns the shares in paise.
 */
export async function postSale(trx: Connection, { orderId, ...sold }: Sold): Promise<Shares> {
  const { entries, shares } = saleOf(sold)
  await post(trx, 'sale', { orderId }, entries, sold.rates)
  return shares
}

/** Posts money that was captured for an order that is not delivered and goes back. */
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
 * Reverses an order's sale on all accounts, once; its price becomes due to the buyer. The account of an earner who was
 * paid out already falls below zero, and later sales fill it.
 */
export async function postRefund(trx: Connection, orderId: string) {
  const sold = await entriesOfSale(trx, orderId)
  const sale = Object.fromEntries(sold.map(({ account, amountPaise }) => [account, amountPaise]))
  await post(trx, 'refund', { orderId }, reverseEntries(sale))
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

interface Moved {
  paymentId: string
  gateway: string
  amountPaise: number
}

/** Posts captured money that waits for staff, because it is not what was asked for. */
export const postHold = (trx: Connection, { paymentId, gateway, amountPaise }: Moved) =>
  post(
    trx,
    'hold',
    { paymentId },
    { [accounts.clearing(gateway)]: -amountPaise, [accounts.held]: amountPaise },
  )

/** Reverses postHold, so that the same money can be posted as what it was for. */
export const postRelease = (trx: Connection, { paymentId, gateway, amountPaise }: Moved) =>
  post(
    trx,
    'release',
    { paymentId },
    { [accounts.clearing(gateway)]: amountPaise, [accounts.held]: -amountPaise },
  )

/** Posts money that was returned on the gateway's own pages; what it was returned for is not decided by this. */
export const postGatewayRefund = (trx: Connection, { paymentId, gateway, amountPaise }: Moved) =>
  post(
    trx,
    'gateway_refund',
    { paymentId },
    { [accounts.clearing(gateway)]: amountPaise, [accounts.held]: -amountPaise },
  )

/** Posts money that a payer's bank took in a dispute; what it took it for is not decided by this. */
export const postChargeback = (trx: Connection, { paymentId, gateway, amountPaise }: Moved) =>
  post(
    trx,
    'chargeback',
    { paymentId },
    { [accounts.clearing(gateway)]: amountPaise, [accounts.held]: -amountPaise },
  )

/** Posts what went back of a payment beyond what came of it as lost; a negative amount takes it back. */
export const postExcess = (trx: Connection, { paymentId, amountPaise }: Omit<Moved, 'gateway'>) =>
  post(trx, 'excess', { paymentId }, { [accounts.held]: amountPaise, [accounts.disputesLost]: -amountPaise })

/** Posts that a due refund was carried out on the gateway's own pages, or by the payer's bank. */
export const postCover = (trx: Connection, { paymentId, amountPaise }: Omit<Moved, 'gateway'>) =>
  post(trx, 'cover', { paymentId }, { [accounts.held]: amountPaise, [accounts.refundsDue]: -amountPaise })

/**
 * Posts what a payment brought beyond its orders (negative: short of them) as ours, in paise, and what went back of it
 * without an order being taken back (`givenUpPaise`).
 */
export const postDifference = (
  trx: Connection,
  { paymentId, gateway, amountPaise, givenUpPaise }: Moved & { givenUpPaise: number },
) =>
  post(
    trx,
    'difference',
    { paymentId },
    {
      [accounts.clearing(gateway)]: -amountPaise,
      [accounts.held]: givenUpPaise,
      [accounts.differences]: amountPaise - givenUpPaise,
    },
  )

/**
 * Posts the part of an order's price that cannot be returned to its payer, because less came or it came back already.
 */
export const postRefundDifference = (
  trx: Connection,
  { orderId, amountPaise }: { orderId: string; amountPaise: number },
) =>
  post(
    trx,
    'refund_difference',
    { orderId },
    { [accounts.refundsDue]: -amountPaise, [accounts.differences]: amountPaise },
  )

/** Posts that the gateway has returned the amount that was due. */
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
 * Checks the ledger and returns the ids of its faults, at most a hundred of each kind. There are none as long as every
 * transaction sums to zero, every delivered order has exactly one sale that follows from its price, discount and rates,
 * every refund is reversed and returned in full, every payment holds exactly what its gateway captured and did not
 * return by itself, every payout and every dispute has exactly its postings, and no coupon at our expense took off more
 * than it may, no more is payable than was paid in or knowingly given, and no more of a capture went back than came of
 * it.
 */
export const ledgerFaults = async (connection: Connection) => ({
  unbalanced: await findUnbalanced(connection),
  unposted: await findUnposted(connection),
  misposted: await findMisposted(connection),
  misreturned: await findMisreturned(connection),
  mispaid: await findMispaid(connection),
  misheld: await findMisheld(connection),
  overspent: await findOverspent(connection),
  unfunded: await findUnfunded(connection),
  overreturned: await findOverreturned(connection),
})

/** The timeout of each of the nine checks: they read every posting. */
const maxCheckSeconds = 300

/** Checks the ledger in a read-only transaction of its own, with a longer statement timeout than requests have. */
export const checkLedger = (db: Database): ReturnType<typeof ledgerFaults> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await allowLongStatements(trx, maxCheckSeconds)
      return ledgerFaults(trx)
    })

interface Disputed {
  disputeId: string
  orderId: string
}

/**
 * Freezes what owner and referrer earned by an order: debits their accounts. Returns false, and posts nothing, while
 * another dispute has frozen it.
 */
export async function postDisputeHold(trx: Connection, { disputeId, orderId }: Disputed): Promise<boolean> {
  if (await openHold(trx, orderId)) return false
  const sold = await entriesOfSale(trx, orderId)
  const credits = sold.filter(({ account, amountPaise }) => account.startsWith('member:') && amountPaise > 0)
  const total = credits.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  const debits = credits.map(({ account, amountPaise }) => [account, -amountPaise])
  const entries = { ...Object.fromEntries(debits), [accounts.disputesHeld]: total } as Entries
  await post(trx, 'dispute_hold', { disputeId, orderId }, entries)
  return true
}

/** Releases the credits of an order that a dispute has frozen, once. */
export async function postDisputeRelease(trx: Connection, orderId: string): Promise<void> {
  const disputeId = await openHold(trx, orderId)
  if (!disputeId) return
  const held = await entriesOfHold(trx, disputeId, orderId)
  const entries = held.map(({ account, amountPaise }) => [account, -amountPaise])
  await post(trx, 'dispute_release', { disputeId, orderId }, Object.fromEntries(entries) as Entries)
}

/**
 * Posts that the platform bears what a refund took from accounts of members who have deleted theirs; `debts` in paise
 * by account.
 */
export async function postWriteOff(trx: Connection, orderId: string, debts: Entries): Promise<void> {
  const total = Object.values(debts).reduce((sum, paise) => sum + paise, 0)
  await post(trx, 'write_off', { orderId }, { ...debts, [accounts.closedAccounts]: -total })
}

/**
 * Posts that a member repaid what their accounts were below zero; `credits` in paise by account, `received` the method.
 */
export async function postDebtRepayment(
  trx: Connection,
  debtRepaymentId: string,
  received: string,
  credits: Entries,
): Promise<void> {
  const total = Object.values(credits).reduce((sum, paise) => sum + paise, 0)
  await post(
    trx,
    'debt_repayment',
    { debtRepaymentId },
    { ...credits, [accounts.clearing(received)]: -total },
  )
}

/** Debits a payout from a member's accounts, once; `debits` in paise by account. The payout becomes due. */
export async function postPayout(trx: Connection, payoutId: string, debits: Entries) {
  const total = Object.values(debits).reduce((sum, paise) => sum + paise, 0)
  const entries = Object.fromEntries(Object.entries(debits).map(([account, paise]) => [account, -paise]))
  await post(trx, 'payout', { payoutId }, { ...entries, [accounts.payoutsDue]: total })
}

/** Credits a payout that is not sent back to the accounts from which it was debited, once. */
export async function postPayoutReversal(trx: Connection, payoutId: string) {
  const debited = await entriesOfPayout(trx, payoutId)
  const entries = debited.map(({ account, amountPaise }) => [account, -amountPaise])
  await post(trx, 'payout_reversal', { payoutId }, Object.fromEntries(entries) as Entries)
}

/** Posts that a payout was sent, once. `disbursement` names the method of sending. */
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

/** The start of a financial year in India (April to March), named by the year in which it begins. */
export const startOfFinancialYear = (year: number) => new Date(`${year}-04-01T00:00:00+05:30`)

/** The financial year in India that contains a time. */
export function financialYearOf(time: Date): number {
  const year = time.getUTCFullYear()
  return time < startOfFinancialYear(year) ? year - 1 : year
}

/** The start of the financial year that contains a time, and the start of the next one. */
export function financialYearPeriod(time: Date): [Date, Date] {
  const year = financialYearOf(time)
  return [startOfFinancialYear(year), startOfFinancialYear(year + 1)]
}
