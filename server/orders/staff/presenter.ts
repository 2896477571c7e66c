import { rupeesOf } from '#contract/kit/amounts.ts'
import { isoTime } from '#contract/kit/format.ts'
import type { StaffOrderDetail, StaffOrderRow } from '#contract/orders/staff/orders.ts'

import type { Member } from '../../accounts/lookup-queries.ts'
import { shortName } from '../../accounts/short-name.ts'
import type { Found } from '../../platform/database/connection.ts'
import type { SeatRow } from '../seats/queries.ts'
import type {
  ListedOrder,
  OrderWithPayment,
  otherAttempts,
  postingsFor,
  refundsFor,
  requestsFor,
} from './queries.ts'

/** An order as a row of staff's list. */
export const toOrderRow = (row: ListedOrder): StaffOrderRow => ({
  _id: row.id,
  number: row.number,
  projectId: row.projectId,
  title: row.title,
  kind: row.kind as StaffOrderRow['kind'],
  amount: rupeesOf(row.amountPaise),
  status: row.status as StaffOrderRow['status'],
  orderDate: row.createdAt.toISOString(),
  buyer: { _id: row.memberId, name: row.buyerName, email: row.erasedAt ? '' : row.buyerEmail },
})

/** The facts of an order and its payment, in rupees. */
export const toFacts = (row: OrderWithPayment) => ({
  _id: row.id,
  number: row.number,
  projectId: row.projectId,
  title: row.title,
  kind: row.kind as StaffOrderRow['kind'],
  amount: rupeesOf(row.amountPaise),
  status: row.status as StaffOrderRow['status'],
  orderDate: row.createdAt.toISOString(),
  listPrice: rupeesOf(row.listPricePaise),
  discount: rupeesOf(row.discountPaise),
  discountBy: row.discountBy,
  coupon: row.discountPaise > 0 ? row.couponCode : null,
  completedAt: isoTime(row.completedAt),
  release: row.kind === 'source' ? row.release : null,
  policy: row.refundPolicy,
  payment: {
    _id: row.paymentId,
    gateway: row.gateway,
    gatewayOrderId: row.gatewayOrderId,
    gatewayPaymentId: row.gatewayPaymentId,
    status: row.paymentStatus,
    amount: rupeesOf(row.paymentPaise),
    state: row.state,
    begunAt: row.begunAt.toISOString(),
    capturedAt: isoTime(row.capturedAt),
  },
})

export const toPerson = ({ id, name, email, erasedAt }: Member): StaffOrderRow['buyer'] => ({
  _id: id,
  name,
  email: erasedAt ? '' : email,
})

export const toAttempts = (rows: Found<typeof otherAttempts>): StaffOrderDetail['attempts'] =>
  rows.map((row) => ({
    _id: row.id,
    number: row.number,
    amount: rupeesOf(row.amountPaise),
    status: row.status as StaffOrderRow['status'],
    orderDate: row.createdAt.toISOString(),
  }))

export const toRefunds = (rows: Found<typeof refundsFor>): StaffOrderDetail['refunds'] =>
  rows.map(({ amountPaise, coveredPaise, createdAt, returnedAt, ...row }) => ({
    ...row,
    amount: rupeesOf(amountPaise),
    withoutUs: rupeesOf(coveredPaise),
    createdAt: createdAt.toISOString(),
    returnedAt: isoTime(returnedAt),
  }))

export const toRequests = (rows: Found<typeof requestsFor>): StaffOrderDetail['requests'] =>
  rows.map(({ requestedAt, decidedAt, ...row }) => ({
    ...row,
    requestedAt: requestedAt.toISOString(),
    decidedAt: isoTime(decidedAt),
  }))

/** A seat or an invitation, with what who has it downloaded. */
export const toSeat = (
  { id, memberId, name, invitedAt, acceptedAt, endedAt }: SeatRow,
  downloads: StaffOrderDetail['downloads'],
): StaffOrderDetail['seats'][number] => ({
  _id: id,
  memberId,
  name: shortName(name ?? ''),
  invitedAt: invitedAt.toISOString(),
  acceptedAt: isoTime(acceptedAt),
  endedAt: isoTime(endedAt),
  downloads,
})

/** Postings with their entries. */
export const toLedger = (rows: Found<typeof postingsFor>): StaffOrderDetail['ledger'] =>
  [...Map.groupBy(rows, ({ id }) => id).values()].map((entries) => ({
    kind: entries[0]!.kind,
    happenedAt: entries[0]!.happenedAt.toISOString(),
    lines: entries.map(({ account, amountPaise }) => ({ account, amount: rupeesOf(amountPaise) })),
  }))
