import type { EmailContent } from '../mail/email.ts'
import type { NecessaryKind } from '../mail/kind.ts'

/** What may do harm must reach everybody who has it, whatever they have switched off. */
export const buyersRecallKind: NecessaryKind = { name: 'recall', why: 'you bought this project' }
export const ownersRecallKind: NecessaryKind = { name: 'recall-of-own', why: 'the project is yours' }

interface Recalled {
  title: string
  number: number
  reason: string
  publicUrl: string
}

/** Tells a buyer what was recalled, what to do, and what they have now. */
export const buyersRecallEmail = ({
  title,
  number,
  reason,
  instructions,
  isRefunded,
  hasAnother,
  orderId,
  publicUrl,
}: Recalled & {
  instructions: string
  isRefunded: boolean
  /** Another release can be downloaded. */
  hasAnother: boolean
  orderId: string
}): EmailContent => ({
  subject: `Recall: release ${number} of ${title}`,
  paragraphs: [
    `Our staff recalled release ${number} of “${title}”. It cannot be downloaded any more.`,
    `Why: ${reason}`,
    `What to do now: ${instructions}`,
    ...(isRefunded ? ['You get your money back; another email tells you how much.'] : []),
    ...(hasAnother
      ? ['Another release that our staff approved can still be downloaded with your order.']
      : []),
  ],
  button: { label: 'Go to Your Order', url: `${publicUrl}/orders/${orderId}` },
})

/** Tells the owner what was recalled and how it ends. */
export const ownersRecallEmail = ({
  title,
  number,
  reason,
  refund,
  projectId,
  deletedAt,
  publicUrl,
}: Recalled & { refund: boolean; projectId: string; deletedAt: Date | null }): EmailContent => ({
  subject: `Your release was recalled: ${title}`,
  paragraphs: [
    `Our staff recalled release ${number} of “${title}”. Nobody can download it any more, and its buyers are told.`,
    `Why: ${reason}`,
    ...(refund
      ? ['Those who paid for it get their money back. Your share of these sales is taken off your balance.']
      : []),
    deletedAt
      ? 'A recall cannot be undone.'
      : 'A recall cannot be undone. Upload a release without the problem; once our staff approve it, it takes the place of this one.',
  ],
  button: deletedAt
    ? { label: 'Go to Your Projects', url: `${publicUrl}/profile?tab=projects` }
    : { label: 'Open Your Project', url: `${publicUrl}/owner/projects/${projectId}` },
})
