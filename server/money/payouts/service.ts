import { v7 as uuid } from 'uuid'

import { paiseOf, rupeesOf } from '#contract/kit/amounts.ts'
import type { ReplyFields } from '#contract/kit/endpoint.ts'
import { csv, inRupees, isoDay } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'
import type { Destination } from '#contract/money/destination.ts'
import type { Balance, Movement, OwnPayout, payouts } from '#contract/money/payouts.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import type { Connection, Database } from '../../platform/database/connection.ts'
import { signedOut } from '../../platform/sessions/access-token.ts'
import { movementsOf, sumOfAccounts } from '../ledger/queries.ts'
import { postWriteOff } from '../ledger/service.ts'
import { accounts, type Entries } from '../ledger/shares.ts'
import { lockPayouts } from '../lookup-queries.ts'
import { deleteTaxIds } from '../withholding/queries.ts'
import { accountsOf, balanceInPaise } from './balance.ts'
import { encryptDestination, markDestination, maskDestination } from './destination.ts'
import { toBalance, toHeld, toMovement, toOwnPayout } from './presenter.ts'
import { eraseEndedDestinations, insertPayout, movePayout, payoutById, payoutsOf } from './queries.ts'
import { disbursement } from './staff/bank-file.ts'

/** A member's balance in rupees. */
export const balanceOf = async (connection: Connection, memberId: string): Promise<Balance> =>
  toBalance(await balanceInPaise(connection, memberId))

/** A member's balance and a page of their payouts. */
export async function payoutsOfMember(
  connection: Connection,
  memberId: string,
  window: PageWindow,
): Promise<ReplyFields<typeof payouts.mine>> {
  const [now, { rows, pagination }] = await Promise.all([
    balanceInPaise(connection, memberId),
    payoutsOf(connection, memberId, window),
  ])
  return {
    balance: toBalance(now),
    held: toHeld(now),
    payouts: rows.map(toOwnPayout),
    pagination,
  }
}

const maxStatementLines = 20_000

/** All movements of a member's accounts as CSV, oldest first, in rupees, with the balance after each. */
export async function statementCsv(connection: Connection, memberId: string): Promise<string> {
  const own = accountsOf(memberId)
  const newest = await movementsOf(connection, own, maxStatementLines)
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

/**
 * Requests a payout of an amount in rupees, or of the whole payable balance. Throws conflict when the amount exceeds
 * the payable balance or is less than the smallest payout. Simultaneous requests never exceed the balance together.
 */
export const requestPayout = (
  { db, secret }: { db: Database; secret: string },
  memberId: string,
  { amount, destination }: { amount?: number | undefined; destination: Destination },
): Promise<OwnPayout> =>
  db.transaction().execute(async (trx) => {
    await lockPayouts(trx, memberId)
    const member = await memberById(trx, memberId)
    if (!member || member.deactivatedAt) throw signedOut()
    const { payable } = await balanceInPaise(trx, memberId)
    const amountPaise = amount === undefined ? payable : paiseOf(amount)
    if (amountPaise > payable || amountPaise < paiseOf(limits.payoutMin)) throw notPayable(payable)
    const id = uuid()
    const row = await insertPayout(trx, {
      id,
      memberId,
      amountPaise,
      method: destination.method,
      destination: encryptDestination(secret, id, destination),
      masked: maskDestination(destination),
      destinationMark: markDestination(secret, destination),
      disbursement,
    })
    return toOwnPayout(row)
  })

/** Cancels a member's payout. Throws not_found for another member's, conflict once it was approved or has ended. */
export const cancelPayout = (db: Database, memberId: string, id: string): Promise<OwnPayout> =>
  db.transaction().execute(async (trx) => {
    await lockPayouts(trx, memberId)
    const payout = await payoutById(trx, id)
    if (payout?.memberId !== memberId) throw new ProblemError('not_found', 'Payout not found')
    const moved = await movePayout(trx, id, 'cancelled', 'member')
    if (!moved)
      throw new ProblemError(
        'conflict',
        'This payout can no longer be cancelled. Reload the page to see why.',
      )
    return toOwnPayout(moved)
  })

/**
 * Returns what we owe a member in paise besides their open payouts (0 when they owe us), and the sum of those payouts.
 */
export async function owedBesidesPayouts(connection: Connection, memberId: string) {
  const { available, held, requested, approved } = await balanceInPaise(connection, memberId)
  const all = [...available.values(), ...held.map(({ paise }) => paise)]
  const owed = all.reduce((sum, paise) => sum + paise, 0)
  return { owed: Math.max(0, owed - requested), inPayouts: requested + approved }
}

/** The amount in paise by which a member's balance is below zero; what open disputes freeze is no debt. */
export async function debtOf(connection: Connection, memberId: string): Promise<number> {
  const { available, frozen } = await balanceInPaise(connection, memberId)
  return Math.max(0, -frozen - [...available.values()].reduce((sum, paise) => sum + paise, 0))
}

function notPayable(payable: number): ProblemError {
  const message =
    payable < paiseOf(limits.payoutMin)
      ? `A payout is ${inRupees(limits.payoutMin)} or more, and you can be paid ${inRupees(rupeesOf(Math.max(0, payable)))} now.`
      : `You can be paid ${inRupees(rupeesOf(payable))} now.`
  return fieldProblem('amount', message, 'conflict')
}

/** Erases the PAN, the GSTIN and the destinations of ended payouts of a member, who must be locked. */
export async function erasePayoutsOf(trx: Connection, memberId: string): Promise<void> {
  await deleteTaxIds(trx, memberId)
  await eraseEndedDestinations(trx, memberId)
}

/**
 * Writes off, in the transaction that refunds an order, what the refund took from members who have deleted their
 * accounts beyond what they had left: they cannot give it back, so the platform bears it. The caller holds the locks of
 * their payouts.
 */
export async function writeOffDebts(
  trx: Connection,
  { orderId, ownerId, referrerId }: { orderId: string; ownerId: string; referrerId: string | null },
): Promise<void> {
  const debts: Entries = {}
  const referrers =
    referrerId && referrerId !== ownerId ? [[referrerId, accounts.commission(referrerId)]] : []
  for (const [memberId, account] of [[ownerId, accounts.owner(ownerId)], ...referrers] as [
    string,
    string,
  ][]) {
    const debt = await debtOfClosed(trx, memberId)
    if (debt > 0) debts[account] = debt
  }
  if (Object.keys(debts).length > 0) await postWriteOff(trx, orderId, debts)
}

/** The amount in paise by which all that a deleted account ever had is below zero; 0 for an account that exists. */
async function debtOfClosed(trx: Connection, memberId: string): Promise<number> {
  const member = await memberById(trx, memberId)
  if (!member?.erasedAt) return 0
  const { available, held, frozen } = await balanceInPaise(trx, memberId)
  const parts = [...available.values(), ...held.map(({ paise }) => paise), frozen]
  return Math.max(0, -parts.reduce((sum, paise) => sum + paise, 0))
}
