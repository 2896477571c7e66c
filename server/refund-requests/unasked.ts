import type { Connection } from '../database/connection.ts'
import type { MailParts } from '../mail/enqueue.ts'
import { lockBuyer, orderAt } from '../orders/service.ts'
import { mailDecision } from './emails.ts'
import { refundOrder, type RefundParts } from './refund-order.ts'

/**
 * Refunds an order that staff take back by themselves, in the caller's transaction, and mails its buyer and owner. False when
 * nothing was paid or it is not owned any more.
 */
export async function refundByStaff(
  parts: MailParts & RefundParts,
  trx: Connection,
  orderId: string,
  { by, note }: { by: string; note: string },
): Promise<boolean> {
  const known = await orderAt(trx, orderId)
  if (!known || known.amountPaise === 0) return false
  await lockBuyer(trx, known.memberId)
  const order = await refundOrder(parts, trx, orderId, { by: 'staff', decidedBy: by, note })
  if (!order) return false
  await mailDecision(parts, trx, order, { isApproved: true, note })
  return true
}
