import { rupeesOf } from '#contract/kit/amounts.ts'
import type { Reply, ReplyFields } from '#contract/kit/endpoint.ts'
import { type Cell, csv } from '#contract/kit/format.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Destination } from '#contract/money/destination.ts'
import type { payouts } from '#contract/money/payouts.ts'

import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { StaffCaller } from '../../../platform/http/caller.ts'
import { recordAudit } from '../../../staff/audit/service.ts'
import { mayActAlone, requirePeople } from '../../../staff/second-person.ts'
import { staffName } from '../../../staff/service.ts'
import { decryptDestination } from '../destination.ts'
import { filesForBank, insertFile, payoutsInFile } from '../file-queries.ts'
import { fileNumberOf, numberOf } from '../presenter.ts'
import { hasApproved, lockForFile, payoutById, type PayoutRow } from '../queries.ts'

/**
 * The method by which payouts are sent: staff give a CSV file to the bank and mark the sent payouts as paid. It is
 * stored with each payout and names the ledger's clearing account that the money leaves.
 */
export const disbursement = 'manual'

type FilePayout = Awaited<ReturnType<typeof payoutsInFile>>[number]

/** The content of a file depends on nothing but its payouts, so that it is the same each time. */
const bankFile = (secret: string, number: number, rows: readonly FilePayout[]) => ({
  name: `readymade-payouts-${fileNumberOf(number)}.csv`,
  text: csv([
    ['Payout', 'Amount', 'Method', 'Beneficiary', 'UPI ID', 'Account number', 'IFSC', 'Remark'],
    ...rows.map((row) => line(row, destinationOf(secret, row))),
  ]),
})

function line({ number, amountPaise, isAgain }: FilePayout, destination: Destination): Cell[] {
  const { method, holder } = destination
  const place =
    destination.method === 'upi'
      ? [destination.vpa, '', '']
      : ['', destination.accountNumber, destination.ifsc]
  return [
    numberOf(number),
    { rupees: rupeesOf(amountPaise) },
    method === 'upi' ? 'UPI' : 'NEFT',
    holder,
    ...place,
    `Readymade ${numberOf(number)}${isAgain ? ' again' : ''}`,
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
 * Creates the CSV file by which the bank sends the approved payouts of this method that wait for one, and stores it.
 * Each payout in it is marked as exported and recorded in the audit log in the same transaction, so that of two exports
 * at once only one gets it. Those that the member of staff approved are left to others. Throws conflict when there is
 * nothing to send, not_allowed when they approved all that there is.
 */
export const exportPayouts = (
  { db, secret }: Dependencies,
  staff: StaffCaller,
): Promise<{ name: string; text: string }> =>
  db.transaction().execute(async (trx) => {
    const approverId = (await mayActAlone(trx, staff, 'sendPayout')) ? undefined : staff.id
    const waiting = await lockForFile(trx, { disbursement, max: maxInFile, approverId })
    if (waiting.length === 0) {
      if (approverId && (await hasApproved(trx, approverId)))
        throw new ProblemError(
          'not_allowed',
          'You approved every payout that waits for a file. Another member of staff makes it.',
        )
      throw new ProblemError('conflict', 'No approved payout waits for a file.')
    }
    const number = await insertFile(trx, staff.id, waiting)
    const rows = await payoutsInFile(trx, number)
    for (const { id, number: payout, approvedBy, isAgain } of rows)
      await recordAudit(trx, {
        staff,
        action: isAgain ? 'export payout again' : 'export payout',
        about: `payout ${id}`,
        name: numberOf(payout),
        after: { file: fileNumberOf(number) },
        isAlone: approvedBy === staff.id,
      })
    return bankFile(secret, number, rows)
  })

/**
 * Returns a file for the bank that was made before, the same to the byte, and records in the audit log for each payout
 * that they saw where it goes. Throws not_found, also when an account in it is erased; not_allowed for whoever approved
 * a payout in it; and conflict when the bank returned one, because it would be sent twice.
 */
export const storedFile = (
  { db, secret }: Dependencies,
  staff: StaffCaller,
  fileNumber: string,
): Promise<{ name: string; text: string }> =>
  db.transaction().execute(async (trx) => {
    const number = Number(fileNumber.slice(2))
    const rows = await payoutsInFile(trx, number)
    if (rows.length === 0) throw new ProblemError('not_found', 'File not found')
    const returned = rows.find(({ status }) => status === 'returned')
    if (returned)
      throw new ProblemError(
        'conflict',
        `The bank returned ${numberOf(returned.number)}, and this file would send it once more. Send the others again, each on its page.`,
      )
    const refusal = 'You approved a payout in this file. Another member of staff downloads it.'
    for (const { id, number: payout, approvedBy } of rows)
      await recordAudit(trx, {
        staff,
        action: 'download file of payout',
        about: `payout ${id}`,
        name: numberOf(payout),
        after: { file: fileNumber },
        ...(await requirePeople(trx, staff, 'sendPayout', { firstId: approvedBy, refusal })),
      })
    return bankFile(secret, number, rows)
  })

/** A page of the files for the bank, newest first. */
export async function bankFiles(
  connection: Connection,
  window: PageWindow,
): Promise<ReplyFields<typeof payouts.files>> {
  const { rows, pagination } = await filesForBank(connection, window)
  const files = rows.map(async ({ number, madeAt, madeBy, amountPaise, ...counts }) => ({
    number: fileNumberOf(number),
    madeAt: madeAt.toISOString(),
    madeBy: await staffName(connection, madeBy),
    amount: rupeesOf(amountPaise),
    ...counts,
  }))
  return { files: await Promise.all(files), pagination }
}

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
