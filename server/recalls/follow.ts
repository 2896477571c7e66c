import { memberById } from '../accounts/service.ts'
import type { Connection } from '../database/connection.ts'
import { mailMember } from '../mail/enqueue.ts'
import { lockBuyer } from '../orders/service.ts'
import type { Parts } from '../parts.ts'
import { refundByStaff } from '../refund-requests/service.ts'
import { newestApproved } from '../releases/service.ts'
import { buyersRecallEmail, buyersRecallKind } from './emails.ts'
import { insertNotice, noteRefunded, ordersToFollow, type ToFollow } from './queries.ts'

type FollowParts = Pick<Parts, 'db' | 'jobs' | 'config' | 'secret'>

/** Orders looked up at once. */
const batch = 100

/**
 * Tells the buyers of recalled releases, and refunds them where staff said so, then or later. Each order is one transaction
 * that notes it first: however often this is killed or runs at once, each is told and refunded once. One order that cannot
 * be refunded does not keep the others waiting: it is tried again at the next run, and the first failure is thrown at the end.
 */
export async function followRecalls(parts: FollowParts, atOnce: number = batch): Promise<void> {
  const failures: unknown[] = []
  /** Not looked at again in this run. */
  const except: string[] = []
  for (;;) {
    const orders = await ordersToFollow(parts.db, { max: atOnce, except })
    for (const order of orders) {
      try {
        if (!(await parts.db.transaction().execute((trx) => follow(parts, trx, order)))) except.push(order.id)
      } catch (error) {
        failures.push(error)
        except.push(order.id)
      }
    }
    if (orders.length < atOnce) break
  }
  for (const error of failures) throw error
}

/** False when there was nothing left to do for this order. */
async function follow(parts: FollowParts, trx: Connection, order: ToFollow): Promise<boolean> {
  const { id, releaseId, instructions, isRefunded: isDue } = order
  // Before any row of the order is locked, as everybody does who changes what a member bought.
  await lockBuyer(trx, order.memberId)
  const isNew = await insertNotice(trx, releaseId, id)
  if (!isNew && !isDue) return false
  const note = `Release ${order.number} was recalled: ${order.reason}`
  const isRefunded = isDue && (await refundByStaff(parts, trx, id, { by: 'Recall', note }))
  if (isRefunded) await noteRefunded(trx, releaseId, id)
  if (!isNew) return isRefunded
  const buyer = await memberById(trx, order.memberId)
  if (!buyer || buyer.deactivatedAt) return true
  const content = buyersRecallEmail({
    ...order,
    orderId: id,
    instructions,
    isRefunded,
    hasAnother: !isRefunded && (await newestApproved(trx, order.projectId)) !== undefined,
    publicUrl: parts.config.publicUrl,
  })
  await mailMember(parts, trx, buyersRecallKind, buyer, content, { about: `payment ${order.paymentId}` })
  return true
}
