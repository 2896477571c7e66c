import { type Cell, csv } from '#contract/kit/csv.ts'
import { isoDay } from '#contract/kit/day.ts'
import { rupeesOf } from '#contract/kit/money.ts'

import type { Disbursement, Transfer } from './disbursement.ts'

/** Staff give a CSV file to the bank and mark as paid what it has sent. */
export const manual: Disbursement = {
  name: 'manual',
  send: async (transfers) => ({
    name: `readymade-payouts-${isoDay(new Date())}.csv`,
    text: csv([
      ['Payout', 'Amount', 'Method', 'Beneficiary', 'UPI ID', 'Account number', 'IFSC', 'Remark'],
      ...transfers.map(line),
    ]),
  }),
}

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
