import type { EmailContent } from '../../platform/mail/email.ts'
import type { OptionalKind } from '../../platform/mail/send.ts'

export const reviewKind: OptionalKind = {
  name: 'review',
  why: 'somebody reviewed your project',
  preference: 'notifications',
}

interface Reviewed {
  projectId: string
  title: string
  rating: number
  text: string
  publicUrl: string
}

/** Tells the owner of a project what a buyer wrote about it. */
export const reviewEmail = ({ projectId, title, rating, text, publicUrl }: Reviewed): EmailContent => ({
  subject: `New review of ${title}`,
  paragraphs: [`A buyer gave “${title}” ${rating} out of 5 stars.`, ...(text ? [`“${text}”`] : [])],
  button: { label: 'Read It on the Page', url: `${publicUrl}/projects/${projectId}` },
})

export const replyKind: OptionalKind = {
  name: 'review-reply',
  why: 'you reviewed this project',
  preference: 'notifications',
}

/** Tells the writer of a review what the owner replied. */
export const replyEmail = ({
  projectId,
  title,
  text,
  publicUrl,
}: Omit<Reviewed, 'rating'>): EmailContent => ({
  subject: `The owner replied to your review of ${title}`,
  paragraphs: [`The owner of “${title}” replied:`, `“${text}”`],
  button: { label: 'Read It on the Page', url: `${publicUrl}/projects/${projectId}` },
})

export const hiddenKind: OptionalKind = {
  name: 'review-hidden',
  why: 'you reviewed this project',
  preference: 'notifications',
}

/** Tells the writer of a review why staff hid it. */
export const hiddenEmail = ({
  orderId,
  title,
  reason,
  publicUrl,
}: {
  orderId: string
  title: string
  reason: string
  publicUrl: string
}): EmailContent => ({
  subject: `Your review of ${title} was taken off the page`,
  paragraphs: [
    `Our staff took your review of “${title}” off its page. It does not count in the rating either.`,
    { byStaff: `Why: ${reason}` },
    'You can still see it on the page of your order.',
  ],
  button: { label: 'Go to Your Order', url: `${publicUrl}/orders/${orderId}` },
})

export const refusedReplyKind: OptionalKind = {
  name: 'reply-refused',
  why: 'the project is yours',
  preference: 'notifications',
}

/** Tells an owner that staff did not publish their reply, and why. */
export const refusedReplyEmail = ({
  projectId,
  title,
  text,
  reason,
  publicUrl,
}: Omit<Reviewed, 'rating'> & { reason: string }): EmailContent => ({
  subject: `Your reply to a review of ${title} is not on the page`,
  paragraphs: [
    `Our staff have read your reply to a review of “${title}” and did not put it on the page:`,
    `“${text}”`,
    { byStaff: `Why: ${reason}` },
    'You can write it again without that.',
  ],
  button: { label: 'Open the Project', url: `${publicUrl}/projects/${projectId}#reviews` },
})
