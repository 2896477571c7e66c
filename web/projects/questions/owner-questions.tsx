import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { NewAnswer, type Question } from '#contract/projects/questions.ts'

import { constraintsOf } from '../../shell/form/constraints.ts'
import { hasDraft } from '../../shell/form/draft.ts'
import { type FormAnswer, mistakesIn, textIn, unlessUnanswered, useForm } from '../../shell/form/use-form.ts'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useKeptFocus } from '../../ui/focus.ts'
import { TextArea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notices.tsx'
import { ErrorState, Loading, Skeleton } from '../../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import type { Route } from './+types/owner-questions'
import { HiddenNote, QuestionText } from './question-text.tsx'

/** The questions about the signed-in owner's project, to be answered in place; read when the section is first shown. */
export function OwnerQuestions({ projectId }: { projectId: string }) {
  const address = `/owner/projects/${projectId}/questions`
  const { data, load } = useFetcher<typeof clientLoader>()
  useEffect(() => {
    void load(address)
  }, [load, address])
  const waiting =
    data?.questions?.filter(({ answer, hiddenReason }) => !answer && hiddenReason === null).length ?? 0
  return (
    <Sheet as="section" id="questions" aria-label="Questions">
      <SheetHead title="Questions">
        {waiting > 0 && <span className="text-14 text-quiet">{waiting} to answer</span>}
      </SheetHead>
      {!data ? (
        <Loading text="Loading questions..." className="p-4 sm:p-5">
          <Skeleton className="h-16" />
        </Loading>
      ) : data.problem !== undefined ? (
        <ErrorState as="h3" title={data.problem} onRetry={() => void load(address)} />
      ) : data.questions.length === 0 ? (
        <p className="text-quiet p-4 sm:p-5">
          Nobody has asked yet. Questions come to you by email; your answers are shown on the project’s page.
        </p>
      ) : (
        <ul className="divide-rule divide-y px-4 sm:px-5">
          {data.questions.map((question) => (
            <li key={question._id} className="py-4">
              <QuestionText question={question}>
                {question.hiddenReason === null ? (
                  <AnswerForm question={question} address={address} />
                ) : (
                  <HiddenNote reason={question.hiddenReason} isOwner />
                )}
              </QuestionText>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}

function AnswerForm({ question: { _id, text, answer }, address }: { question: Question; address: string }) {
  const fetcher = useFetcher<typeof clientAction>()
  const { data } = fetcher
  const draft = `answer ${_id}`
  const { ref, message, field } = useForm(constraints, data, draft)
  // The answer of the server when the form was opened; a newer success closes it.
  const [openedAt, setOpenedAt] = useState<typeof data | null>(() => (hasDraft(draft) ? undefined : null))
  const isOpen = openedAt !== null && (data === openedAt || !data?.done)
  const place = useKeptFocus(isOpen)
  useEffect(() => {
    if (data?.done) notify('Your answer is on the page.', { tone: 'done' })
  }, [data])
  const what = answer ? 'Edit Answer' : 'Answer'
  if (!isOpen)
    return (
      <div ref={place} className="mt-3">
        <Button tone="quiet" size="small" aria-label={`${what}: ${text}`} onClick={() => setOpenedAt(data)}>
          {what}
        </Button>
      </div>
    )
  return (
    <div ref={place} className="mt-3">
      <fetcher.Form ref={ref} method="post" action={address} noValidate className="flex flex-col gap-4">
        <input type="hidden" name="question" value={_id} />
        {message && <Callout tone="stopped" {...message} />}
        <Field
          label="Your answer"
          hint="Everybody can read it. Leave out phone numbers and emails."
          {...field('text', answer?.text)}
        >
          <TextArea rows={3} />
        </Field>
        <div className="flex gap-2">
          <Button type="submit" size="small" pending={fetcher.state !== 'idle'} pendingText="Saving...">
            Save Answer
          </Button>
          <Button tone="quiet" size="small" onClick={() => setOpenedAt(null)}>
            Cancel
          </Button>
        </div>
      </fetcher.Form>
    </div>
  )
}

const constraints = constraintsOf(NewAnswer)

export const shouldRevalidate = unlessUnanswered

/** The questions about the signed-in owner's project, or why they could not be read. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  try {
    return { questions: (await api.questions.list({ params: { id: params.id } })).questions }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load questions').message }
  }
}

/** Saves the owner's answer to the question that the form names. */
export async function clientAction({
  context,
  request,
  params,
}: Route.ClientActionArgs): Promise<FormAnswer & { done?: true }> {
  const api = context.get(apiContext)
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
