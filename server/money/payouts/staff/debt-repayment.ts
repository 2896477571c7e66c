import { v7 as uuid } from 'uuid'

import { paiseOf, rupeesOf } from '#contract/kit/amounts.ts'
import { inRupees } from '#contract/kit/format.ts'
import { fieldProblem, ProblemError } from '#contract/kit/problem.ts'

import { memberById } from '../../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { StaffCaller } from '../../../platform/http/caller.ts'
import { mailMember, type NecessaryKind } from '../../../platform/mail/send.ts'
import { recordAudit } from '../../../staff/audit/service.ts'
import { postDebtRepayment } from '../../ledger/service.ts'
import { lockPayouts } from '../../lookup-queries.ts'
import { balanceInPaise } from '../balance.ts'
import { insertDebtRepayment } from '../queries.ts'
import { debtOf } from '../service.ts'
import { disbursement } from './bank-file.ts'

/**
 * Books an amount in rupees that a member paid back of a balance below zero, tells the member, and returns what is left
 * of the debt in rupees. Throws not_found, and conflict for more than the debt and for a reference that was booked
 * before.
 */
export const bookDebtRepayment = (
  dependencies: Dependencies,
  staff: StaffCaller,
  memberId: string,
  { amount, reference }: { amount: number; reference: string },
): Promise<number> =>
  dependencies.db.transaction().execute(async (trx) => {
    await lockPayouts(trx, memberId)
    const member = await memberById(trx, memberId)
    if (!member) throw new ProblemError('not_found', 'Member not found')
    const id = uuid()
    const amountPaise = paiseOf(amount)
    const isNew = await insertDebtRepayment(trx, { id, memberId, amountPaise, reference })
    if (!isNew) throw fieldProblem('reference', 'This reference is booked already', 'conflict')
    const debt = await debtOf(trx, memberId)
    if (amountPaise > debt) throw fieldProblem('amount', overpaid(debt), 'conflict')
    await postDebtRepayment(trx, id, disbursement, await creditsOf(trx, memberId, amountPaise))
    const owes = rupeesOf(debt - amountPaise)
    await recordAudit(trx, {
      staff,
      action: 'book debt repayment',
      about: `member ${memberId}`,
      before: { owes: rupeesOf(debt) },
      after: { owes, amount, reference },
    })
    await mailMember(dependencies, trx, repaymentKind, memberId, {
      subject: `We received ${inRupees(amount)} from you`,
      paragraphs: [
        `We have booked ${inRupees(amount)} that you paid back, with the bank’s reference ${reference}.`,
        owes > 0
          ? `Your balance is still ${inRupees(owes)} below zero.`
          : 'Your balance is not below zero any more.',
      ],
      button: { label: 'Go to Your Payouts', url: `${dependencies.config.publicUrl}/owner/payouts` },
    })
    return owes
  })

/** Divides a repayment among the accounts that are below zero; both amounts in paise. */
async function creditsOf(trx: Connection, memberId: string, amountPaise: number) {
  const credits: Record<string, number> = {}
  let left = amountPaise
  const { available } = await balanceInPaise(trx, memberId)
  for (const [account, paise] of available) {
    const credit = Math.min(left, Math.max(0, -paise))
    credits[account] = credit
    left -= credit
  }
  return credits
}

const overpaid = (debtPaise: number) =>
  debtPaise > 0 ? `They owe ${inRupees(rupeesOf(debtPaise))}` : 'They owe nothing'

const repaymentKind: NecessaryKind = {
  name: 'debt repayment',
  why: 'you paid money back to Readymade',
}
