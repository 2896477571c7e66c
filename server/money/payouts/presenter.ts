import { rupeesOf } from '#contract/kit/amounts.ts'
import { isoTime } from '#contract/kit/format.ts'
import { mayMove } from '#contract/kit/transitions.ts'
import {
  type Balance,
  type Held,
  type Movement,
  type OwnPayout,
  type PayoutAction,
  payoutTransitions,
  statusesAfterExport,
  type PayoutStatus,
  payoutStatuses,
  type StaffPayout,
} from '#contract/money/payouts.ts'

import type { Member } from '../../accounts/lookup-queries.ts'
import type { Found } from '../../platform/database/connection.ts'
import type { movementsOf } from '../ledger/queries.ts'
import type { BalanceInPaise } from './balance.ts'
import type { payoutCounts, PayoutRow } from './queries.ts'

export const numberOf = (number: number): string => `P-${String(number).padStart(6, '0')}`

export const fileNumberOf = (number: number): string => `B-${String(number).padStart(6, '0')}`

const toPayout = (row: PayoutRow) => ({
  _id: row.id,
  number: numberOf(row.number),
  amount: rupeesOf(row.amountPaise),
  status: row.status as PayoutStatus,
  method: row.method as 'upi' | 'bank',
  destination: row.masked,
  requestedAt: row.requestedAt.toISOString(),
  approvedAt: isoTime(row.approvedAt),
  endedAt: isoTime(row.endedAt),
  note: row.note,
  reference: row.reference,
})

/** A payout as its member sees it. */
export const toOwnPayout = (row: PayoutRow): OwnPayout => ({
  ...toPayout(row),
  allowed: mayMovePayout(row, 'cancelled', 'member') && !row.approvedAt ? ['cancel'] : [],
})

/** A payout as staff see it. */
export const toStaffPayout = (
  row: PayoutRow,
  member: Member,
  steps: Pick<StaffPayout, 'approvedBy' | 'needsSecondPerson' | 'returnReport' | 'again'> & {
    mayReturn: boolean
    maySendAgain: boolean
  },
): StaffPayout => ({
  ...toPayout(row),
  member: {
    id: member.id,
    name: member.name,
    email: member.deactivatedAt ? '' : member.email,
    isClosed: member.deactivatedAt !== null,
  },
  exportedAt: isoTime(row.exportedAt),
  approvedBy: steps.approvedBy,
  needsSecondPerson: steps.needsSecondPerson,
  returnReport: steps.returnReport,
  again: steps.again,
  allowed: [
    ...(Object.keys(statusAfter) as (keyof typeof statusAfter)[]).filter(
      (action) =>
        mayMovePayout(row, statusAfter[action], 'staff') &&
        !(action === 'pay' && steps.needsSecondPerson) &&
        !(action === 'return' && !steps.mayReturn),
    ),
    ...(steps.maySendAgain && againConflict(row) === false ? (['again'] as const) : []),
  ],
})

/** Why a payout cannot go into one more file for the bank; false when it can. */
export function againConflict(row: PayoutRow): string | false {
  if (row.status !== 'approved' || !row.exportedAt)
    return 'It is in no file whose payouts the bank still has to send.'
  if (row.returnReportedBy) return 'It is reported as returned by the bank, so it is not sent again.'
  return row.againConfirmedAt !== null && 'It is in the next file already.'
}

/** The status of a payout after each action of staff. */
export const statusAfter = {
  approve: 'approved',
  hold: 'on_hold',
  decline: 'declined',
  return: 'returned',
  pay: 'paid',
} as const satisfies Record<Exclude<PayoutAction, 'again'> | 'pay', PayoutStatus>

/** Returns whether a party may move a payout to a status now. */
export const mayMovePayout = (row: PayoutRow, to: PayoutStatus, by: 'member' | 'staff') =>
  mayMove(payoutTransitions, { from: row.status as PayoutStatus, to, by }) &&
  (row.exportedAt ? statusesAfterExport.includes(to) : to !== 'returned')

export type MovementRow = Found<typeof movementsOf>[number]

/** An entry of a member's account. */
export function toMovement(row: MovementRow): Movement {
  const isCommission = row.account.endsWith(':commission')
  return {
    happenedAt: row.happenedAt.toISOString(),
    kind: kinds[row.kind]?.[isCommission ? 1 : 0] ?? 'refund',
    number: row.payoutNumber === null ? (row.orderNumber ?? row.reference ?? '') : numberOf(row.payoutNumber),
    title: row.title,
    amount: rupeesOf(row.amountPaise),
  }
}

const kinds: Record<string, readonly [Movement['kind'], Movement['kind']]> = {
  sale: ['sale', 'commission'],
  refund: ['refund', 'commission_refund'],
  payout: ['payout', 'payout'],
  dispute_hold: ['disputed', 'disputed'],
  dispute_release: ['dispute_ended', 'dispute_ended'],
  payout_reversal: ['payout_returned', 'payout_returned'],
  debt_repayment: ['debt_repaid', 'debt_repaid'],
}

/** The number of payouts in each status and their sum in rupees. */
export const toCounts = (rows: Found<typeof payoutCounts>) =>
  payoutStatuses.map((status) => {
    const row = rows.find((one) => one.status === status)
    return { status, payouts: row?.payouts ?? 0, amount: rupeesOf(row?.amountPaise ?? 0) }
  })

/** A member's balance in rupees as they and staff see it. */
export const toBalance = ({ payable, requested, approved, paid, held, frozen }: BalanceInPaise): Balance => ({
  payable: rupeesOf(payable),
  held: rupeesOf(sum(held.map(({ paise }) => paise))),
  requested: rupeesOf(requested),
  approved: rupeesOf(approved),
  paid: rupeesOf(paid),
  frozen: rupeesOf(frozen),
})

/** The held parts of both accounts, grouped by the day from which they are payable. */
export const toHeld = ({ held }: BalanceInPaise): Held[] =>
  [...Map.groupBy(held, ({ payableOn }) => payableOn)].map(([payableOn, parts]) => ({
    payableOn,
    amount: rupeesOf(sum(parts.map(({ paise }) => paise))),
    sales: sum(parts.map(({ sales }) => sales)),
  }))

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
