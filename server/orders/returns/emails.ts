import { rupeesOf } from '#contract/kit/amounts.ts'
import { inRupees, namedDay } from '#contract/kit/format.ts'
import { answerBy } from '#contract/orders/answer-times.ts'
import type { RefundCause } from '#contract/orders/refunds.ts'
import { afterDecline } from '#contract/orders/terms.ts'

import type { Dependencies } from '../../dependencies.ts'
import { ownersShares } from '../../money/lookup-queries.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type NecessaryKind, type OptionalKind } from '../../platform/mail/send.ts'
import { statusPage } from '../../platform/status-pages.ts'
import { documentsOf } from '../invoices/service.ts'
import type { OrderRow } from '../queries.ts'
import { type RefundRow, refundsOfOrders } from './queries.ts'

const buyersKind: NecessaryKind = { name: 'refund', why: 'you bought on Readymade' }
const acknowledgementKind: NecessaryKind = { name: 'refund asked for', why: 'you bought on Readymade' }
const ownersKind: OptionalKind = {
  name: 'refund-of-sale',
  why: 'you sell on Readymade and Email Notifications are on in your settings',
  preference: 'notifications',
  isMoney: true,
}

/** Tells the owner that a buyer requests a refund. */
export const mailRequest = (dependencies: Dependencies, trx: Connection, order: OrderRow, reason: string) =>
  mailMember(dependencies, trx, ownersKind, order.ownerId, {
    subject: `A buyer asks for a refund: ${order.title}`,
    paragraphs: [
      `Somebody who bought “${order.title}” (order ${order.number}, ${price(order)}) asks for their money back:`,
      `“${reason}”`,
      'Your answer helps our staff to decide. If you can help the buyer, say how.',
    ],
    button: { label: 'Answer the Request', url: `${dependencies.config.publicUrl}/owner/refunds` },
  })

/** Tells the buyer that their request was received, its number, and by when staff decide. */
export const mailAcknowledgement = (
  dependencies: Dependencies,
  trx: Connection,
  order: OrderRow,
  number: string,
) =>
  mailMember(
    dependencies,
    trx,
    acknowledgementKind,
    order.memberId,
    {
      subject: `We have your refund request: order ${order.number}`,
      paragraphs: [
        `You asked for ${price(order)} for “${order.title}” back. The number of your request is ${number}. Our staff decide by ${namedDay(answerBy('refund', new Date()))}, and you get an email then.`,
        'What you bought stays yours until then. You can take the request back on the page of the order.',
      ],
      button: {
        label: 'See What Becomes of It',
        url: dependencies.config.publicUrl + statusPage(dependencies.secret, number),
      },
    },
    { about: `payment ${order.paymentId}` },
  )

/** Tells buyer and owner that an order was refunded, and why; what a bank decided is told to the owner by the dispute. */
export async function mailRefunded(
  dependencies: Dependencies,
  trx: Connection,
  order: OrderRow,
  { cause, note }: { cause: RefundCause; note: string | null },
) {
  const refund = (await refundsOfOrders(trx, [order.id])).get(order.id)
  if (cause === 'disputed')
    return mailBuyer(dependencies, trx, order, await refundedByBank(trx, order, refund))
  const isFree = order.amountPaise === 0
  const isByStaff = cause === 'requested'
  const noted = !note ? [] : isByStaff ? [byStaff(note)] : [note]
  await mailBuyer(dependencies, trx, order, {
    subject: isFree
      ? `Your order was taken back: order ${order.number}`
      : isByStaff
        ? `Your refund is approved: order ${order.number}`
        : `Your money goes back to you: order ${order.number}`,
    paragraphs: [
      isFree
        ? `Our staff took back “${order.title}”, for which you paid nothing. You can no longer download it.`
        : `${returnText(order, refund)} You can no longer download it.`,
      ...noted,
    ],
  })
  await mailMember(dependencies, trx, ownersKind, order.ownerId, {
    subject: `A sale was ${isFree ? 'taken back' : 'refunded'}: ${order.title}`,
    paragraphs: [
      `${isByStaff ? 'Our staff' : 'The payment service'} ${isFree ? 'took back' : 'refunded'} order ${order.number} of “${order.title}”. Your share of ${await shareOf(trx, order)} is taken off your balance.`,
      ...noted,
    ],
    button: { label: 'Look at Your Earnings', url: `${dependencies.config.publicUrl}/owner/earnings` },
  })
}

