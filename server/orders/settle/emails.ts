import { rupeesOf } from '#contract/kit/money.ts'
import { inRupees } from '#contract/kit/rupees.ts'

import { memberById } from '../../accounts/service.ts'
import type { Connection } from '../../database/connection.ts'
import { sharesOf } from '../../ledger/service.ts'
import { writeEmail } from '../../mail/email.ts'
import type { Parts } from '../../parts.ts'
import type { OrderRow } from '../queries.ts'

interface Outcome {
  memberId: string
  delivered: OrderRow[]
  /** Orders whose money is to be returned, because the buyer owned the thing already. */
  surplus: OrderRow[]
}

type EmailParts = Pick<Parts, 'config' | 'jobs'>

/** Asks for the buyer's receipt and, for each owner who wants it, a notice of the sale. */
export async function enqueueEmails(
  parts: EmailParts,
  trx: Connection,
  { memberId, delivered, surplus }: Outcome,
) {
  const buyer = await memberById(trx, memberId)
  if (buyer && !buyer.deactivatedAt) {
    await parts.jobs.enqueue(trx, 'mail', { to: buyer.email, ...receipt(parts, delivered, surplus) })
  }
  for (const [ownerId, orders] of Map.groupBy(delivered, (order) => order.ownerId)) {
    const owner = await memberById(trx, ownerId)
    if (!owner || owner.deactivatedAt || !wantsNotices(owner.preferences)) continue
    await parts.jobs.enqueue(trx, 'mail', { to: owner.email, ...saleNotice(parts, orders) })
  }
}

/** The member's own switch 'Email Notifications'. */
const wantsNotices = (preferences: unknown) =>
  (preferences as { notifications?: boolean }).notifications !== false

function receipt({ config }: EmailParts, delivered: OrderRow[], surplus: OrderRow[]) {
  return writeEmail({
    subject: delivered.length > 0 ? 'Your receipt from Readymade' : 'Your money will be returned',
    paragraphs: [
      ...(delivered.length > 0
        ? ['Thank you. This is yours now:', ...delivered.map(lineOf), totalOf(delivered)]
        : []),
      ...(surplus.length > 0
        ? ['You owned this already, so we will return its price to you:', ...surplus.map(lineOf)]
        : []),
    ],
    button: { label: 'Go to your orders', url: `${config.publicUrl}/profile?tab=orders` },
  })
}

function saleNotice({ config }: EmailParts, orders: OrderRow[]) {
  const [first] = orders
  const earned = orders.reduce(
    (sum, { amountPaise }) => sum + sharesOf(amountPaise, { referred: false }).owner,
    0,
  )
  return writeEmail({
    subject: orders.length === 1 ? `You sold ${first!.title}` : `You sold ${orders.length} items`,
    paragraphs: [
      'Good news: somebody bought your work.',
      ...orders.map(lineOf),
      `Your share is ${amount(earned)}.`,
    ],
    button: { label: 'Go to your projects', url: `${config.publicUrl}/profile?tab=projects` },
  })
}

const lineOf = ({ title, kind, amountPaise }: OrderRow) =>
  `${title} (${named[kind as 'source']}): ${amount(amountPaise)}`
const named = { source: 'source code', report: 'project report' }
const totalOf = (orders: OrderRow[]) =>
  `Total: ${amount(orders.reduce((sum, { amountPaise }) => sum + amountPaise, 0))}`

const amount = (paise: number) => inRupees(rupeesOf(paise))
