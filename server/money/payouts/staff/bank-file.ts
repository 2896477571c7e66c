import { rupeesOf } from '#contract/kit/amounts.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { type Cell, csv, isoDay } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Destination, payouts } from '#contract/money/payouts.ts'

import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../platform/http/caller.ts'
import { recordAudit } from '../../../staff/audit/service.ts'
import { mayActAlone } from '../../../staff/second-person.ts'
import { decryptDestination } from '../destination.ts'
import { numberOf } from '../presenter.ts'
import { hasApproved, markExported, payoutById, type PayoutRow } from '../queries.ts'

/** One payout to be sent. */
interface Transfer {
  number: string
  amountPaise: number
  destination: Destination
}

/**
 * The method by which payouts are sent: staff give a CSV file to the bank and mark the sent payouts as paid. It is
 * stored with each payout and names the ledger's clearing account that the money leaves.
 */
export const disbursement = 'manual'

const bankFile = (transfers: readonly Transfer[]) => ({
  name: `readymade-payouts-${isoDay(new Date())}.csv`,
  text: csv([
    ['Payout', 'Amount', 'Method', 'Beneficiary', 'UPI ID', 'Account number', 'IFSC', 'Remark'],
    ...transfers.map(line),
  ]),
})

function line({ number, amountPaise, destination }: Transfer): Cell[] {
  const { method, holder } = destination
  const place =
    destination.method === 'upi'
      ? [destination.vpa, '', '']
      : ['', destination.accountNumber, destination.ifsc]
  return [
    number,
    { rupees: rupeesOf(amountPaise) },
    method === 'upi' ? 'UPI' : 'NEFT',
    holder,
    ...place,
    `Readymade ${number}`,
  ]
}

const maxInFile = 500

/**
 * Returns the full destination of a payout to staff and records in the audit log that they saw it. Throws not_found,
 * also when the destination is erased.
 */
export const revealDestination = (
  { db, secret }: Dependencies,
  staffId: string,
  id: string,
): Promise<Reply<typeof payouts.destination>['destination']> =>
  db.transaction().execute(async (trx) => {
    const payout = await payoutById(trx, id)
    if (!payout) throw new ProblemError('not_found', 'Payout not found')
    const destination = destinationOf(secret, payout)
    await recordAudit(trx, {
      staff: { id: staffId },
      action: 'look at payout destination',
      about: `payout ${id}`,
      name: numberOf(payout.number),
    })
    return destination.method === 'upi'
      ? { holder: destination.holder, account: destination.vpa, ifsc: null }
      : { holder: destination.holder, account: destination.accountNumber, ifsc: destination.ifsc }
  })

/**
 * Creates the CSV file by which the bank sends the approved payouts of this method. Each payout in it is marked as
 * exported and recorded in the audit log in the same transaction, so that of two exports at once only one gets it as
 * new. Those that the member of staff approved are left to others. Throws conflict when there is nothing to send,
 * not_allowed when they approved all that there is.
 */
export const exportPayouts = (
  { db, secret }: Dependencies,
  staff: StaffCaller,
  which: 'new' | 'all',
): Promise<{ name: string; text: string }> =>
  db.transaction().execute(async (trx) => {
    const approverId = (await mayActAlone(trx, staff, 'sendPayout')) ? undefined : staff.id
    const rows = await markExported(trx, disbursement, which, maxInFile, approverId)
    if (rows.length === 0) {
      if (approverId && (await hasApproved(trx, approverId, which)))
        throw new ProblemError(
          'not_allowed',
          'You approved every payout that waits for a file. Another member of staff makes it.',
        )
      throw new ProblemError('conflict', 'No approved payout waits for a file.')
    }
    const file = bankFile(
      rows.map((payout) => ({
        number: numberOf(payout.number),
        amountPaise: payout.amountPaise,
        destination: destinationOf(secret, payout),
      })),
    )
    for (const { id, number, approvedBy } of rows)
      await recordAudit(trx, {
        staff,
        action: 'export payout',
        about: `payout ${id}`,
        name: numberOf(number),
        isAlone: approvedBy === staff.id,
      })
    return file
  })

function destinationOf(secret: string, { id, number, destination }: PayoutRow): Destination {
  if (!destination) throw new ProblemError('not_found', 'The account details were erased.')
  try {
    return decryptDestination(secret, id, destination)
  } catch {
    throw new ProblemError(
      'conflict',
      `The account details of ${numberOf(number)} cannot be read: they were stored under another SECRET.`,
    )
  }
}
