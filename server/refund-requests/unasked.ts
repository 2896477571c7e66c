import type { Connection } from '../database/connection.ts'
import type { MailParts } from '../mail/enqueue.ts'
import { lockBuyer, orderAt, refundOrder } from '../orders/service.ts'
import { withdrawReview } from '../reviews/service.ts'
import { withdrawRun } from '../run-answers/service.ts'
import { mailDecision } from './emails.ts'
import { changeRequest, requestsAbout } from './queries.ts'

/**
 * Refunds an order that staff take back by themselves, in the caller's transaction: as an approved request does, and a
 * request that waits is approved by it. False when nothing was paid or it is not owned any more.
 */
export async function refundByStaff(
  parts: MailParts & { jobs: Parameters<typeof refundOrder>[0]['jobs'] },
  trx: Connection,
  orderId: string,
  { by, note }: { by: string; note: string },
): Promise<boolean> {
  const known = await orderAt(trx, orderId)
  if (!known || known.amountPaise === 0) return false
  await lockBuyer(trx, known.memberId)
  const order = await refundOrder(parts, trx, orderId)
  if (!order) return false
  await withdrawReview(trx, orderId)
  await withdrawRun(trx, order)
  const [request] = await requestsAbout(trx, orderId)
  if (request && !request.outcome)
    await changeRequest(trx, request.id, { outcome: 'approved', note, decidedBy: by, decidedAt: new Date() })
  await mailDecision(parts, trx, order, { isApproved: true, note })
  return true
}
