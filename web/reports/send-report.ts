import type { Api } from '#contract/client.ts'
import { NewReport } from '#contract/projects/reports.ts'
import { type ReportReason, reviewReports } from '#contract/projects/review-reports.ts'

import { textIn } from '../forms/entered.ts'
import { mistakesIn } from '../forms/mistakes.ts'
import type { FormAnswer } from '../forms/use-form.ts'

/** Sends what is said of a project, or of the review or question that the form names: the number of the ticket, or what to mend. */
export async function sendReport(
  api: Api,
  projectId: string,
  form: FormData,
): Promise<{ number: string } | { mistakes: FormAnswer }> {
  const [text, review, question] = [textIn(form, 'text'), textIn(form, 'review'), textIn(form, 'question')]
  if (review) {
    const body = { reason: textIn(form, 'reason') as ReportReason, text }
    const mistakes = mistakesIn(reviewReports.report.body, body)
    if (mistakes) return { mistakes }
    return api.reviewReports.report({ params: { id: projectId, review }, body })
  }
  const body = { kind: textIn(form, 'kind') as 'copied', text, ...(question && { question }) }
  const mistakes = mistakesIn(NewReport, body)
  if (mistakes) return { mistakes }
  return api.reports.report({ params: { id: projectId }, body })
}
