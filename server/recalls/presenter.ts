import type { RecallableRelease } from '#contract/projects/recalls.ts'

import type { RecallableRow } from './queries.ts'

/** A release as staff see it who may recall it. */
export const toRecallable = (row: RecallableRow): RecallableRelease => ({
  number: row.number,
  approvedAt: row.approvedAt!.toISOString(),
  buyers: row.buyers,
  paid: row.paid,
  recall:
    row.recalledAt && row.recallReason !== null
      ? {
          recalledAt: row.recalledAt.toISOString(),
          reason: row.recallReason,
          instructions: row.instructions ?? '',
          refunds: row.refunds ?? false,
          notified: row.notified,
          refunded: row.refunded,
          waiting: row.waiting,
        }
      : null,
})
