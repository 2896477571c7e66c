import { rupeesOf } from '#contract/amounts.ts'
import { inRupees } from '#contract/format.ts'
import type { PayoutAction } from '#contract/money/payouts.ts'
import { ProblemError } from '#contract/problem.ts'
import { formerMemberName } from '#server/accounts/short-name.ts'

import { memberById } from '../../../accounts/lookup-queries.ts'
import type { Connection, Database } from '../../../platform/database/connection.ts'
import type { MailParts } from '../../../platform/mail/send.ts'
import { recordAudit } from '../../../staff/audit/service.ts'
import { requireSecondPerson } from '../../../staff/second-person.ts'
import { postDisbursement, postPayout, postPayoutReversal } from '../../ledger/service.ts'
import { lockPayouts } from '../../lookup-queries.ts'
import { debitsOf, balanceInPaise } from '../balance.ts'
import { mailPayout } from '../emails.ts'
import { numberOf, statusAfter } from '../presenter.ts'
import {
  eraseEndedDestinations,
  isReferenceTaken,
  movePayout,
  payoutById,
  type PayoutRow,
} from '../queries.ts'

type MoveParts = MailParts & { db: Database }

/**
 * Approves, holds or declines one payout, in one transaction with its postings, the audit record and the email to the
 * member. Throws not_found, and conflict when its status does not allow it or the balance has fallen below its amount.
 */
export const movePayoutByStaff = (
  parts: MoveParts,
  staffId: string,
  id: string,
  { action, note }: { action: PayoutAction; note: string },
): Promise<PayoutRow> =>
  parts.db.transaction().execute(async (trx) => {
    const before = await lockedPayout(trx, id)
    const changes = action === 'approve' ? { note: null, approvedBy: staffId } : { note }
    const after = await movePayout(trx, id, statusAfter[action], 'staff', changes)
    if (!after) throw new ProblemError('conflict', `It is ${statusLabels[before.status]} by now.`)
    if (action === 'approve' && !before.approvedAt) await debitBalance(trx, after)
    if (action === 'decline' && before.approvedAt) await postPayoutReversal(trx, id)
    await finish(parts, trx, staffId, `${action} payout`, before, after)
    return after
  })

/**
 * Marks a payout as paid, once, with the reference by which it was sent; no other code does this. A repetition with the same
 * reference changes nothing. Throws not_found; not_allowed for whoever approved it; and conflict for a different reference,
 * for one that another payout has, and for a payout that is not approved.
 */
export const markPayoutPaid = (
  parts: MoveParts,
  staffId: string,
  id: string,
  reference: string,
): Promise<PayoutRow> =>
  parts.db.transaction().execute(async (trx) => {
    const before = await lockedPayout(trx, id)
    if (before.status === 'paid' && before.reference === reference) return before
    if (await isReferenceTaken(trx, before, reference))
      throw new ProblemError('conflict', `Another payout has the reference ${reference}.`)
    const after = await movePayout(trx, id, 'paid', 'staff', { reference, note: null })
    if (!after) throw new ProblemError('conflict', `It is ${statusLabels[before.status]}, not approved.`)
    const mark = await requireSecondPerson(trx, staffId, before.approvedBy, approvedByYou)
    await postDisbursement(trx, { payoutId: id, ...after })
    await finish(parts, trx, staffId, 'pay payout', before, after, mark)
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
  parts: MoveParts,
  trx: Connection,
  staffId: string,
  action: string,
  before: PayoutRow,
  after: PayoutRow,
  mark: { isAlone?: boolean } = {},
): Promise<void> {
  await recordAudit(trx, {
    staff: { id: staffId },
    action,
    about: `payout ${after.id}`,
    name: numberOf(after.number),
    before: { status: before.status },
    after: { status: after.status, note: after.note, reference: after.reference },
    ...mark,
  })
  await mailPayout(parts, trx, after)
  // The details of a member who deleted their account were kept only to pay them.
  const member = await memberById(trx, after.memberId)
  if (after.endedAt && member?.deactivatedAt && member.name === formerMemberName)
    await eraseEndedDestinations(trx, after.memberId)
}

const approvedByYou = 'You approved it. Another member of staff marks it as paid.'

const statusLabels: Record<string, string> = {
  requested: 'requested',
  approved: 'approved',
  on_hold: 'on hold',
  paid: 'paid',
  declined: 'declined',
  cancelled: 'cancelled by the member',
}
