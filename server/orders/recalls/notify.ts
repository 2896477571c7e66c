import { counted } from '#contract/kit/format.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type NecessaryKind } from '../../platform/mail/send.ts'
import { newestApproved } from '../../projects/releases/lookup-queries.ts'
import { lockSales } from '../lock-sales.ts'
import { paymentById } from '../payment-queries.ts'
import { finalSales } from '../returns/final-sale-queries.ts'
import { refundOrders } from '../returns/refund.ts'
import { mailSeatsRecalled } from '../seats/emails.ts'
import {
  insertNotice,
  insertWaiting,
  recalledOrders,
  type RecalledOrder,
  recordRefunded,
  refundDecisionOf,
} from './queries.ts'
/** The number of orders that are read at once. */
const batchSize = 100

/**
 * Notifies the buyers of recalled releases, and refunds them where staff decided so, then or later; where the sale is
 * final and only one of the staff decided it, the refund waits for another. Each order has a transaction of its own,
 * which first records the notice: however often this is killed or runs at the same time, each buyer is notified and
 * refunded once. An order that cannot be refunded does not stop the others: it is tried again at the next run, and the
 * first failure is thrown at the end.
 */
export async function processRecalls(dependencies: Dependencies, atOnce: number = batchSize): Promise<void> {
  const failures: unknown[] = []
  /** The ids of the orders that this run does not read again. */
  const except: string[] = []
  for (;;) {
    const orders = await recalledOrders(dependencies.db, { max: atOnce, except })
    for (const order of orders) {
      try {
        if (!(await dependencies.db.transaction().execute((trx) => notifyBuyer(dependencies, trx, order))))
          except.push(order.id)
      } catch (error) {
        failures.push(error)
        except.push(order.id)
      }
    }
    if (orders.length < atOnce) break
  }
  for (const error of failures) throw error
}

/** Notifies and refunds the buyer of one order, and notifies who has a seat of it; returns false when nothing was left to do. */
async function notifyBuyer(
  dependencies: Dependencies,
  trx: Connection,
  order: RecalledOrder,
): Promise<boolean> {
  const { id, releaseId, instructions, isPayer } = order
  await lockSales(trx, order.memberId, [order])
  const { refunds, refundsConfirmedBy } = await refundDecisionOf(trx, releaseId)
  const isWanted = refunds && isPayer
  const waits = isWanted && refundsConfirmedBy === null && (await finalSales(trx, [id])).has(id)
  if (waits) await insertWaiting(trx, releaseId, [id])
  const isDue = isWanted && !waits
  const isNew = await insertNotice(trx, releaseId, id)
  if (!isNew && !isDue) return false
  if (isNew) await mailSeatsRecalled(dependencies, trx, order)
  const note = `Release ${order.number} was recalled: ${order.reason}`
  const isRefunded = isDue && (await refund(dependencies, trx, order, note))
  if (isRefunded) await recordRefunded(trx, releaseId, id)
  if (!isNew) return isRefunded
  const content = buyersRecallEmail({
    ...order,
    orderId: id,
    instructions,
    isRefunded,
    waits,
    hasAnother: !isRefunded && (await newestApproved(trx, order.projectId)) !== undefined,
    publicUrl: dependencies.config.publicUrl,
  })
  await mailMember(dependencies, trx, buyersRecallKind, order.memberId, content, {
    about: `payment ${order.paymentId}`,
  })
  return true
}

async function refund(dependencies: Dependencies, trx: Connection, order: RecalledOrder, note: string) {
  const payment = await paymentById(trx, order.paymentId)
  const decision = { cause: 'requested', decidedBy: 'Recall', note } as const
  return (await refundOrders(dependencies, trx, payment, [order], decision)).length > 0
}

/** A necessary email: a warning about harmful code must reach every buyer, whatever their settings. */
const buyersRecallKind: NecessaryKind = { name: 'recall', why: 'you bought this project' }
export const ownersRecallKind: NecessaryKind = { name: 'recall-of-own', why: 'the project is yours' }

interface Recalled {
  title: string
  number: number
  reason: string
  publicUrl: string
}

/** Tells a buyer which release was recalled, what to do, and whether they get a refund or another release. */
const buyersRecallEmail = ({
  title,
  number,
  reason,
  instructions,
  isRefunded,
  waits,
  isFree,
  hasAnother,
  orderId,
  publicUrl,
}: Recalled & {
  instructions: string
  isRefunded: boolean
  /** True when the refund waits for a second member of staff. */
  waits: boolean
  /** True when the buyer paid nothing. */
  isFree: boolean
  /** True when another release can be downloaded. */
  hasAnother: boolean
  orderId: string
}): EmailContent => ({
  subject: `Recall: release ${number} of ${title}`,
  paragraphs: [
    `Our staff recalled release ${number} of “${title}”. It cannot be downloaded any more.`,
    { byStaff: `Why: ${reason}` },
    `What to do now: ${instructions}`,
    ...(isRefunded && !isFree ? ['You get your money back; another email tells you how much.'] : []),
    ...(isRefunded && isFree ? ['You paid nothing for it, and your order is taken back.'] : []),
    ...(waits && !isFree
      ? [
          'Our staff still have to decide whether you get your money back. If you do, another email tells you.',
        ]
      : []),
    ...(hasAnother
      ? ['Another release that our staff approved can still be downloaded with your order.']
      : []),
  ],
  button: { label: 'Go to Your Order', url: `${publicUrl}/orders/${orderId}` },
})

/** Tells the owner which release was recalled and what follows. */
export const ownersRecallEmail = ({
  title,
  number,
  reason,
  refunded,
  waiting,
  projectId,
  deletedAt,
  publicUrl,
}: Recalled & {
  /** The numbers of sales that are refunded, and of those about which another member of staff has to decide. */
  refunded: number
  waiting: number
  projectId: string
  deletedAt: Date | null
}): EmailContent => ({
  subject: `Your release was recalled: ${title}`,
  paragraphs: [
    `Our staff recalled release ${number} of “${title}”. Nobody can download it any more, and its buyers are told.`,
    { byStaff: `Why: ${reason}` },
    ...(refunded > 0
      ? [
          `${counted(refunded, 'sale')} of it ${refunded === 1 ? 'is' : 'are'} refunded, and your share is taken off your balance.`,
        ]
      : []),
    ...(waiting > 0
      ? [
          `Our staff still have to decide about ${counted(waiting, 'earlier sale')}. You get an email about each that is refunded.`,
        ]
      : []),
    deletedAt
      ? 'A recall cannot be undone.'
      : 'A recall cannot be undone. Upload a release without the problem; once our staff approve it, it takes the place of this one.',
  ],
  button: deletedAt
    ? { label: 'Go to Your Projects', url: `${publicUrl}/profile?tab=projects` }
    : { label: 'Open Your Project', url: `${publicUrl}/owner/projects/${projectId}` },
})
