import type { Reply } from '#contract/kit/endpoint.ts'
import type { RecallableRelease, recalls } from '#contract/projects/recalls.ts'

import type { RecallableRow, RecallOfNewest } from './queries.ts'

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

/** A recall as everybody reads it. */
export const toNotice = ({
  title,
  category,
  number,
  recalledAt,
  recallReason,
}: RecallOfNewest): Omit<Reply<typeof recalls.notice>, 'success'> => ({
  title,
  category,
  recall: { release: number, recalledAt: recalledAt!.toISOString(), reason: recallReason ?? '' },
})
