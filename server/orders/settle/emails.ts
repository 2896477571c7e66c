import { rupeesOf } from '#contract/kit/amounts.ts'
import { counted, inRupees, longDay } from '#contract/kit/format.ts'
import { documentNameInSentence } from '#contract/orders/document-names.ts'

import type { Dependencies } from '../../dependencies.ts'
import { sharedPrice, type Shares } from '../../money/ledger/shares.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type NecessaryKind, type OptionalKind } from '../../platform/mail/send.ts'
import type { Issued } from '../invoices/service.ts'
import { refundDeadline } from '../order.ts'
import type { OrderRow } from '../queries.ts'

/** An order that was completed, with its shares in paise. */
export type Delivered = OrderRow & { shares: Shares }

/** An order that is not delivered; its price is to be returned. */
export type Undelivered = OrderRow & { cause: 'owned_already' | 'undeliverable' }

interface Outcome {
  memberId: string
  delivered: Delivered[]
  undelivered: Undelivered[]
  /** The invoice or receipt for the delivered orders; undefined when all were free. */
  invoice: Issued | undefined
}

/** The kind of the receipt email, named by its document; free orders have no document, but an email all the same. */
const receiptKind = (invoice: Issued | undefined): NecessaryKind => ({
  name: documentNameInSentence(invoice?.kind ?? 'receipt'),
  why: 'you ordered on Readymade',
})
const saleKind: OptionalKind = {
  name: 'sale',
  why: 'you sell on Readymade and Email Notifications are on in your settings',
  preference: 'notifications',
  isMoney: true,
}
const commissionKind: OptionalKind = {
  name: 'commission',
  why: 'somebody joined Readymade with your referral code and Email Notifications are on in your settings',
  preference: 'notifications',
  isMoney: true,
}

/**
 * Queues the buyer's receipt, a notice of the sale for each owner, and a notice of the commission for each referrer.
 */
export async function enqueueEmails(
  dependencies: Dependencies,
  trx: Connection,
  { memberId, delivered, undelivered, invoice }: Outcome,
) {
  const { publicUrl } = dependencies.config
  await mailReceipt(dependencies, trx, memberId, { delivered, undelivered, invoice })
  for (const [ownerId, orders] of Map.groupBy(delivered, (order) => order.ownerId))
    await mailMember(dependencies, trx, saleKind, ownerId, saleNotice(publicUrl, orders))
  for (const [referrerId, orders] of Map.groupBy(delivered, (order) => order.referrerId)) {
    const earned = sumOf(orders, ({ shares }) => shares.referrer)
    if (referrerId && earned > 0)
      await mailMember(dependencies, trx, commissionKind, referrerId, commissionNotice(publicUrl, earned))
  }
}

/** The content of a receipt; all orders are of one payment. */
interface Receipt {
  delivered: OrderRow[]
  undelivered: Undelivered[]
  invoice: Issued | undefined
}

/** Queues the receipt of a payment; the sent email is recorded with the payment. */
export async function mailReceipt(
  dependencies: Dependencies,
  trx: Connection,
  buyerId: string,
  content: Receipt,
) {
  const [order] = [...content.delivered, ...content.undelivered]
  if (!order) return
  const about = `payment ${order.paymentId}`
  const kind = receiptKind(content.invoice)
  await mailMember(dependencies, trx, kind, buyerId, receipt(dependencies.config.publicUrl, content), {
    about,
  })
}

function receipt(publicUrl: string, { delivered, undelivered, invoice }: Receipt): EmailContent {
  return {
    subject: subjectOf(delivered, invoice),
    paragraphs: [
      ...(delivered.length > 0
        ? [
            delivered.length > 1 ? 'Thank you. These are yours now:' : 'Thank you. This is yours now:',
            [...delivered.map(rowOf), ...totalOf(delivered)],
            ...(invoice
              ? [
                  `Your ${documentNameInSentence(invoice.kind)} is ${invoice.number}. You can download it on the page of your order.`,
                ]
              : []),
            ...refundSentence(delivered),
          ]
        : []),
      ...[...Map.groupBy(undelivered, ({ cause }) => cause)].flatMap(([cause, orders]) => [
        undeliveredTexts[cause],
        orders.map(rowOf),
      ]),
    ],
    button: toOrders(publicUrl, [...delivered, ...undelivered]),
  }
}