/** Tells buyer and owner that staff declined a refund, and what the buyer can still do. */
export async function mailDeclined(
  dependencies: Dependencies,
  trx: Connection,
  order: OrderRow,
  note: string,
) {
  const noted = note ? [byStaff(note)] : []
  await mailBuyer(dependencies, trx, order, {
    subject: `Your refund is declined: order ${order.number}`,
    paragraphs: [
      `Our staff looked at your request for “${order.title}” and declined it. You keep what you bought.`,
      ...noted,
      'What you can still do:',
      ...afterDecline,
    ],
  })
  await mailMember(dependencies, trx, ownersKind, order.ownerId, {
    subject: `A refund was declined: ${order.title}`,
    paragraphs: [
      `Our staff declined the refund of order ${order.number} of “${order.title}”. Your share stays yours.`,
      ...noted,
    ],
    button: { label: 'Look at the Request', url: `${dependencies.config.publicUrl}/owner/refunds` },
  })
}

const byStaff = (note: string) => ({ byStaff: `Our staff wrote: “${note}”` })

const mailBuyer = (
  dependencies: Dependencies,
  trx: Connection,
  { id, memberId, paymentId }: OrderRow,
  content: Omit<EmailContent, 'button'>,
) => {
  const button = { label: 'Go to Your Order', url: `${dependencies.config.publicUrl}/orders/${id}` }
  return mailMember(
    dependencies,
    trx,
    buyersKind,
    memberId,
    { ...content, button },
    { about: `payment ${paymentId}` },
  )
}

const shareOf = async (connection: Connection, { id }: OrderRow) =>
  rupees((await ownersShares(connection, [id])).get(id) ?? 0)

/** What a bank gave back of an order, what else goes back, and where the credit note is. */
async function refundedByBank(connection: Connection, order: OrderRow, refund: RefundRow | undefined) {
  const { creditNote } = await documentsOf(connection, order.id)
  return {
    subject: `Your bank took back your payment: order ${order.number}`,
    paragraphs: [
      `${bankText(order, refund)} You can no longer download it.`,
      ...(creditNote ? [`Your credit note is ${creditNote}. It is on the page of your order.`] : []),
    ],
  }
}

function bankText({ title }: OrderRow, refund: RefundRow | undefined): string {
  if (!refund)
    return `Your bank decided a dispute about the payment for “${title}”, so the order is refunded.`
  const { amountPaise, coveredPaise } = refund
  const rest = amountPaise - coveredPaise
  return rest === 0
    ? `Your bank gave you back ${rupees(amountPaise)} for “${title}”, so the order is refunded.`
    : `Your bank gave you back ${rupees(coveredPaise)} of the ${rupees(amountPaise)} for “${title}”, so the order is refunded, and the other ${rupees(rest)} goes back the way you paid.`
}

/** What of the price of an order goes back to its buyer, and what went back before without us. */
function returnText({ title }: OrderRow, refund: RefundRow | undefined): string {
  if (!refund) return `Nothing is left of the payment for “${title}” that could go back.`
  const { amountPaise, coveredPaise } = refund
  const rest = amountPaise - coveredPaise
  const banks = 'Banks take up to 7 working days.'
  return coveredPaise > 0 && rest > 0
    ? `${rupees(coveredPaise)} of the ${rupees(amountPaise)} for “${title}” went back already, and the other ${rupees(rest)} goes back the way you paid. ${banks}`
    : `${rupees(amountPaise)} for “${title}” goes back the way you paid. ${banks}`
}

const price = ({ amountPaise }: OrderRow) => rupees(amountPaise)
const rupees = (paise: number) => inRupees(rupeesOf(paise))
