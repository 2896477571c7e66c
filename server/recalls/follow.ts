import { memberById } from '../accounts/service.ts'
import type { Connection } from '../database/connection.ts'
import { mailMember } from '../mail/enqueue.ts'
import { lockBuyer } from '../orders/service.ts'
import type { Parts } from '../parts.ts'
import { refundByStaff } from '../refund-requests/service.ts'
import { newestApproved } from '../releases/service.ts'
import { buyersRecallEmail, buyersRecallKind } from './emails.ts'
import { insertNotice, noteRefunded, ordersToTell, type ToTell } from './queries.ts'

type FollowParts = Pick<Parts, 'db' | 'jobs' | 'config' | 'secret'>

/** Orders looked up at once. */
const batch = 100

/**
 * Tells the buyers of recalled releases, and refunds them where staff said so. Each order is one transaction that notes it
 * first: however often this is killed or runs at once, each is told and refunded once. One order that cannot be refunded
 * does not keep the others waiting: it is tried again at the next run, and the first failure is thrown at the end.
 */
export async function followRecalls(parts: FollowParts, atOnce: number = batch): Promise<void> {
  const failed = new Map<string, unknown>()
  for (;;) {
    const orders = await ordersToTell(parts.db, { max: atOnce, except: [...failed.keys()] })
    for (const order of orders) {
      try {
        await parts.db.transaction().execute((trx) => tell(parts, trx, order))
      } catch (error) {
        failed.set(order.id, error)
      }
    }
    if (orders.length < atOnce) break
  }
  for (const error of failed.values()) throw error
}

async function tell(parts: FollowParts, trx: Connection, order: ToTell): Promise<void> {
  const { id, releaseId, instructions, isRefunded: isDue } = order
  // Before any row of the order is locked, as everybody does who changes what a member bought.
  await lockBuyer(trx, order.memberId)
  if (!(await insertNotice(trx, releaseId, id))) return
  const note = `Release ${order.number} was recalled: ${order.reason}`
  const isRefunded = isDue && (await refundByStaff(parts, trx, id, { by: 'Recall', note }))
  if (isRefunded) await noteRefunded(trx, releaseId, id)
  const buyer = await memberById(trx, order.memberId)
  if (!buyer || buyer.deactivatedAt) return
  const content = buyersRecallEmail({
    ...order,
    orderId: id,
    instructions,
    isRefunded,
    hasAnother: !isRefunded && (await newestApproved(trx, order.projectId)) !== undefined,
    publicUrl: parts.config.publicUrl,
  })
  await mailMember(parts, trx, buyersRecallKind, buyer, content)
}
