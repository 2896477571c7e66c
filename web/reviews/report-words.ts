import { type ReportReason, reportReasons } from '#contract/projects/review-reports.ts'

/** What is wrong with a review, in words. */
export const reportWords: Record<ReportReason, string> = {
  abuse: 'It insults somebody',
  spam: 'It advertises something',
  not_about_it: 'It is not about this project',
  private_data: 'It names private data',
  other: 'Something else',
}

export const reportOptions = reportReasons.map((value) => ({ value, label: reportWords[value] }))
