import { isoTime } from '#contract/kit/day.ts'
import { rupeesOf } from '#contract/kit/money.ts'
import type { Dispute, DisputeCase, DisputedOrder } from '#contract/orders/disputes.ts'
import type { DocumentNumbers } from '#contract/orders/documents.ts'

import type { Member } from '../accounts/service.ts'
import type { Found } from '../database/connection.ts'
import type { acceptanceOf, capturedWith, OrderRow } from '../orders/service.ts'
import type { DisputeRow, listingOf } from './queries.ts'

export const toDispute = (row: DisputeRow, orders: readonly OrderRow[] = []): Dispute => ({
  _id: row.id,
  gatewayId: row.gatewayDisputeId,
  gatewayPaymentId: row.gatewayPaymentId,
  amount: rupeesOf(row.amountPaise),
  deducted: row.settledAt ? rupeesOf(row.deductedPaise) : 0,
  reason: row.reason,
  phase: row.phase,
  status: row.status as Dispute['status'],
  openedAt: row.openedAt.toISOString(),
  respondBy: isoTime(row.respondBy),
  settledAt: isoTime(row.settledAt),
  titles: orders.map(({ title }) => title),
})

/** Who paid: of a closed account the email is nobody's business any more. */
export const toBuyer = ({ name, email, createdAt, deactivatedAt }: Member): DisputeCase['buyer'] => ({
  name,
  email: deactivatedAt ? '' : email,
  since: createdAt.toISOString(),
})

export const toPayment = ({
  id,
  amountPaise,
  capturedAt,
  state,
}: Found<typeof capturedWith>['payment']): DisputeCase['payment'] => ({
  id,
  amount: rupeesOf(amountPaise),
  capturedAt: capturedAt!.toISOString(),
  state,
})

export const toAccepted = ({
  terms,
  acceptedAt,
  address,
}: Found<typeof acceptanceOf>): DisputeCase['accepted'] => ({ terms, at: acceptedAt.toISOString(), address })

type Proofs = keyof DocumentNumbers | 'downloads' | 'reportDownloads' | 'ran' | 'rating' | 'asBought'

/** An order of a disputed payment with what proves its sale. */
export const toDisputedOrder = (
  row: OrderRow,
  {
    own,
    refundAskedAt,
    listing,
    ...proofs
  }: Pick<DisputedOrder, Proofs> & {
    own: { outcome: string | null } | undefined
    refundAskedAt: Date | null | undefined
    listing: Found<typeof listingOf>
  },
): DisputedOrder => ({
  ...proofs,
  orderId: row.id,
  number: row.number,
  title: row.title,
  kind: row.kind as DisputedOrder['kind'],
  amount: rupeesOf(row.amountPaise),
  status: row.status,
  orderedAt: row.createdAt.toISOString(),
  completedAt: isoTime(row.completedAt),
  outcome: own ? ((own.outcome ?? 'frozen') as 'frozen') : null,
  policy: row.refundPolicy,
  refundAskedAt: isoTime(refundAskedAt),
  listing: { ...listing, changedAt: listing.changedAt.toISOString() },
})
