import type { EmailContent } from '../mail/email.ts'
import type { OptionalKind } from '../mail/kind.ts'

export const reviewKind: OptionalKind = {
  name: 'review',
  why: 'somebody reviewed your project',
  preference: 'notifications',
}

interface Written {
  projectId: string
  title: string
  rating: number
  text: string
  publicUrl: string
}

/** Tells the owner of a project what a buyer wrote about it. */
export const reviewEmail = ({ projectId, title, rating, text, publicUrl }: Written): EmailContent => ({
  subject: `New review of ${title}`,
  paragraphs: [`A buyer gave “${title}” ${rating} out of 5 stars.`, ...(text ? [`“${text}”`] : [])],
  button: { label: 'Read It on the Page', url: `${publicUrl}/projects/${projectId}` },
})

export const replyKind: OptionalKind = {
  name: 'review-reply',
  why: 'you reviewed this project',
  preference: 'notifications',
}

/** Tells who reviewed a project what its owner replied. */
export const replyEmail = ({ projectId, title, text, publicUrl }: Omit<Written, 'rating'>): EmailContent => ({
  subject: `The owner replied to your review of ${title}`,
  paragraphs: [`The owner of “${title}” replied:`, `“${text}”`, 'You can change your review at any time.'],
  button: { label: 'Read It on the Page', url: `${publicUrl}/projects/${projectId}` },
})
