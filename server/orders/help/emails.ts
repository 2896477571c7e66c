import { requestNumber } from '#contract/content/request-numbers.ts'
import { counted, day, namedDay, pluralOf } from '#contract/kit/format.ts'
import { helpLimits, type HelpKind, helpKindLabels } from '#contract/orders/help.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type NecessaryKind, type OptionalKind } from '../../platform/mail/send.ts'
import { statusPage } from '../../platform/status-pages.ts'
import type { OrderRow } from '../queries.ts'

// What buyer and owner write stands in no email: it may name people, or hold links that a mail program makes clickable.

const buyersKind: NecessaryKind = {
  name: 'help',
  why: 'you asked for help with what you bought on Readymade',
}
const ownersKind: OptionalKind = {
  name: 'help-request',
  why: 'you promise installation help with a project and Email Notifications are on in your settings',
  preference: 'notifications',
}

type Order = Pick<OrderRow, 'id' | 'number' | 'title' | 'memberId' | 'ownerId' | 'paymentId'>

const mailBuyer = (dependencies: Dependencies, trx: Connection, order: Order, content: EmailContent) =>
  mailMember(dependencies, trx, buyersKind, order.memberId, content, { about: `payment ${order.paymentId}` })

const mailOwner = (dependencies: Dependencies, trx: Connection, ownerId: string, content: EmailContent) =>
  mailMember(dependencies, trx, ownersKind, ownerId, content)

const thread = ({ config }: Dependencies, orderId: string) => `${config.publicUrl}/orders/${orderId}#help`
const ownersThread = ({ config }: Dependencies, orderId: string) =>
  `${config.publicUrl}/owner/help/${orderId}`

interface Opened {
  number: number
  answerer: 'owner' | 'staff'
  /** By when an answer is due; null while the text waits for staff. */
  dueAt: Date | null
  /** Until when the money can be asked back; null when it cannot. */
  refundUntil: Date | null
}

/** Tells the buyer that their request was received, its number, who answers and by when. */
export const mailOpened = (
  dependencies: Dependencies,
  trx: Connection,
  order: Order,
  { number, answerer, dueAt, refundUntil }: Opened,
) => {
  const name = requestNumber('HP', number)
  return mailBuyer(dependencies, trx, order, {
    subject: `We have your help request ${name}: ${order.title}`,
    paragraphs: [
      `You asked for help with “${order.title}”, order ${order.number}. The number of your request is ${name}.`,
      dueAt
        ? `${answerer === 'owner' ? 'The owner' : 'Our staff'} should answer by ${namedDay(dueAt)}.${answerer === 'owner' ? ` If nobody answers within ${helpLimits.silentHours} hours, weekends not counted, you can call our staff.` : ''}`
        : 'It has a link, an email or a phone number, so our staff read it first, and then pass it on.',
      ...(refundUntil
        ? [
            `You can ask for your money back until ${day(refundUntil)}, and while the request is open there are always ${helpLimits.refundDaysLeft} days left for it, at most ${helpLimits.refundDaysMore} more than were promised.`,
          ]
        : []),
    ],
    button: {
      label: 'See What Becomes of It',
      url: dependencies.config.publicUrl + statusPage(dependencies.secret, name),
    },
  })
}

/** Tells the owner that a buyer asks for help, or has written again after an answer, and by when an answer is due. */
export const mailWaiting = (
  dependencies: Dependencies,
  trx: Connection,
  order: Order,
  { kind, dueAt, isNew, moneyWaits }: { kind: HelpKind; dueAt: Date; isNew: boolean; moneyWaits: boolean },
) =>
  mailOwner(dependencies, trx, order.ownerId, {
    subject: isNew ? `A buyer asks for help: ${order.title}` : `A buyer wrote again: ${order.title}`,
    paragraphs: [
      `${isNew ? 'Somebody who bought' : 'The buyer of'} “${order.title}” (order ${order.number}) ${isNew ? 'asks for help' : 'wrote again'}: ${helpKindLabels[kind].toLowerCase()}.`,
      `Please answer by ${namedDay(dueAt)}.${moneyWaits ? ' While the request is open, its buyer can ask for the money back a little longer.' : ''}`,
    ],
    button: { label: 'Read and Answer', url: ownersThread(dependencies, order.id) },
  })

