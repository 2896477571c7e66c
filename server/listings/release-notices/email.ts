import type { EmailContent } from '../../mail/email.ts'
import type { OptionalKind } from '../../mail/kind.ts'

export const releaseKind: OptionalKind = {
  name: 'new-release',
  why: 'you bought this project',
  preference: 'notifications',
}

interface Released {
  title: string
  number: number
  notes: string | null
  orderId: string
  publicUrl: string
}

/** Tells a buyer of a project about a release that they may download. */
export const releaseEmail = ({ title, number, notes, orderId, publicUrl }: Released): EmailContent => ({
  subject: `Release ${number} of ${title} is out`,
  paragraphs: [
    `“${title}” has a new release. Our staff have verified it, and it comes with your order at no further cost.`,
    ...(notes ? ['What the owner says about it:', `“${notes}”`] : []),
    'The page of your order shows which files changed.',
  ],
  button: { label: `Get Release ${number}`, url: `${publicUrl}/orders/${orderId}` },
})
