import { isoTime } from '#contract/kit/day.ts'
import type { StaffReview } from '#contract/projects/review-reports.ts'

import type { ReviewRow } from './queries.ts'

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
  reply: row.reply,
  hidden:
    row.hiddenAt && row.hiddenReason !== null
      ? { at: row.hiddenAt.toISOString(), reason: row.hiddenReason }
      : null,
  reports: row.reports.map(({ reason, text, name, at, settled }) => ({
    reason: reason as StaffReview['reports'][number]['reason'],
    text,
    name,
    reportedAt: new Date(at).toISOString(),
    isOpen: settled === null,
  })),
})
