import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { NewAnswer, type Question } from '#contract/projects/questions.ts'

import { ActionForm, formAction, useActionForm } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { hasDraft } from '../../shell/form/draft.ts'
import { checked, textIn } from '../../shell/form/use-form.ts'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { usePreservedFocus } from '../../ui/focus.ts'
import { Fold } from '../../ui/fold.tsx'
import { TextArea } from '../../ui/inputs.tsx'
import { ErrorState, Loading, Skeleton } from '../../ui/placeholders.tsx'
import type { Route } from './+types/owner-questions'
import { HiddenNote, QuestionText } from './question-text.tsx'

/** The questions about the signed-in owner's project, to answer in place; they load when the section is first shown. */
export function OwnerQuestions({ projectId }: { projectId: string }) {
  const address = `/owner/projects/${projectId}/questions`
  const { data, load } = useFetcher<typeof clientLoader>({ key: address })
  useEffect(() => {
    void load(address)
  }, [load, address])
  const waiting = questionsToAnswer(data)
  return (
    <Fold
      title="Questions"
      id="questions"
      detail={waiting > 0 ? `${waiting} to answer` : data?.questions?.length}
      open={waiting > 0 || data?.problem !== undefined}
    >
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
    </Fold>
  )
}

/** Returns how many of the loaded questions the owner has not answered yet. */
export const questionsToAnswer = (data: { questions?: Question[] } | undefined): number =>
  data?.questions?.filter(({ answer, hiddenReason }) => !answer && hiddenReason === null).length ?? 0

function AnswerForm({ question: { _id, text, answer }, address }: { question: Question; address: string }) {
  const draft = `answer ${_id}`
  const [isOpen, setOpen] = useState(() => hasDraft(draft))
  const form = useActionForm(constraints, { action: address, draft, onDone: () => setOpen(false) })
  const place = usePreservedFocus(isOpen)
  const what = answer ? 'Edit Answer' : 'Answer'
  if (!isOpen)
    return (
      <div ref={place} className="mt-3">
        <Button tone="quiet" size="small" aria-label={`${what}: ${text}`} onClick={() => setOpen(true)}>
          {what}
        </Button>
      </div>
    )
  return (
    <div ref={place} className="mt-3">
      <ActionForm form={form} className="flex flex-col gap-4">
        <input type="hidden" name="question" value={_id} />
        <Field
          label="Your answer"
          hint="Everybody can read it. With a link, an email, a UPI address or a phone number it waits for our staff."
          {...form.field('text', answer?.text)}
        >
          <TextArea rows={3} />
        </Field>
        <div className="flex gap-2">
          <Button type="submit" size="small" pending={form.pending} pendingText="Saving...">
            Save Answer
          </Button>
          <Button tone="quiet" size="small" onClick={() => setOpen(false)}>
            Cancel
          </Button>
        </div>
      </ActionForm>
    </div>
  )
}

const constraints = constraintsOf(NewAnswer)

/** Loads the questions about the signed-in owner's project, or the problem when they could not be loaded. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  try {
    return { questions: (await api.questions.list({ params: { id: params.id } })).questions }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load questions').message }
  }
}

/** Saves the owner's answer to the question that the form names. */
export const clientAction = formAction(
  'Failed to save your answer',
  async ({ api, form, params: { id } }) => {
    const body = checked(NewAnswer, form)
    await api.questions.answer({ params: { id, question: textIn(form, 'question') }, body })
    return 'Your answer is on the page.'
  },
)
