import { redirect } from 'react-router'

import { textIn } from '../forms/entered.ts'
import type { PageHandle } from '../page-handle.ts'
import { problemOf } from '../problem-of.ts'
import type { Route } from './+types/questions-data'
import { requireStaff } from './session.ts'

export const handle = { isPublic: false } satisfies PageHandle

/** Whoever comes here by hand is led to the project, where the questions are shown. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(`/admin/projects/${params.id}`)

/** All questions about a project, those that are hidden too, or why they could not be read. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  try {
    return { questions: (await api.questions.list({ params: { id: params.id } })).questions }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load questions').message }
  }
}

/** Hides the question that the form names for a reason, or shows it again without one. */
export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const api = await requireStaff()
  const form = await request.formData()
  const question = textIn(form, 'question')
  const body = { reason: form.has('reason') ? textIn(form, 'reason') : null }
  try {
    await api.questions.hide({ params: { id: params.id, question }, body })
    return { done: true as const }
  } catch (thrown) {
    return problemOf(thrown, 'Failed to hide the question')
  }
}
