import { rupeesOf } from '#contract/kit/money.ts'
import { inRupees } from '#contract/kit/rupees.ts'

import type { EmailContent } from '../mail/email.ts'
import type { OptionalKind } from '../mail/kind.ts'

export const announcementKind: OptionalKind = {
  name: 'new listing',
  why: 'you follow its owner',
  preference: 'newListings',
}

interface Listed {
  id: string
  title: string
  category: string
  pricePaise: number
  ownerName: string
  publicUrl: string
}

/** Tells a follower of an owner what they have listed. */
export const announcementEmail = (listed: Listed): EmailContent => ({
  subject: `${listed.ownerName} listed ${listed.title}`,
  paragraphs: [
    `${listed.ownerName}, whom you follow, has listed a new project.`,
    `${listed.title}\n${listed.category}, ${listed.pricePaise > 0 ? inRupees(rupeesOf(listed.pricePaise)) : 'free'}`,
  ],
  button: { label: 'Look at It', url: `${listed.publicUrl}/projects/${listed.id}` },
})
