import { useEffect } from 'react'
import { Link } from 'react-router'

import { recalls } from '#contract/projects/recalls.ts'

import { dropDraft } from '../../forms/draft.ts'
import { textIn } from '../../forms/entered.ts'
import { mistakesIn } from '../../forms/mistakes.ts'
import { unlessUnanswered } from '../../forms/unanswered.ts'
import type { FormAnswer } from '../../forms/use-form.ts'
import type { PageHandle } from '../../page-handle.ts'
import { problemOf } from '../../problem-of.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { PageNotLoaded } from '../page-not-loaded.tsx'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/recall-page'
import { recallDraft, RecallForm } from './recall-form.tsx'
import { RecalledRelease } from './recalled-release.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Recall | Readymade staff' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  return api.recalls.list({ params: { id: params.id } })
}
clientLoader.hydrate = true as const

/** What came of a recall, or of a refund that was decided on later. */
type RecallAnswer = FormAnswer & { done?: string; refundProblem?: string }

export async function clientAction({ request, params }: Route.ClientActionArgs): Promise<RecallAnswer> {
  const api = await requireStaff()
  const form = await request.formData()
  const number = textIn(form, 'number')
  const of = { params: { id: params.id, number } }
  if (form.has('refundLater')) {
    try {
      await api.recalls.refund(of)
      return { done: `Those who paid for release ${number} get their money back.` }
    } catch (thrown) {
      return { refundProblem: problemOf(thrown, 'Failed to refund the buyers').message }
    }
  }
  const body = {
    reason: textIn(form, 'reason'),
    instructions: textIn(form, 'instructions'),
    refund: form.get('refund') === 'on',
  }
  const mistakes = mistakesIn(recalls.recall.body, body)
  if (mistakes || !number)
    return mistakes ?? { message: 'Choose a release', fields: { number: 'Choose a release' } }
  try {
    await api.recalls.recall({ ...of, body })
    dropDraft(recallDraft(params.id))
    return { done: `Release ${number} is recalled.` }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to recall the release')
    return { code, message, fields }
  }
}

export const shouldRevalidate = unlessUnanswered

export default function RecallPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, releases } = loaderData
  const done = actionData?.done
  const refundProblem = actionData?.refundProblem
  useEffect(() => {
    if (done) notify(done, { tone: 'done' })
    if (refundProblem) notify(refundProblem, { tone: 'failed' })
  }, [done, refundProblem])
  const recallable = releases.filter(({ recall }) => !recall)
  const recalled = releases.filter(({ recall }) => recall)
  return (
    <>
      <h1 className="text-28">Recall a release</h1>
      <p className="text-quiet mt-1 mb-6">
        <Link to={`/admin/projects/${params.id}`} className="link-rule">
          {title}
        </Link>
      </p>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        {recallable.length > 0 ? (
          <RecallForm key={done} projectId={params.id} releases={recallable} answer={actionData} />
        ) : (
          <Sheet>
            <EmptyState
              title={recalled.length > 0 ? 'Every approved release is recalled' : 'Nothing to recall'}
              action={
                <ButtonLink to={`/admin/projects/${params.id}`} tone="quiet">
                  Back to the Project
                </ButtonLink>
              }
            >
              {recalled.length > 0
                ? 'The owner has to upload a new one for you to approve.'
                : 'No release of this project was ever approved.'}
            </EmptyState>
          </Sheet>
        )}
        <div className="flex min-w-0 flex-col gap-6">
          {recalled.map((release) => (
            <RecalledRelease key={release.number} release={release} />
          ))}
        </div>
      </div>
    </>
  )
}

export const ErrorBoundary = () => (
  <PageNotLoaded what="project" to="/admin/projects" label="Back to Projects" />
)
