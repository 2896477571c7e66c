import { rupeesOf } from '#contract/kit/amounts.ts'
import { inRupees } from '#contract/kit/format.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type OptionalKind } from '../../platform/mail/send.ts'
import { numberOf } from './presenter.ts'
import type { PayoutRow } from './queries.ts'

const payoutKind: OptionalKind = {
  name: 'payout',
  why: 'you asked for a payout and Email Notifications are on in your settings',
  preference: 'notifications',
  isMoney: true,
}

/** Tells a member what staff did with their payout. */
export async function mailPayout(
  dependencies: Dependencies,
  trx: Connection,
  payout: PayoutRow,
): Promise<void> {
  const content = contentOf(payout)
  if (!content) return
  await mailMember(dependencies, trx, payoutKind, payout.memberId, {
    ...content,
    button: { label: 'Go to Your Payouts', url: `${dependencies.config.publicUrl}/owner/payouts` },
  })
}

function contentOf(payout: PayoutRow): Omit<EmailContent, 'button'> | undefined {
  const { status, note, reference, masked, approvedAt } = payout
  const amount = inRupees(rupeesOf(payout.amountPaise))
  const number = numberOf(payout.number)
  const noted = note ? [{ byStaff: `Our staff wrote: “${note}”` }] : []
  switch (status) {
    case 'approved':
      return {
        subject: `Your payout of ${amount} is approved`,
        paragraphs: [
          `Payout ${number} of ${amount} to ${masked} is approved. We give it to our bank next, and mail you again when it is sent.`,
        ],
      }
    case 'on_hold':
      return {
        subject: `Your payout of ${amount} is on hold`,
        paragraphs: [
          `Payout ${number} of ${amount} to ${masked} is on hold until something is cleared up.`,
          ...noted,
          approvedAt
            ? 'The money stays set aside for you.'
            : 'The money stays set aside for you. You can also cancel the request.',
        ],
      }
    case 'declined':
      return {
        subject: `Your payout of ${amount} was declined`,
        paragraphs: [
          `Payout ${number} of ${amount} to ${masked} was declined. The money is back in your balance.`,
          ...noted,
        ],
      }
    case 'returned':
      return {
        subject: `Your payout of ${amount} came back`,
        paragraphs: [
          `The bank returned payout ${number} of ${amount} to ${masked}. The money is back in your balance.`,
          ...noted,
          'Look at the account details, and ask again with the right ones.',
        ],
      }
    case 'paid':
      return {
        subject: `Your payout of ${amount} is paid`,
        paragraphs: [
          `We have sent ${amount} to ${masked} (payout ${number}).`,
          `The bank’s reference is ${reference}. If it has not arrived after 3 working days, ask your bank with this reference, or write to us.`,
        ],
      }
    default:
      return undefined
  }
}
