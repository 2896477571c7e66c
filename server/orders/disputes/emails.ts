import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { mailMember, type OptionalKind } from '../../platform/mail/send.ts'
import type { OrderRow } from '../queries.ts'

const ownersKind: OptionalKind = {
  name: 'dispute',
  why: 'you sell on Readymade and Email Notifications are on in your settings',
  preference: 'notifications',
  isMoney: true,
}

/** Tells each owner that a buyer's bank disputes the payment of a sale. */
export async function mailDisputed(dependencies: Dependencies, trx: Connection, orders: OrderRow[]) {
  for (const order of orders)
    await mail(dependencies, trx, order, `A payment is disputed: ${order.title}`, [
      `The bank of somebody who bought “${order.title}” (order ${order.number}) disputes the payment.`,
      'Your share of it is frozen until the bank decides: it cannot be paid out. We send the bank what proves the sale. You need not do anything.',
    ])
}

/**
 * What the end of a dispute means for a sale: it was taken back; staff decide, because the bank took a part of its
 * payment; it stands, and another dispute still freezes it; it stands.
 */
type Fate = 'taken' | 'waiting' | 'frozen' | 'released'

const fateTexts: Record<Fate, string> = {
  taken:
    'The bank gave the money back to the buyer. Your share is taken off your balance, and the buyer can no longer download it.',
  waiting:
    'The bank gave a part of the money back to the buyer. Our staff decide what becomes of the sale. Until then your share stays frozen, and you get an email when it is decided.',
  frozen:
    'The payment of this sale stands. Another dispute about the same payment is still open, so your share stays frozen.',
  released: 'The payment of this sale stands. Your share is on your balance again.',
}

/** Tells the owner of a sale how a dispute about it ended. */
export const mailEnded = (dependencies: Dependencies, trx: Connection, order: OrderRow, fate: Fate) =>
  mail(dependencies, trx, order, `The dispute is over: ${order.title}`, [
    `The dispute about order ${order.number} of “${order.title}” is over.`,
    fateTexts[fate],
  ])

/** Tells the owner of a sale that staff left it delivered although a bank took a part of its payment. */
export const mailDecided = (dependencies: Dependencies, trx: Connection, order: OrderRow) =>
  mail(dependencies, trx, order, `Your share is free again: ${order.title}`, [
    `A bank gave a part of the money for order ${order.number} of “${order.title}” back to the buyer. Our staff decided that the sale stands, and we bear that part.`,
    'Your share is on your balance again.',
  ])

async function mail(
  dependencies: Dependencies,
  trx: Connection,
  order: OrderRow,
  subject: string,
  paragraphs: string[],
) {
  const button = { label: 'Go to Your Payouts', url: `${dependencies.config.publicUrl}/owner/payouts` }
  await mailMember(dependencies, trx, ownersKind, order.ownerId, { subject, paragraphs, button })
}
