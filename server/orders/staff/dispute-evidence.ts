import { counted, inRupees, minute } from '#contract/kit/format.ts'
import { type BoughtListing, listingFacts } from '#contract/orders/bought-listing.ts'
import { documentNames } from '#contract/orders/document-names.ts'
import { helpEndLabels, type HelpThread } from '#contract/orders/help.ts'
import type { DisputeCase, DisputedOrder } from '#contract/orders/staff/disputes.ts'

/** The evidence of a sale as plain text for a bank: only recorded facts, with the times in India. */
export function evidenceText(dispute: DisputeCase): string {
  const { buyer, payment, accepted, mails, orders } = dispute
  const lines = [
    'EVIDENCE FOR A DISPUTED PAYMENT',
    '',
    `Dispute ${dispute.gatewayId}, ${inRupees(dispute.amount)}, opened ${at(dispute.openedAt)}`,
    `Reason given: ${dispute.reason || 'none'}`,
    `Payment ${dispute.gatewayPaymentId}${payment ? `, ${inRupees(payment.amount)}, captured ${at(payment.capturedAt)}` : ''}`,
    '',
    'THE BUYER',
    ...(buyer
      ? [`${buyer.name}, ${buyer.email || 'account deleted since'}`, `Member since ${at(buyer.since)}`]
      : ['Not known to us.']),
    ...(accepted
      ? [
          `Agreed on ${at(accepted.at)}${accepted.address ? ` from the address ${accepted.address}` : ''}:`,
          `  "${accepted.terms}"`,
        ]
      : []),
    ...mails.map(({ kind, sentAt }) => `Email sent on ${at(sentAt)}: ${kind}`),
    ...orders.flatMap(orderLines),
  ]
  return `${lines.join('\n')}\n`
}

function orderLines(order: DisputedOrder): string[] {
  const { listing, downloads, reportDownloads, seatDownloads } = order
  const facts = [
    `Ordered ${at(order.orderedAt)}, delivered ${order.completedAt ? at(order.completedAt) : 'not yet'}, ${inRupees(order.amount)}`,
    ...(order.invoice && order.invoiceKind ? [`${documentNames[order.invoiceKind]} ${order.invoice}`] : []),
    ...(order.creditNote ? [`Credit note ${order.creditNote}`] : []),
    ...(listing.release === null
      ? []
      : [
          `Bought: release ${listing.release}, ${counted(listing.files ?? 0, 'file')}, ${listing.bytes ?? 0} bytes`,
        ]),
    ...downloads.map(
      ({ release, times, firstAt, lastAt }) =>
        `Downloaded release ${release} ${counted(times, 'time')}: first ${at(firstAt)}, last ${at(lastAt)}`,
    ),
    ...(reportDownloads
      ? [
          `Downloaded the report ${counted(reportDownloads.times, 'time')}: first ${at(reportDownloads.firstAt)}, last ${at(reportDownloads.lastAt)}`,
        ]
      : []),
    ...(seatDownloads
      ? [
          `Downloaded ${counted(seatDownloads.times, 'time')} by ${counted(seatDownloads.people, 'member')} of the buyer's team, whom the buyer invited: first ${at(seatDownloads.firstAt)}, last ${at(seatDownloads.lastAt)}`,
        ]
      : []),
    ...(downloads.length === 0 && !reportDownloads && !seatDownloads ? ['Not downloaded.'] : []),
    ...(order.ran === null ? [] : [`The buyer told us that it ${order.ran ? 'ran' : 'did not run'}.`]),
    ...order.help.flatMap(helpLines),
    ...(order.rating === null ? [] : [`The buyer rated it ${order.rating} of 5.`]),
    order.refundAskedAt
      ? `The buyer asked us for a refund on ${at(order.refundAskedAt)}.`
      : 'The buyer did not ask us for a refund.',
    ...(order.policy ? [`Promised at purchase: "${order.policy}"`] : []),
    ...asBoughtLines(order.asBought, order.kind),
  ]
  return [
    '',
    `ORDER ${order.number}: ${order.title} (${order.kind === 'report' ? 'project report' : 'source code'})`,
    ...facts,
  ]
}

const helpLines = ({ number, openedAt, closedAt, end, messages }: HelpThread) => [
  `The buyer asked for help on ${at(openedAt)} (${number})${closedAt && end ? `; ${helpEndLabels[end].toLowerCase()} on ${at(closedAt)}` : ''}:`,
  ...messages.flatMap(({ by, text, sentAt }) => [
    `  ${by} on ${at(sentAt)}:`,
    ...indented(text).map((line) => `  ${line}`),
  ]),
]

function asBoughtLines(bought: BoughtListing, kind: DisputedOrder['kind']): string[] {
  const { listing, licence, orderedAt } = bought
  return [
    `What the page said when it was ordered, ${at(orderedAt)}:`,
    ...listingFacts(bought, kind).map(({ term, value }) => `  ${term}: ${value}`),
    ...(listing
      ? [
          ...indented(listing.description),
          ...pointLines('Key features', listing.features),
          ...pointLines('Requirements', listing.requirements),
        ]
      : ['  The owner has left, and what they wrote is deleted.']),
    'The licence that came with it:',
    ...indented(licence),
  ]
}

const pointLines = (title: string, points: string[]) =>
  points.length === 0 ? [] : [`  ${title}:`, ...points.map((point) => `  - ${point}`)]

const indented = (text: string) => text.split('\n').map((line) => `  ${line}`.trimEnd())

const at = (time: string) => `${minute(time)} IST`
