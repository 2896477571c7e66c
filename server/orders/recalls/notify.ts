import type { Parts } from '../../parts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type NecessaryKind } from '../../platform/mail/send.ts'
import { newestApproved } from '../../projects/lookup-queries.ts'
import { lockBuyer } from '../lookup-queries.ts'
import { refundByStaff } from '../refund-requests/service.ts'
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
  const content = buyersRecallEmail({
    ...order,
    orderId: id,
    instructions,
    isRefunded,
    hasAnother: !isRefunded && (await newestApproved(trx, order.projectId)) !== undefined,
    publicUrl: parts.config.publicUrl,
  })
  await mailMember(parts, trx, buyersRecallKind, order.memberId, content, {
    about: `payment ${order.paymentId}`,
  })
  return true
}

/** What may do harm must reach everybody who has it, whatever they have switched off. */
const buyersRecallKind: NecessaryKind = { name: 'recall', why: 'you bought this project' }
export const ownersRecallKind: NecessaryKind = { name: 'recall-of-own', why: 'the project is yours' }

interface Recalled {
  title: string
  number: number
  reason: string
  publicUrl: string
}

/** Tells a buyer what was recalled, what to do, and what they have now. */
const buyersRecallEmail = ({
  title,
  number,
  reason,
  instructions,
  isRefunded,
  hasAnother,
  orderId,
  publicUrl,
}: Recalled & {
  instructions: string
  isRefunded: boolean
  /** Another release can be downloaded. */
  hasAnother: boolean
  orderId: string
}): EmailContent => ({
  subject: `Recall: release ${number} of ${title}`,
  paragraphs: [
    `Our staff recalled release ${number} of “${title}”. It cannot be downloaded any more.`,
    `Why: ${reason}`,
    `What to do now: ${instructions}`,
    ...(isRefunded ? ['You get your money back; another email tells you how much.'] : []),
    ...(hasAnother
      ? ['Another release that our staff approved can still be downloaded with your order.']
      : []),
  ],
  button: { label: 'Go to Your Order', url: `${publicUrl}/orders/${orderId}` },
})

/** Tells the owner what was recalled and how it ends. */
export const ownersRecallEmail = ({
  title,
  number,
  reason,
  refund,
  projectId,
  deletedAt,
  publicUrl,
}: Recalled & { refund: boolean; projectId: string; deletedAt: Date | null }): EmailContent => ({
  subject: `Your release was recalled: ${title}`,
  paragraphs: [
    `Our staff recalled release ${number} of “${title}”. Nobody can download it any more, and its buyers are told.`,
    `Why: ${reason}`,
    ...(refund
      ? ['Those who paid for it get their money back. Your share of these sales is taken off your balance.']
      : []),
    deletedAt
      ? 'A recall cannot be undone.'
      : 'A recall cannot be undone. Upload a release without the problem; once our staff approve it, it takes the place of this one.',
  ],
  button: deletedAt
    ? { label: 'Go to Your Projects', url: `${publicUrl}/profile?tab=projects` }
    : { label: 'Open Your Project', url: `${publicUrl}/owner/projects/${projectId}` },
})
