import { rupeesOf } from '#contract/kit/amounts.ts'
import { inRupees } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { PayoutAction } from '#contract/money/payouts.ts'
import { formerMemberName } from '#server/accounts/short-name.ts'

import { memberById } from '../../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { StaffCaller } from '../../../platform/http/caller.ts'
import { recordAudit } from '../../../staff/audit/service.ts'
import { completeOrBegin, requirePeople } from '../../../staff/second-person.ts'
import { postDisbursement, postPayout, postPayoutReversal } from '../../ledger/service.ts'
import { lockPayouts } from '../../lookup-queries.ts'
import { debitsOf, balanceInPaise } from '../balance.ts'
import { mailPayout } from '../emails.ts'
import { mayMove, numberOf, statusAfter } from '../presenter.ts'
import {
  eraseEndedDestinations,
  isReferenceTaken,
  movePayout,
  payoutById,
  type PayoutRow,
  recordReturnReport,
} from '../queries.ts'

/**
 * Approves, holds or declines one payout, in one transaction with its postings, the audit record and the email to the
 * member. Throws not_found, and conflict when its status does not allow it or the balance has fallen below its amount.
 */
export const movePayoutByStaff = (
  dependencies: Dependencies,
  staff: StaffCaller,
  id: string,
  { action, note }: { action: Exclude<PayoutAction, 'return'>; note: string },
): Promise<PayoutRow> =>
  dependencies.db.transaction().execute(async (trx) => {
    const before = await lockedPayout(trx, id)
    const changes = action === 'approve' ? { note: null, approvedBy: staff.id } : { note }
    const after = await movePayout(trx, id, statusAfter[action], 'staff', changes)
    if (!after) throw await cannotMove(trx, id)
    if (action === 'approve' && !before.approvedAt) await debitBalance(trx, after)
    if (action === 'decline' && before.approvedAt) await postPayoutReversal(trx, id)
    await finish(dependencies, trx, staff, `${action} payout`, before, after)
    return after
  })

/**
 * Records that the bank returned a payout that was in a file for it: the first member of staff reports it, another one
 * confirms it, and the amount is back on the member's balance, in one transaction with the audit record and the email.
 * While nobody else can sign in the report is enough. Throws not_found; not_allowed for who reported it; and conflict
 * for a payout that the bank does not have.
 */
export const returnPayout = (
  dependencies: Dependencies,
  staff: StaffCaller,
  id: string,
  note: string,
): Promise<PayoutRow> =>
  dependencies.db.transaction().execute(async (trx) => {
    const before = await lockedPayout(trx, id)
    if (!mayMove(before, 'returned', 'staff')) throw await cannotMove(trx, id)
    const firstId = before.returnReportedBy
    const mark = await completeOrBegin(trx, staff, 'returnPayout', { firstId, refusal: reportedByYou })
    if (!mark) {
      const reported = await recordReturnReport(trx, id, { by: staff.id, note })
      await recordAudit(trx, {
        staff,
        action: 'report payout returned',
        about: `payout ${id}`,
        name: numberOf(before.number),
        after: { note },
      })
      return reported
    }
    const after = await movePayout(trx, id, 'returned', 'staff', { note })
    if (!after) throw await cannotMove(trx, id)
    await postPayoutReversal(trx, id)
    await finish(dependencies, trx, staff, 'return payout', before, after, mark)
    return after
  })

/** The reason why a payout cannot be moved now. */
async function cannotMove(trx: Connection, id: string): Promise<ProblemError> {
  const { status, exportedAt, endedAt } = (await payoutById(trx, id))!
  if (exportedAt && !endedAt)
    return new ProblemError(
      'conflict',
      'It is in a file for the bank, which may have sent it. It ends as paid, or as returned by the bank.',
    )
  return new ProblemError('conflict', `It is ${statusLabels[status]} by now.`)
}

/**
 * Marks a payout as paid, once, with the reference by which it was sent; no other code does this. A repetition with the
 * same reference changes nothing. Throws not_found; not_allowed for whoever approved it; and conflict for a different
 * reference, for one that another payout has, and for a payout that is not approved.
 */
export const markPayoutPaid = (
  dependencies: Dependencies,
  staff: StaffCaller,
  id: string,
  reference: string,
): Promise<PayoutRow> =>
  dependencies.db.transaction().execute(async (trx) => {
    const before = await lockedPayout(trx, id)
    if (before.status === 'paid' && before.reference === reference) return before
    if (await isReferenceTaken(trx, before, reference))
      throw new ProblemError('conflict', `Another payout has the reference ${reference}.`)
    const after = await movePayout(trx, id, 'paid', 'staff', { reference, note: null })
    if (!after) throw new ProblemError('conflict', `It is ${statusLabels[before.status]}, not approved.`)
    const step = { firstId: before.approvedBy, refusal: approvedByYou }
    const mark = await requirePeople(trx, staff, 'sendPayout', step)
    await postDisbursement(trx, { payoutId: id, ...after })
    await finish(dependencies, trx, staff, 'pay payout', before, after, mark)
    return after
  })

async function lockedPayout(trx: Connection, id: string): Promise<PayoutRow> {
  const known = await payoutById(trx, id)
  if (!known) throw new ProblemError('not_found', 'Payout not found')
  await lockPayouts(trx, known.memberId)
  return (await payoutById(trx, id))!
}

async function debitBalance(trx: Connection, payout: PayoutRow): Promise<void> {
  const now = await balanceInPaise(trx, payout.memberId)
  const available = [...now.available.values()].reduce((sum, paise) => sum + paise, 0)
  if (payout.amountPaise > available)
    throw new ProblemError(
      'conflict',
      `The member’s balance has fallen to ${inRupees(rupeesOf(available))} since. Hold or decline it.`,
    )
  await postPayout(trx, payout.id, debitsOf(now, payout.amountPaise))
}

async function finish(
  dependencies: Dependencies,
  trx: Connection,
  staff: StaffCaller,
  action: string,
  before: PayoutRow,
  after: PayoutRow,
  mark: { isAlone?: boolean } = {},
): Promise<void> {
  await recordAudit(trx, {
    staff,
    action,
    about: `payout ${after.id}`,
    name: numberOf(after.number),
    before: { status: before.status },
    after: { status: after.status, note: after.note, reference: after.reference },
    ...mark,
  })
  await mailPayout(dependencies, trx, after)
  // The details of a member who deleted their account were kept only to pay them.
  const member = await memberById(trx, after.memberId)
  if (after.endedAt && member?.deactivatedAt && member.name === formerMemberName)
    await eraseEndedDestinations(trx, after.memberId)
}

const reportedByYou = 'You reported it. Another member of staff confirms that the bank returned it.'
const approvedByYou = 'You approved it. Another member of staff marks it as paid.'

const statusLabels: Record<string, string> = {
  requested: 'requested',
  approved: 'approved',
  on_hold: 'on hold',
  paid: 'paid',
  returned: 'returned by the bank',
  declined: 'declined',
  cancelled: 'cancelled by the member',
}
