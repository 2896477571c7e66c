import { counted, day } from '#contract/kit/format.ts'
import { seatLimits } from '#contract/projects/seats.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type NecessaryKind } from '../../platform/mail/send.ts'
import type { OrderRow } from '../queries.ts'
import { endSeats, holdersOf } from './queries.ts'

export const invitationKind: NecessaryKind = {
  name: 'seat-invitation',
  why: 'somebody who has a project from Readymade typed this address to invite you',
  isNeverQueued: true,
}

interface Invitation {
  invitedBy: string
  title: string
  expiresAt: Date
  url: string
}

/** Invites somebody to a seat. It is sent once, and says who invites and to what. */
export const invitationEmail = ({ invitedBy, title, expiresAt, url }: Invitation): EmailContent => ({
  subject: `${invitedBy} invites you to a seat: ${title}`,
  paragraphs: [
    `${invitedBy} has the student project “${title}” from Readymade and invites you to a seat in the team. With it you download the project and have a licence of your own. It costs nothing.`,
    `You are not added unless you press Accept on an account of your own, until ${day(expiresAt)}. Until then we keep only a keyed hash of your address, for ${counted(seatLimits.days, 'day')}. This is the only email about this invitation.`,
    'Is this not for you? Open the invitation and press Not Me: then nobody can invite you again.',
  ],
  button: { label: 'Look at the Invitation', url },
})

const seatKind: NecessaryKind = { name: 'seat', why: 'you have a seat of a project on Readymade' }
const recallKind: NecessaryKind = { name: 'recall', why: 'you have a seat of this project' }

/** Tells who has a seat of an order that a release was recalled, why, and what to do. */
export async function mailSeatsRecalled(
  dependencies: Dependencies,
  trx: Connection,
  {
    id: orderId,
    title,
    number,
    reason,
    instructions,
  }: { id: string; title: string; number: number; reason: string; instructions: string },
): Promise<void> {
  for (const { id, memberId } of await holdersOf(trx, orderId))
    await mailMember(dependencies, trx, recallKind, memberId, {
      subject: `Recall: release ${number} of ${title}`,
      paragraphs: [
        `Our staff recalled release ${number} of “${title}”, of which you have a seat. It cannot be downloaded any more.`,
        { byStaff: `Why: ${reason}` },
        `What to do now: ${instructions}`,
      ],
      button: { label: 'Go to Your Seat', url: `${dependencies.config.publicUrl}/seats/${id}` },
    })
}

/** Ends the seats of a refunded order, and tells who has one. */
export async function endSeatsOfOrder(
  dependencies: Dependencies,
  trx: Connection,
  { id, title }: OrderRow,
): Promise<void> {
  const holders = await holdersOf(trx, id)
  await endSeats(trx, id)
  for (const { memberId } of holders)
    await mailMember(dependencies, trx, seatKind, memberId, endedEmail(dependencies, title, refunded))
}

/** Tells somebody that the buyer gives their seat to another. */
export const mailGivenOn = (
  dependencies: Dependencies,
  trx: Connection,
  { memberId, title }: { memberId: string; title: string },
): Promise<void> =>
  mailMember(dependencies, trx, seatKind, memberId, endedEmail(dependencies, title, givenOn))

const refunded = 'its order was refunded'
const givenOn = 'its buyer gives it to somebody else'

const endedEmail = ({ config }: Dependencies, title: string, why: string): EmailContent => ({
  subject: `Your seat has ended: ${title}`,
  paragraphs: [
    `Your seat of “${title}” has ended, because ${why}. You cannot download it any more, and your licence does not hold any more.`,
  ],
  button: { label: 'Go to Your Orders', url: `${config.publicUrl}/profile?tab=orders` },
})
