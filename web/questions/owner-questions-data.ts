import { redirect } from 'react-router'

import { NewAnswer } from '#contract/projects/questions.ts'

import { textIn } from '../forms/entered.ts'
import { mistakesIn } from '../forms/mistakes.ts'
import { unlessUnanswered } from '../forms/unanswered.ts'
import type { FormAnswer } from '../forms/use-form.ts'
import type { PageHandle } from '../page-handle.ts'
import { problemOf } from '../problem-of.ts'
import { requireMember } from '../session/require-member.ts'
import type { Route } from './+types/owner-questions-data'

export const handle = { isPublic: false } satisfies PageHandle

export const shouldRevalidate = unlessUnanswered

/** Whoever comes here by hand is led to the project, where the questions are shown. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(`/owner/projects/${params.id}#questions`)

/** The questions about the signed-in owner's project, or why they could not be read. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const api = await requireMember(request)
  try {
    return { questions: (await api.questions.list({ params: { id: params.id } })).questions }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load questions').message }
  }
}

/** Saves the owner's answer to the question that the form names. */
export async function clientAction({
  request,
  params,
}: Route.ClientActionArgs): Promise<FormAnswer & { done?: true }> {
  const api = await requireMember(request)
  const form = await request.formData()
  const body = { text: textIn(form, 'text') }
  const mistakes = mistakesIn(NewAnswer, body)
  if (mistakes) return mistakes
  try {
    await api.questions.answer({ params: { id: params.id, question: textIn(form, 'question') }, body })
    return { done: true }
  } catch (thrown) {
    return problemOf(thrown, 'Failed to save your answer')
  }
}