/** Until when the buyer can ask for the money of paid orders back. */
function refundSentence(delivered: OrderRow[]): string[] {
  // The rows of a delivery under way are those of before it.
  const [until] = delivered.flatMap(
    (order) => refundDeadline({ ...order, completedAt: order.completedAt ?? new Date() }) ?? [],
  )
  return until
    ? [
        `If it is not as described, you can ask for your money back until ${longDay(until)}, on the page of the order. Our staff read every request and decide.`,
      ]
    : []
}

/** Why orders are not delivered, and what becomes of their money. */
const undeliveredTexts: Record<Undelivered['cause'], string> = {
  owned_already: 'You owned this already, so its price goes back the way you paid, within 7 working days:',
  undeliverable:
    'Our staff recalled this before your payment reached us, or took it off sale, so it cannot be downloaded any more. It is not delivered, and its price goes back the way you paid, within 7 working days:',
}

function subjectOf([first, ...others]: OrderRow[], invoice: Issued | undefined) {
  if (!first) return 'Your money goes back to you'
  const isFree = [first, ...others].every(({ amountPaise }) => amountPaise === 0)
  if (!isFree) return `Your ${documentNameInSentence(invoice?.kind ?? 'receipt')} from Readymade`
  return others.length === 0 ? `${first.title} is yours` : `${others.length + 1} items are yours`
}

/** The button to the order, or to the list when there are several. */
const toOrders = (publicUrl: string, [order, ...others]: OrderRow[]) =>
  order && others.length === 0
    ? { label: 'Go to Your Order', url: `${publicUrl}/orders/${order.id}` }
    : { label: 'Go to Your Orders', url: `${publicUrl}/profile?tab=orders` }

function saleNotice(publicUrl: string, orders: Delivered[]): EmailContent {
  const [first] = orders
  const earned = sumOf(orders, ({ shares }) => shares.owner)
  const items = orders.length === 1 ? first!.title : counted(orders.length, 'item')
  return {
    // A free item is not called sold.
    ...(earned > 0
      ? {
          subject: `You sold ${items}`,
          paragraphs: [
            'Good news: somebody bought your work.',
            orders.map((order) => rowOf({ ...order, amountPaise: sharedPrice(order) })),
            `Your share is ${amount(earned)}.`,
          ],
        }
      : {
          subject: `Somebody got ${items}`,
          paragraphs: ['Good news: somebody got your work for free.', orders.map(rowOf)],
        }),
    button: { label: 'Go to Your Projects', url: `${publicUrl}/profile?tab=projects` },
  }
}

function commissionNotice(publicUrl: string, earned: number): EmailContent {
  return {
    subject: `You earned ${amount(earned)} in commission`,
    paragraphs: [
      'Somebody you invited to Readymade bought something.',
      `Your commission is ${amount(earned)}. It is on your Referrals tab.`,
    ],
    button: { label: 'Go to Your Referrals', url: `${publicUrl}/profile?tab=referrals` },
  }
}

const rowOf = ({ title, kind, amountPaise, number }: OrderRow) => ({
  label: title,
  details: [kindLabels[kind as 'source'], `order ${number}`],
  amount: amountPaise > 0 ? amount(amountPaise) : 'Free',
})
const kindLabels = { source: 'source code', report: 'project report' }
/** The row of the total; free orders have none. */
const totalOf = (orders: OrderRow[]) => {
  const paise = sumOf(orders, ({ amountPaise }) => amountPaise)
  return paise > 0 ? [{ label: 'Total', amount: amount(paise) }] : []
}
const sumOf = <O>(orders: O[], paise: (order: O) => number) =>
  orders.reduce((sum, order) => sum + paise(order), 0)

const amount = (paise: number) => inRupees(rupeesOf(paise))
