import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { type Question, questions as calls } from '#contract/projects/questions.ts'

import { constraintsOf } from '../../shell/form/constraints.ts'
import { textIn, useForm } from '../../shell/form/use-form.ts'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { ErrorState } from '../../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { QuestionText } from '../questions/question-text.tsx'
import type { Route } from './+types/moderated-questions'

/** What was asked about a project; staff take off the page what does not belong there. Nothing is drawn when nobody asked. */
export function ModeratedQuestions({ projectId }: { projectId: string }) {
  const address = `/admin/projects/${projectId}/questions`
  const { data, load } = useFetcher<typeof clientLoader>()
  useEffect(() => {
    void load(address)
  }, [load, address])
  if (!data || data.questions?.length === 0) return null
  return (
    <Sheet as="section" aria-label="Questions">
      <SheetHead title="Questions" />
      {data.problem !== undefined ? (
        <ErrorState as="h3" title={data.problem} onRetry={() => void load(address)} />
      ) : (
        <ul className="divide-rule divide-y px-4 sm:px-5">
          {data.questions.map((question) => (
            <li key={question._id} className="py-4">
              <QuestionText question={question} />
              <HideForm question={question} address={address} />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}

function HideForm({
  question: { _id, text, hiddenReason },
  address,
}: {
  question: Question
  address: string
}) {
  const fetcher = useFetcher<typeof clientAction>()
  const { data } = fetcher
  // The answer of the server when the form was opened; a newer success closes it.
  const [openedAt, setOpenedAt] = useState<typeof data | null>(null)
  const isOpen = openedAt !== null && (data === openedAt || !(data && 'done' in data))
  const problem = data && 'message' in data ? data : undefined
  const { ref, message, field } = useForm(constraints, problem)
  const pending = fetcher.state !== 'idle'
  const name = <input type="hidden" name="question" value={_id} />
  if (hiddenReason !== null)
    return (
      <fetcher.Form method="post" action={address} className="mt-3 flex flex-wrap items-center gap-3">
        {name}
        <Badge>Hidden</Badge>
        <span className="text-14 text-quiet min-w-0 break-words">{hiddenReason}</span>
        <Button type="submit" tone="quiet" size="small" pending={pending} aria-label={`Show Again: ${text}`}>
          Show Again
        </Button>
      </fetcher.Form>
    )
  if (!isOpen)
    return (
      <Button
        tone="quiet"
        size="small"
        className="mt-3"
        aria-label={`Hide: ${text}`}
        onClick={() => setOpenedAt(data)}
      >
        Hide
      </Button>
    )
  return (
    <fetcher.Form
      ref={ref}
      method="post"
      action={address}
      noValidate
      className="mt-3 flex max-w-xl flex-col gap-3"
    >
      {name}
      {message && <Callout tone="stopped" {...message} />}
      <Field label="Why it is hidden" hint="Mailed to who asked and to the owner" {...field('reason')}>
        <TextInput />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" tone="danger" size="small" pending={pending}>
          Hide Question
        </Button>
        <Button tone="quiet" size="small" onClick={() => setOpenedAt(null)}>
          Cancel
        </Button>
      </div>
    </fetcher.Form>
  )
}

const constraints = constraintsOf(calls.hide.body)

/** All questions about a project, those that are hidden too, or why they could not be read. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  try {
    return { questions: (await api.questions.list({ params: { id: params.id } })).questions }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load questions').message }
  }
}

/** Hides the question that the form names for a reason, or shows it again without one. */
export async function clientAction({ context, request, params }: Route.ClientActionArgs) {
  const api = context.get(apiContext)
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
