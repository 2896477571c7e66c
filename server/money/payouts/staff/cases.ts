import type { ReplyFields } from '#contract/kit/endpoint.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type {
  PayoutAction,
  PayoutCase,
  PayoutResult,
  payouts,
  PayoutStatus,
} from '#contract/money/payouts.ts'

import { memberById } from '../../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { StaffCaller } from '../../../platform/http/caller.ts'
import { actionsAbout } from '../../../staff/audit/service.ts'
import { mayActAlone } from '../../../staff/second-person.ts'
import { staffName } from '../../../staff/service.ts'
import { movementsOf } from '../../ledger/queries.ts'
import { membersWithDestination } from '../../lookup-queries.ts'
import { accountsOf, balanceInPaise } from '../balance.ts'
import { filesOf } from '../file-queries.ts'
import { fileNumberOf, numberOf, toBalance, toCounts, toMovement, toStaffPayout } from '../presenter.ts'
import { payoutById, payoutCounts, payoutByNumber, type PayoutRow, payoutsWithStatus } from '../queries.ts'
import { movePayoutByStaff, markPayoutPaid, returnPayout, sendAgain } from './moves.ts'

const maxMovements = 50
const maxMembers = 10

/** A page of the payouts in one status as a member of staff sees them, and the counts of all statuses. */
export async function payoutsInState(
  connection: Connection,
  staff: StaffCaller,
  { status, ...window }: PageWindow & { status: PayoutStatus },
): Promise<ReplyFields<typeof payouts.cases>> {
  const [{ rows, pagination }, counts] = await Promise.all([
    payoutsWithStatus(connection, status, window),
    payoutCounts(connection),
  ])
  const cases = await Promise.all(rows.map((row) => forStaff(connection, staff, row)))
  return { payouts: cases, counts: toCounts(counts), pagination }
}

/** A payout with the balance, movements and actions that staff need to decide. Throws not_found. */
export async function payoutCase(
  connection: Connection,
  staff: StaffCaller,
  id: string,
): Promise<PayoutCase> {
  const row = await payoutById(connection, id)
  if (!row) throw new ProblemError('not_found', 'Payout not found')
  const [payout, now, movements, sameDestination, files, actions] = await Promise.all([
    forStaff(connection, staff, row),
    balanceInPaise(connection, row.memberId),
    movementsOf(connection, accountsOf(row.memberId), maxMovements),
    membersWithDestination(connection, id, maxMembers),
    filesOf(connection, id),
    actionsAbout(connection, `payout ${id}`),
  ])
  return {
    ...payout,
    balance: toBalance(now),
    movements: movements.map(toMovement),
    sameDestination,
    files: files.map(({ number, madeAt, isAgain }) => ({
      number: fileNumberOf(number),
      madeAt: madeAt.toISOString(),
      isAgain,
    })),
    actions,
  }
}

/**
 * Approves, holds, declines, returns or sends again each of these payouts in a transaction of its own, and returns the
 * result of each.
 */
export async function actOnPayouts(
  dependencies: Dependencies,
  staff: StaffCaller,
  { ids, action, note }: { ids: string[]; action: PayoutAction; note: string },
): Promise<PayoutResult[]> {
  const results: PayoutResult[] = []
  for (const id of new Set(ids)) {
    const known = await payoutById(dependencies.db, id)
    const number = known ? numberOf(known.number) : id
    const move = async () => {
      if (action === 'return') return returnLabel(await returnPayout(dependencies, staff, id, note))
      if (action === 'again') return againLabel(await sendAgain(dependencies, staff, id, note))
      await movePayoutByStaff(dependencies, staff, id, { action, note })
      return doneLabels[action]
    }
    results.push(await resultOf(number, move))
  }
  return results
}

/** Marks each of these payouts as paid with its reference, and returns the result of each. */
export async function markPayoutsPaid(
  dependencies: Dependencies,
  staff: StaffCaller,
  payments: { number: string; reference: string }[],
): Promise<PayoutResult[]> {
  const results: PayoutResult[] = []
  for (const { number, reference } of payments) {
    const settle = async () => {
      const known = await payoutByNumber(dependencies.db, Number(number.slice(2)))
      if (!known) throw new ProblemError('not_found', 'There is no such payout.')
      await markPayoutPaid(dependencies, staff, known.id, reference)
      return 'Paid'
    }
    results.push(await resultOf(number, settle))
  }
  return results
}

const doneLabels = { approve: 'Approved', hold: 'On hold', decline: 'Declined' }

const returnLabel = ({ status }: PayoutRow) =>
  status === 'returned' ? 'Returned by the bank' : 'Reported. Another member of staff confirms it'

const againLabel = ({ againConfirmedAt }: PayoutRow) =>
  againConfirmedAt ? 'In the next file, marked as sent again' : 'Asked. Another member of staff confirms it'

/** The result for one payout; `work` returns the message about what was done. */
async function resultOf(number: string, work: () => Promise<string>): Promise<PayoutResult> {
  try {
    return { number, done: true, message: await work() }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return { number, done: false, message: error.message }
  }
}

async function forStaff(connection: Connection, staff: StaffCaller, row: PayoutRow) {
  const { approvedBy, memberId, returnReportedBy, returnReportedAt, returnNote, endedAt } = row
  const { againBy, againNote, againConfirmedAt } = row
  const isOwn = row.status === 'approved' && approvedBy === staff.id
  return toStaffPayout(row, (await memberById(connection, memberId))!, {
    approvedBy: approvedBy && (await staffName(connection, approvedBy)),
    needsSecondPerson: isOwn && !(await mayActAlone(connection, staff, 'sendPayout')),
    returnReport:
      returnReportedBy && returnReportedAt && !endedAt
        ? {
            by: await staffName(connection, returnReportedBy),
            at: returnReportedAt.toISOString(),
            note: returnNote ?? '',
            isOwn: returnReportedBy === staff.id,
          }
        : null,
    again:
      againBy && !endedAt
        ? {
            by: await staffName(connection, againBy),
            note: againNote ?? '',
            isOwn: againBy === staff.id,
            isConfirmed: againConfirmedAt !== null,
          }
        : null,
    maySendAgain: againBy !== staff.id || (await mayActAlone(connection, staff, 'sendPayoutAgain')),
    mayReturn: returnReportedBy !== staff.id || (await mayActAlone(connection, staff, 'returnPayout')),
  })
}
