import {
  daysToDecide,
  type OwnersComplaint,
  type ComplaintOutcome,
  type StaffReport,
} from '#contract/content/complaints.ts'
import { isoTime } from '#contract/format.ts'
import type { StaffReview } from '#contract/orders/reviews.ts'

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
  reports: row.reports.map(({ kind, text, name, at, outcome }) => ({
    reason: kind as StaffReview['reports'][number]['reason'],
    text,
    name,
    reportedAt: new Date(at).toISOString(),
    isOpen: outcome === null,
  })),
})

/** The number by which people refer to a complaint, such as RP-000012. */
export const numberOf = ({ number }: { number: number }) => `RP-${String(number).padStart(6, '0')}`

/** The time by which a complaint must be decided. */
export const dueOf = ({ reportedAt }: { reportedAt: Date }) => new Date(reportedAt.getTime() + maxAge)

/** Time for a decision, in milliseconds. */
export const maxAge = daysToDecide * 86_400_000

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

/** A complaint as the owner of the listing sees it: without its reporter. */
export const toOwnersComplaint = (row: ComplaintRow): OwnersComplaint => ({
  _id: row.id,
  number: numberOf(row),
  about: aboutOf(row),
  kind: row.kind as OwnersComplaint['kind'],
  text: row.text,
  reportedAt: row.reportedAt.toISOString(),
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
})

/** A complaint as staff see it. */
export const toStaffComplaint = (row: ComplaintWithItem): StaffReport => ({
  ...toOwnersComplaint(row),
  projectId: row.projectId,
  title: row.title,
  said: row.said,
  isGone: row.isGone,
  reporter:
    row.reporterName !== null && row.reporterEmail !== null
      ? { name: row.reporterName, email: row.reporterEmail }
      : null,
  owner: { name: row.ownerName, email: row.ownerEmail },
  isLate: row.outcome === null && dueOf(row) < new Date(),
  decidedBy: row.decidedBy,
})
