/**
 * What a member agreed to, and the versions of each text: the day from which it holds, the present one last. A text
 * that changes gets a new version; the earlier ones stay, because a page may have been open meanwhile.
 */
export const agreements = {
  /** Sign-up: what we keep and why, being 18, and the terms. */
  sign_up: ['2026-11-26'],
  /** Listing a project: the owner's licence and what the owner says. `ownerLicence` adds the terms of now. */
  owner_licence: ['2026-11-26', '2026-11-29', '2026-11-30'],
} as const
type Agreement = keyof typeof agreements

/** The present version of an agreement. */
export const presentVersion = <A extends Agreement>(agreement: A) =>
  agreements[agreement].at(-1)! as (typeof agreements)[A][number]

/** Why we keep each thing that the sign-up asks for, as it stands at its field above the button. */
export const signUpReasons = {
  name: 'For your orders, receipts and licences.',
  email: 'For sign-in codes, receipts and notices.',
  phone: 'About payments, and to spot double accounts.',
} as const

/** What a member says by pressing the button of the sign-up. */
export const signUpSentence = 'By pressing the button you say: I am 18 or older and accept the terms.'

/**
 * What an owner says by listing a project or sending files: the licence in writing that sections 19 and 30 of the
 * Copyright Act ask for, and `acceptedTerms`, which say that the page is true. The version names everything that changes the words: the version of
 * the text, who sells, and the owner's share of each price in percent.
 */
export function ownerLicence({ sellsAs, feePercent }: Terms) {
  const share = Math.round((100 - feePercent) * 100) / 100
  return {
    version: `${presentVersion('owner_licence')} ${sellsAs} ${share}`,
    words: wordsOfLicence(sellsAs === 'marketplace', share),
  }
}

interface Terms {
  sellsAs: 'own_name' | 'marketplace'
  feePercent: number
}

const wordsOfLicence = (isMarketplace: boolean, share: number) =>
  `By pressing you give Readymade the non-exclusive right, worldwide and without end, to license copies${isMarketplace ? ' in your name' : ''} for ${share}% of each price, and where you switch seats on, copies at no price to three people whom the buyer invites; you live in India and accept ${acceptedTerms}.`

/** The words for the part of the terms that an owner accepts with the licence, its last words. */
export const acceptedTerms = 'the terms for owners'