/** Tells the buyer that somebody answered. */
export const mailAnswered = (
  dependencies: Dependencies,
  trx: Connection,
  order: Order,
  { number, by }: { number: number; by: 'owner' | 'staff' },
) =>
  mailBuyer(dependencies, trx, order, {
    subject: `Your help request has an answer: ${order.title}`,
    paragraphs: [
      `${by === 'owner' ? 'The owner of' : 'Our staff answered your request about'} “${order.title}”${by === 'owner' ? ` answered your help request ${requestNumber('HP', number)}` : `, ${requestNumber('HP', number)}`}.`,
      `Did it help? Then mark the request as solved. If not, write again. It closes by itself when nobody writes for ${counted(helpLimits.closeDays, 'day')}.`,
    ],
    button: { label: 'Read the Answer', url: thread(dependencies, order.id) },
  })

/** Tells the other side that staff were called, or have taken over. */
export async function mailEscalated(
  dependencies: Dependencies,
  trx: Connection,
  order: Order,
  { dueAt, by }: { dueAt: Date; by: 'buyer' | 'staff' },
) {
  if (by === 'staff')
    await mailBuyer(dependencies, trx, order, {
      subject: `Our staff help you: ${order.title}`,
      paragraphs: [
        `Our staff have taken over your help request about “${order.title}”. They answer by ${namedDay(dueAt)}.`,
      ],
      button: { label: 'Open the Request', url: thread(dependencies, order.id) },
    })
  await mailOwner(dependencies, trx, order.ownerId, {
    subject: `Our staff help a buyer of yours: ${order.title}`,
    paragraphs: [
      by === 'buyer'
        ? `A buyer of “${order.title}” (order ${order.number}) waited for an answer and called our staff.`
        : `Our staff have taken over a help request about “${order.title}” (order ${order.number}).`,
      'You can still answer.',
    ],
    button: { label: 'Open the Request', url: ownersThread(dependencies, order.id) },
  })
}

/** Tells the buyer that a request closed because nobody wrote after the answer, and until when it can be opened again. */
export const mailClosed = (
  dependencies: Dependencies,
  trx: Connection,
  order: Order,
  { number, endsAt }: { number: number; endsAt: Date },
) =>
  mailBuyer(dependencies, trx, order, {
    subject: `Your help request is closed: ${order.title}`,
    paragraphs: [
      `Nobody wrote in your help request ${requestNumber('HP', number)} about “${order.title}” for ${counted(helpLimits.closeDays, 'day')}, so it is closed.`,
      ...(endsAt > new Date()
        ? [`If it is not solved, write in it until ${day(endsAt)}: that opens it again.`]
        : []),
    ],
    button: { label: 'Open the Request', url: thread(dependencies, order.id) },
  })

/** Reminds an owner of the requests that they are late with. */
export const mailReminder = (
  dependencies: Dependencies,
  trx: Connection,
  { ownerId, late, title }: { ownerId: string; late: number; title: string },
) =>
  mailOwner(dependencies, trx, ownerId, {
    subject: `${late === 1 ? 'A buyer waits' : `${late} buyers wait`} for your answer: ${title}`,
    paragraphs: [
      `${counted(late, 'help request')} ${pluralOf(late, 'is', 'are')} overdue. Buyers can call our staff when nobody answers.`,
      'This is the only reminder.',
    ],
    button: { label: 'Answer', url: `${dependencies.config.publicUrl}/owner/help` },
  })

/** Tells who wrote a message that staff refused it, and why. */
export const mailRefused = (
  dependencies: Dependencies,
  trx: Connection,
  order: Order,
  { writer, reason }: { writer: 'buyer' | 'owner'; reason: string },
) => {
  const content = (url: string): EmailContent => ({
    subject: `Your message was not passed on: ${order.title}`,
    paragraphs: [
      {
        byStaff: `Our staff did not pass on what you wrote in the help request about “${order.title}”: “${reason}”`,
      },
      'Please write it again without that.',
    ],
    button: { label: 'Open the Request', url },
  })
  return writer === 'buyer'
    ? mailBuyer(dependencies, trx, order, content(thread(dependencies, order.id)))
    : mailOwner(dependencies, trx, order.ownerId, content(ownersThread(dependencies, order.id)))
}
