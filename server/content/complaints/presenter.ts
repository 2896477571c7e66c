import { type ComplaintKind, dueAt } from '#contract/content/complaint-kinds.ts'
import type {
  ComplaintOutcome,
  CopyrightNotice,
  OwnersComplaint,
  StaffComplaint,
} from '#contract/content/complaints.ts'
import type { StaffReview } from '#contract/content/moderation.ts'
import { requestNumber } from '#contract/content/request-numbers.ts'
import { isoTime } from '#contract/kit/format.ts'

import type { ComplaintWithItem, ReviewRow, ComplaintRow } from './queries.ts'

/** A review as staff see it. */
export const toStaffReview = (row: ReviewRow): StaffReview => ({
  _id: row.id,
  projectId: row.projectId,
  projectTitle: row.title,
  writer: { name: row.name, email: row.email },
  rating: row.rating,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  editedAt: isoTime(row.editedAt),
  isFree: row.isFree,
  isDiscounted: row.isDiscounted,
  reply: row.reply,
  hidden:
    row.hiddenAt && row.hiddenReason !== null
      ? { at: row.hiddenAt.toISOString(), reason: row.hiddenReason }
      : null,
  complaints: row.complaints.map(({ kind, text, name, at, outcome }) => ({
    reason: kind as StaffReview['complaints'][number]['reason'],
    text,
    name,
    sentAt: new Date(at).toISOString(),
    isOpen: outcome === null,
  })),
})

/** The number by which people refer to a complaint, such as RP-000012. */
export const numberOf = ({ number }: { number: number }) => requestNumber('RP', number)

/** The time by which a complaint must be decided. */
export const dueOf = ({ kind, sentAt }: Pick<ComplaintRow, 'kind' | 'sentAt'>) =>
  dueAt(kind as ComplaintKind, sentAt)

export const aboutOf = ({ reviewId, questionId }: Pick<ComplaintRow, 'reviewId' | 'questionId'>) =>
  reviewId ? 'review' : questionId ? 'question' : 'listing'

/** The item as it is named in a sentence, before the title of its project. */
export const itemOf = (row: ComplaintRow): string =>
  ({ listing: 'the project', review: 'a review of', question: 'a question on' })[aboutOf(row)]

export const kindLabels: Record<string, string> = {
  copied: 'it is copied from somebody else',
  broken: 'it does not run',
  harmful: 'it is harmful',
  personal_data: 'it shows personal data',
}

/** A complaint as the owner of the listing sees it: without its complainant. */
export const toOwnersComplaint = (row: ComplaintRow & Blocked): OwnersComplaint => ({
  _id: row.id,
  number: numberOf(row),
  about: aboutOf(row),
  kind: row.kind as OwnersComplaint['kind'],
  text: row.text,
  sentAt: row.sentAt.toISOString(),
  dueAt: dueOf(row).toISOString(),
  answer:
    row.answer !== null && row.answeredAt
      ? { text: row.answer, answeredAt: row.answeredAt.toISOString() }
      : null,
  decision:
    row.outcome && row.decidedAt
      ? {
          outcome: row.outcome as ComplaintOutcome,
          reasons: row.reasons ?? '',
          decidedAt: row.decidedAt.toISOString(),
        }
      : null,
  blockedUntil: blockedUntil(row),
  notice: noticeOf(row) && { rights: noticeOf(row)!.rights, work: noticeOf(row)!.work },
})

/** The block of the listing because of a complaint: its end by its date, and when it ended. */
interface Blocked {
  blockedUntil: Date | null
  blockEndedAt: Date | null
}

/** Until when the listing is blocked because of a complaint; null when it is not, or not any more. */
export const blockedUntil = ({ blockedUntil: until, blockEndedAt }: Blocked): string | null =>
  blockEndedAt ? null : isoTime(until)

const noticeOf = ({ notice }: ComplaintRow) => notice as CopyrightNotice | null

/** Who made a complaint, with an account or without; null once the account is deleted. */
const complainantOf = (row: ComplaintWithItem): StaffComplaint['complainant'] => {
  if (row.memberName !== null && row.memberEmail !== null)
    return { name: row.memberName, email: row.memberEmail, hasAccount: true }
  if (row.complainantName !== null && row.complainantEmail !== null)
    return { name: row.complainantName, email: row.complainantEmail, hasAccount: false }
  return null
}

/** A complaint as staff see it. */
export const toStaffComplaint = (row: ComplaintWithItem): StaffComplaint => ({
  ...toOwnersComplaint(row),
  projectId: row.projectId,
  title: row.title,
  said: row.said,
  isGone: row.isGone,
  complainant: complainantOf(row),
  owner: { name: row.ownerName, email: row.ownerEmail, blocks: row.ownerBlocks },
  noticeAddress: noticeOf(row)?.address ?? null,
  wasBlocked: row.blockedUntil !== null,
  isLate: row.outcome === null && dueOf(row) < new Date(),
  decidedBy: row.decidedBy,
})
