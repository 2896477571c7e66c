import { rupeesOf } from '#contract/amounts.ts'
import { inRupees } from '#contract/format.ts'

import type { Connection } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import {
  mailMember,
  type MailParts,
  type NecessaryKind,
  type OptionalKind,
} from '../../platform/mail/send.ts'
import { documentsOf } from '../invoices/service.ts'
import type { OrderRow } from '../queries.ts'
import type { DisputeRow } from './queries.ts'

const buyersKind: NecessaryKind = { name: 'refund', why: 'you bought on Readymade' }
const ownersKind: OptionalKind = {
  name: 'dispute',
  why: 'you sell on Readymade and Email Notifications are on in your settings',
  preference: 'notifications',
  isMoney: true,
}

/** Tells each owner that a buyer's bank disputes the payment of a sale. */
export async function mailDisputed(parts: MailParts, trx: Connection, orders: OrderRow[]) {
  for (const order of orders)
    await mail(parts, trx, order, `A payment is disputed: ${order.title}`, [
      `The bank of somebody who bought “${order.title}” (order ${order.number}) disputes the payment.`,
      'Your share of it is frozen until the bank decides: it cannot be paid out. We send the bank what proves the sale. You need not do anything.',
    ])
}

/** Tells each owner how a dispute about their sales ended. */
export async function mailEnded(parts: MailParts, trx: Connection, dispute: DisputeRow, orders: OrderRow[]) {
  const isLost = dispute.deductedPaise > 0
  for (const order of orders)
    await mail(parts, trx, order, `The dispute is over: ${order.title}`, [
      `The dispute about order ${order.number} of “${order.title}” is over.`,
      isLost ? lostText(dispute, orders) : 'The payment stands. Your share is on your balance again.',
    ])
}

/** Tells the buyer of an order that it was refunded by the bank's decision, and where the credit note is. */
export async function mailTakenBack(parts: MailParts, trx: Connection, order: OrderRow) {
  const { creditNote } = await documentsOf(trx, order.id)
  const content: EmailContent = {
    subject: `Your bank took back your payment: order ${order.number}`,
    paragraphs: [
      `Your bank gave you back ${inRupees(rupeesOf(order.amountPaise))} for “${order.title}”, so the order is refunded. You can no longer download it.`,
      ...(creditNote ? [`Your credit note is ${creditNote}. It is on the page of your order.`] : []),
    ],
    button: { label: 'Go to Your Order', url: `${parts.config.publicUrl}/orders/${order.id}` },
  }
  await mailMember(parts, trx, buyersKind, order.memberId, content, { about: `payment ${order.paymentId}` })
}

const lostText = ({ deductedPaise }: DisputeRow, orders: OrderRow[]) =>
  orders.reduce((sum, { amountPaise }) => sum + amountPaise, 0) <= deductedPaise
    ? 'The bank gave the money back to the buyer. Your share is taken off your balance, and the buyer can no longer download it.'
    : 'The bank gave a part of the money back to the buyer. We bear that; your share is on your balance again.'

async function mail(
  parts: MailParts,
  trx: Connection,
  order: OrderRow,
  subject: string,
  paragraphs: string[],
) {
  const button = { label: 'Go to Your Payouts', url: `${parts.config.publicUrl}/owner/payouts` }
  await mailMember(parts, trx, ownersKind, order.ownerId, { subject, paragraphs, button })
}
