/** The kinds of complaints about a listing or a question. */
export const complaintKinds = ['copied', 'broken', 'harmful', 'personal_data'] as const

/** The reasons for complaints about a review. */
export const complaintReasons = ['abuse', 'spam', 'not_about_it', 'private_data', 'other'] as const
type ComplaintReason = (typeof complaintReasons)[number]
export type ComplaintKind = (typeof complaintKinds)[number] | ComplaintReason

/**
 * The hours within which a complaint of each kind is decided: rule 3(2) of the IT Rules, 2021, as in force since 20
 * February 2026. Every text that names a time takes it from here.
 */
export const hoursToDecide: Record<ComplaintKind, number> = {
  personal_data: 36,
  private_data: 36,
  harmful: 36,
  abuse: 36,
  copied: 168,
  broken: 168,
  spam: 168,
  not_about_it: 168,
  other: 168,
}

/** The kinds that staff always read one by one, also from people without an account: each may be a different claim. */
export const kindsAlone: readonly ComplaintKind[] = ['copied', 'personal_data', 'private_data']

/** Returns the time by which a complaint must be decided. */
export const dueAt = (kind: ComplaintKind, sentAt: string | Date): Date =>
  new Date(new Date(sentAt).getTime() + hoursToDecide[kind] * 3_600_000)

/** Names the time in which complaints of a kind are decided, such as '7 days' or '36 hours'. */
export const timeToDecide = (kind: ComplaintKind): string => inWords(hoursToDecide[kind])

const inWords = (hours: number) => (hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`)

const hours = Object.values(hoursToDecide)

/** Names the times of all kinds, to end a sentence such as 'our staff decide'. */
export const timesToDecide = `within ${inWords(Math.max(...hours))}, and within ${inWords(Math.min(...hours))} when it is about personal data, harm or abuse`

/**
 * The days for which staff can take a listing off the lists while a complaint about it is decided: rule 75 of the
 * Copyright Rules, 2013.
 */
export const blockDays = 21

/**
 * What somebody says by sending a copyright notice, above the button; stored with the notice. Rule 75 of the Copyright
 * Rules, 2013.
 */
export const noticeDeclaration = `By sending this you say that it is true, that the copy was made without the owner’s leave and that no exception in the law allows it. If the listing is taken off because of it, it comes back after ${blockDays} days unless a court has ordered otherwise.`
