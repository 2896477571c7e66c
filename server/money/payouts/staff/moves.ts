import { rupeesOf } from '#contract/kit/amounts.ts'
import { inRupees } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { PayoutAction, PayoutStatus } from '#contract/money/payouts.ts'
import { formerMemberName } from '#server/accounts/short-name.ts'

import { memberById } from '../../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { StaffCaller } from '../../../platform/http/caller.ts'
import { decideCase } from '../../../staff/decide-case.ts'
import { postDisbursement, postPayout, postPayoutReversal } from '../../ledger/service.ts'
import { lockPayouts } from '../../lookup-queries.ts'
import { debitsOf, balanceInPaise } from '../balance.ts'
import { mailPayout } from '../emails.ts'
import { againConflict, mayMovePayout, numberOf, statusAfter } from '../presenter.ts'
import {
  confirmAgain,
  eraseEndedDestinations,
  isReferenceTaken,
  lockPayout,
  movePayout,
  payoutById,
  type PayoutRow,
  recordAgain,
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
  { action, note }: { action: Exclude<PayoutAction, 'return' | 'again'>; note: string },
): Promise<PayoutRow> =>
  dependencies.db.transaction().execute(async (trx) => {
    const before = await lockedPayout(trx, id)
    return decideCase(trx, staff, {
      ...caseOf(before, statusAfter[action]),
      action: `${action} payout`,
      carryOut: async () => {
        const changes = action === 'approve' ? { note: null, approvedBy: staff.id } : { note }
        const after = (await movePayout(trx, id, statusAfter[action], 'staff', changes))!
        if (action === 'approve' && !before.approvedAt) await debitBalance(trx, after)
        if (action === 'decline' && before.approvedAt) await postPayoutReversal(trx, id)
        return finish(dependencies, trx, before, after)
      },
    })
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
    return decideCase(trx, staff, {
      ...caseOf(before, 'returned'),
      action: 'return payout',
      people: {
        act: 'returnPayout',
        firstId: before.returnReportedBy,
        refusal: 'You reported it. Another member of staff confirms that the bank returned it.',
        begin: {
          action: 'report payout returned',
          after: { note },
          save: () => recordReturnReport(trx, id, { by: staff.id, note }),
        },
      },
      carryOut: async () => {
        const after = (await movePayout(trx, id, 'returned', 'staff', { note }))!
        await postPayoutReversal(trx, id)
        return finish(dependencies, trx, before, after)
      },
    })
  })

/**
 * Puts a payout that is in a file for the bank into the next one too: the first member of staff says why, and another
 * one confirms it. While nobody else can sign in, one is enough. Throws not_found; not_allowed for who said it first;
 * and conflict for a payout that is in no file, is reported as returned, or is in the next file already.
 */
export const sendAgain = (
  dependencies: Dependencies,
  staff: StaffCaller,
  id: string,
  note: string,
): Promise<PayoutRow> =>
  dependencies.db.transaction().execute(async (trx) => {
    const before = await lockedPayout(trx, id)
    return decideCase(trx, staff, {
      ...caseOf(before, 'approved'),
      conflict: againConflict(before),
      action: 'send payout again',
      people: {
        act: 'sendPayoutAgain',
        firstId: before.againBy,
        refusal: 'You asked for it. Another member of staff confirms that the bank has to get it again.',
        begin: {
          action: 'ask to send payout again',
          after: { note },
          save: () => recordAgain(trx, id, { by: staff.id, note }),
        },
      },
      carryOut: async () => ({
        after: { note },
        result: await confirmAgain(trx, id, { by: staff.id, note }),
      }),
    })
  })

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
    return decideCase(trx, staff, {
      ...caseOf(before, 'paid'),
      conflict: before.status !== 'approved' && `It is ${statusLabels[before.status]}, not approved.`,
      action: 'pay payout',
      people: {
        act: 'sendPayout',
        firstId: before.approvedBy,
        refusal: 'You approved it. Another member of staff marks it as paid.',
      },
      carryOut: async () => {
        const after = (await movePayout(trx, id, 'paid', 'staff', { reference, note: null }))!
        await postDisbursement(trx, { payoutId: id, ...after })
        return finish(dependencies, trx, before, after)
      },
    })
  })

/** What decides about each move of a payout, and why one cannot be made. */
const caseOf = (payout: PayoutRow, to: PayoutStatus) => ({
  about: `payout ${payout.id}` as const,
  name: numberOf(payout.number),
  conflict:
    !mayMovePayout(payout, to, 'staff') &&
    (payout.exportedAt && !payout.endedAt
      ? 'It is in a file for the bank, which may have sent it. It ends as paid, or as returned by the bank.'
      : `It is ${statusLabels[payout.status]} by now.`),
})

async function lockedPayout(trx: Connection, id: string): Promise<PayoutRow> {
  const known = await payoutById(trx, id)
  if (!known) throw new ProblemError('not_found', 'Payout not found')
  await lockPayouts(trx, known.memberId)
  return lockPayout(trx, id)
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

/** Tells the member, and returns what the audit log records. */
async function finish(dependencies: Dependencies, trx: Connection, before: PayoutRow, after: PayoutRow) {
  await mailPayout(dependencies, trx, after)
  // The details of a member who deleted their account were kept only to pay them.
  const member = await memberById(trx, after.memberId)
  if (after.endedAt && member?.deactivatedAt && member.name === formerMemberName)
    await eraseEndedDestinations(trx, after.memberId)
  const { status, note, reference } = after
  return { before: { status: before.status }, after: { status, note, reference }, result: after }
}

const statusLabels: Record<string, string> = {
  requested: 'requested',
  approved: 'approved',
  on_hold: 'on hold',
  paid: 'paid',
  returned: 'returned by the bank',
  declined: 'declined',
  cancelled: 'cancelled by the member',
}
