import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { NewAnswer, type Question } from '#contract/projects/questions.ts'

import { constraintsOf } from '../forms/constraints.ts'
import { hasDraft } from '../forms/draft.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Loading, Skeleton } from '../ui/feedback/skeleton.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { useKeptFocus } from '../ui/form/use-kept-focus.ts'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import { HiddenNote } from './hidden-note.tsx'
import type { clientAction, clientLoader } from './owner-questions-data.ts'
import { QuestionText } from './question-text.tsx'

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
