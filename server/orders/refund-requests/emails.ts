import { rupeesOf } from '#contract/kit/amounts.ts'
import { inRupees, namedDay } from '#contract/kit/format.ts'
import { answerBy } from '#contract/orders/answer-times.ts'
import { afterDecline } from '#contract/orders/terms.ts'

import type { Dependencies } from '../../dependencies.ts'
import { ownersShares } from '../../money/lookup-queries.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type NecessaryKind, type OptionalKind } from '../../platform/mail/send.ts'
import { statusPage } from '../../platform/status-pages.ts'
import type { OrderRow } from '../queries.ts'
import { type RefundRow, refundsOfOrders } from '../refunds/queries.ts'

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

/** Tells buyer and owner what staff decided, or what the gateway did by itself. */
export async function mailDecision(
  dependencies: Dependencies,
  trx: Connection,
  order: OrderRow,
  { isApproved, note, by = 'staff' }: { isApproved: boolean; note: string; by?: 'staff' | 'gateway' },
) {
  const isFree = order.amountPaise === 0
  const refund = isApproved ? (await refundsOfOrders(trx, [order.id])).get(order.id) : undefined
  const noted = !note ? [] : by === 'gateway' ? [note] : [{ byStaff: `Our staff wrote: “${note}”` }]
  const toBuyer: EmailContent = {
    subject: isFree
      ? `Your order was taken back: order ${order.number}`
      : isApproved
        ? by === 'gateway'
          ? `Your money goes back to you: order ${order.number}`
          : `Your refund is approved: order ${order.number}`
        : `Your refund is declined: order ${order.number}`,
    paragraphs: [
      isFree
        ? `Our staff took back “${order.title}”, for which you paid nothing. You can no longer download it.`
        : isApproved
          ? `${returnText(order, refund)} You can no longer download it.`
          : `Our staff looked at your request for “${order.title}” and declined it. You keep what you bought.`,
      ...noted,
      ...(isApproved ? [] : ['What you can still do:', ...afterDecline]),
    ],
    button: { label: 'Go to Your Order', url: `${dependencies.config.publicUrl}/orders/${order.id}` },
  }
  await mailMember(dependencies, trx, buyersKind, order.memberId, toBuyer, {
    about: `payment ${order.paymentId}`,
  })
  const shares = await ownersShares(trx, [order.id])
  const share = inRupees(rupeesOf(shares.get(order.id) ?? 0))
  await mailMember(dependencies, trx, ownersKind, order.ownerId, {
    subject: isApproved
      ? `A sale was ${isFree ? 'taken back' : 'refunded'}: ${order.title}`
      : `A refund was declined: ${order.title}`,
    paragraphs: [
      isApproved
        ? `${by === 'gateway' ? 'The payment service' : 'Our staff'} ${isFree ? 'took back' : 'refunded'} order ${order.number} of “${order.title}”. Your share of ${share} is taken off your balance.`
        : `Our staff declined the refund of order ${order.number} of “${order.title}”. Your share stays yours.`,
      ...noted,
    ],
    button: isApproved
      ? { label: 'Look at Your Earnings', url: `${dependencies.config.publicUrl}/owner/earnings` }
      : { label: 'Look at the Request', url: `${dependencies.config.publicUrl}/owner/refunds` },
  })
}

/** What of the price of an order goes back to its buyer, and what went back before without us. */
function returnText({ title }: OrderRow, refund: RefundRow | undefined): string {
  if (!refund) return `Nothing is left of the payment for “${title}” that could go back.`
  const { amountPaise, coveredPaise } = refund
  const rest = amountPaise - coveredPaise
  const banks = 'Banks take up to 7 working days.'
  return coveredPaise > 0 && rest > 0
    ? `${inRupees(rupeesOf(coveredPaise))} of the ${inRupees(rupeesOf(amountPaise))} for “${title}” went back already, and the other ${inRupees(rupeesOf(rest))} goes back the way you paid. ${banks}`
    : `${inRupees(rupeesOf(amountPaise))} for “${title}” goes back the way you paid. ${banks}`
}

const price = ({ amountPaise }: OrderRow) => inRupees(rupeesOf(amountPaise))
