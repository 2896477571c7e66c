import { redirect } from 'react-router'

import { CounterNotice } from '#contract/projects/reports.ts'

import { dropDraft } from '../forms/draft.ts'
import { textIn } from '../forms/entered.ts'
import { mistakesIn } from '../forms/mistakes.ts'
import { unlessUnanswered } from '../forms/unanswered.ts'
import type { FormAnswer } from '../forms/use-form.ts'
import type { PageHandle } from '../page-handle.ts'
import { problemOf } from '../problem-of.ts'
import { requireMember } from '../session/require-member.ts'
import type { Route } from './+types/owner-reports-data'

export const handle = { isPublic: false } satisfies PageHandle

export const shouldRevalidate = unlessUnanswered

/** Whoever comes here by hand is led to the project, where the reports are shown. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(`/owner/projects/${params.id}#reports`)

/** The reports of the signed-in owner's project; none when they could not be read. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const api = await requireMember(request)
  try {
    return { reports: (await api.reports.received({ params: { id: params.id } })).reports }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load reports').message }
  }
}

/** Saves the owner's counter-notice to the report that the form names. */
export async function clientAction({
  request,
}: Route.ClientActionArgs): Promise<FormAnswer & { done?: true }> {
  const api = await requireMember(request)
  const form = await request.formData()
  const body = { text: textIn(form, 'text') }
  const mistakes = mistakesIn(CounterNotice, body)
  if (mistakes) return mistakes
  try {
    await api.reports.answer({ params: { id: textIn(form, 'report') }, body })
    dropDraft(`report answer ${textIn(form, 'report')}`)
    return { done: true }
  } catch (thrown) {
    return problemOf(thrown, 'Failed to save your answer')
  }
}
