import { v7 as uuid } from 'uuid'

import { paiseOf, rupeesOf } from '#contract/kit/amounts.ts'
import type { ReplyFields } from '#contract/kit/endpoint.ts'
import { inRupees } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'
import type { Balance, Destination, OwnPayout, payouts } from '#contract/money/payouts.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import type { Connection, Database } from '../../platform/database/connection.ts'
import { signedOut } from '../../platform/sessions/access-token.ts'
import { lockPayouts } from '../lookup-queries.ts'
import { deleteTaxIds } from '../withholding/queries.ts'
import { balanceInPaise } from './balance.ts'
import { encryptDestination, markDestination, maskDestination } from './destination.ts'
import { toBalance, toHeld, toOwnPayout } from './presenter.ts'
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
