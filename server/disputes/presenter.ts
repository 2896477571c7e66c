import { rupeesOf } from '#contract/kit/money.ts'
import type { Dispute } from '#contract/orders/disputes.ts'

import type { DisputeRow } from './queries.ts'

export const toDispute = (row: DisputeRow, titles: string[]): Dispute => ({
  _id: row.id,
  gatewayId: row.gatewayDisputeId,
  gatewayPaymentId: row.gatewayPaymentId,
  amount: rupeesOf(row.amountPaise),
  deducted: row.settledAt ? rupeesOf(row.deductedPaise) : 0,
  reason: row.reason,
  phase: row.phase,
  status: row.status as Dispute['status'],
  openedAt: row.openedAt.toISOString(),
  respondBy: iso(row.respondBy),
  settledAt: iso(row.settledAt),
  titles,
})

/** When something was downloaded, and how often. */
export const toTimes = ({ firstAt, lastAt, times }: { firstAt: Date; lastAt: Date; times: number }) => ({
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
  times,
})

export const iso = (time: Date | null | undefined) => time?.toISOString() ?? null
