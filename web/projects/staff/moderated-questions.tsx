import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { moderation } from '#contract/content/moderation.ts'
import type { Question } from '#contract/projects/questions.ts'

import { ActionButton, ActionForm, formAction, useActionForm } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { textIn } from '../../shell/form/use-form.ts'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, TextLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { ErrorState } from '../../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { QuestionText } from '../questions/question-text.tsx'
import type { Route } from './+types/moderated-questions'

/**
 * The questions about a project, each with a button for staff to hide it or show it again. Renders nothing without
 * questions.
 */
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
              {question.isHeld || question.answer?.isHeld ? (
                <TextLink to="/admin/held">Read what waits for staff</TextLink>
              ) : (
                <HideForm question={question} address={address} />
              )}
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
  const [isOpen, setOpen] = useState(false)
  const form = useActionForm(constraints, { action: address, onDone: () => setOpen(false) })
  if (hiddenReason !== null)
    return (
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Badge>Hidden</Badge>
        <span className="text-14 text-quiet min-w-0 break-words">{hiddenReason}</span>
        <ActionButton
          submit={{ question: _id }}
          action={address}
          tone="quiet"
          size="small"
          aria-label={`Show Again: ${text}`}
        >
          Show Again
        </ActionButton>
      </div>
    )
  if (!isOpen)
    return (
      <Button
        tone="quiet"
        size="small"
        className="mt-3"
        aria-label={`Hide: ${text}`}
        onClick={() => setOpen(true)}
      >
        Hide
      </Button>
    )
  return (
    <ActionForm form={form} className="mt-3 flex max-w-xl flex-col gap-3">
      <input type="hidden" name="question" value={_id} />
      <Field label="Why it is hidden" hint="Mailed to who asked and to the owner" {...form.field('reason')}>
        <TextInput />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" tone="danger" size="small" pending={form.pending}>
          Hide Question
        </Button>
        <Button tone="quiet" size="small" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </ActionForm>
  )
}

const constraints = constraintsOf(moderation.hideQuestion.body)

/** Loads all questions about a project, including hidden ones, or the problem when they could not be loaded. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  try {
    return { questions: (await api.questions.list({ params: { id: params.id } })).questions }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load questions').message }
  }
}

/** Hides the question that the form names when there is a reason; without one, shows it again. */
export const clientAction = formAction(
  'Failed to hide the question',
  async ({ api, form, params: { id } }) => {
    const body = { reason: form.has('reason') ? textIn(form, 'reason') : null }
    await api.moderation.hideQuestion({ params: { id, question: textIn(form, 'question') }, body })
  },
)
