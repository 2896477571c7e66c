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

/** The end of a dispute: whether the bank took money, whether the sale was taken back, and what another dispute still freezes. */
interface Ended {
  isLost: boolean
  isTaken: boolean
  stillFrozen: OrderRow[]
}

/** Tells each owner how a dispute about their sales ended. */
export async function mailEnded(parts: MailParts, trx: Connection, orders: OrderRow[], ended: Ended) {
  for (const order of orders)
    await mail(parts, trx, order, `The dispute is over: ${order.title}`, [
      `The dispute about order ${order.number} of “${order.title}” is over.`,
      endText(ended, order),
    ])
}

function endText({ isLost, isTaken, stillFrozen }: Ended, order: OrderRow): string {
  if (isTaken)
    return 'The bank gave the money back to the buyer. Your share is taken off your balance, and the buyer can no longer download it.'
  const result = isLost
    ? 'The bank gave a part of the money back to the buyer. We bear that.'
    : 'The payment stands.'
  return stillFrozen.includes(order)
    ? `${result} Another dispute about the same payment is still open, so your share stays frozen.`
    : `${result} Your share is on your balance again.`
}

/** Tells the buyer of an order that it was refunded by the bank's decision, and where the credit note is. */
export async function mailRefundedByBank(parts: MailParts, trx: Connection, order: OrderRow) {
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
