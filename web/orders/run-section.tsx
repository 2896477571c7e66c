import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import type { Api } from '#contract/client.ts'
import { day } from '#contract/format.ts'
import {
  type RunAnswer,
  runAnswerReaders,
  runAnswers,
  type RunTrouble,
  runTroubleLabels,
  runTroubles,
} from '#contract/orders/run-answers.ts'

import { dropDraft } from '../shell/form/draft.ts'
import { mistakesIn, textIn, useForm } from '../shell/form/use-form.ts'
import { problemOf } from '../shell/session/api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { RadioGroup, TextArea } from '../ui/inputs.tsx'
import { notify } from '../ui/notices.tsx'
import { SectionHeading } from '../ui/page.tsx'
import { Callout, Status } from '../ui/status.tsx'
import type { OrderAnswer } from './refund-section.tsx'

/** Whether it ran, on the page of an order: the question, what was said, and the way to change it. */
export function RunSection({ answer, mayAnswer }: { answer: RunAnswer | null; mayAnswer: boolean }) {
  const fetcher = useFetcher<OrderAnswer>()
  const { data } = fetcher
  // What had been answered when the form was opened; a newer success closes it.
  const [openedAt, setOpenedAt] = useState<OrderAnswer | null>()
  const isOpen = openedAt !== undefined && (data === (openedAt ?? undefined) || !data?.done)
  useEffect(() => {
    if (data?.done) notify(data.done, { tone: 'done' })
  }, [data])
  if (!answer && !mayAnswer) return null
  return (
    <section aria-labelledby="run">
      <SectionHeading
        id="run"
        title="Did it run?"
        lead={answer ? undefined : `Your answer helps the next buyer. ${runAnswerReaders}`}
      />
      {answer && !isOpen ? (
        <>
          <Said answer={answer} />
          {mayAnswer && (
            <Button tone="quiet" className="mt-4" onClick={() => setOpenedAt(data ?? null)}>
              Change Your Answer
            </Button>
          )}
        </>
      ) : (
        <AnswerForm
          fetcher={fetcher}
          answer={answer}
          onCancel={answer ? () => setOpenedAt(undefined) : undefined}
        />
      )}
    </section>
  )
}

function Said({ answer: { ran, reason, text, answeredAt } }: { answer: RunAnswer }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Status tone={ran ? 'verified' : 'stopped'}>
          {ran ? 'It ran' : `It did not run${reason ? `: ${runTroubleLabels[reason].toLowerCase()}` : ''}`}
        </Status>
        <span className="text-13 text-quiet font-mono">{day(answeredAt)}</span>
      </p>
      {text && <p className="mt-2 max-w-(--container-text) break-words whitespace-pre-line">{text}</p>}
    </>
  )
}

function AnswerForm({ fetcher, answer, onCancel }: AnswerFormProps) {
  const { ref, message, field } = useForm(constraints, fetcher.data, runDraft)
  const [ran, setRan] = useState(answer ? (answer.ran ? 'yes' : 'no') : '')
  const wrong = fetcher.data?.fields
  return (
    <fetcher.Form
      ref={ref}
      method="post"
      aria-label="Did it run?"
      className="flex max-w-(--container-text) flex-col gap-4"
      noValidate
      // What was kept of an earlier attempt is put back into the form after it is drawn.
      onInput={({ currentTarget }) => setRan(textIn(new FormData(currentTarget), 'ran'))}
    >
      {message && <Callout tone="stopped" {...message} />}
      <RadioGroup
        legend="Did it run on your computer?"
        hideLegend
        required
        name="ran"
        inline
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
        {...(ran && { defaultValue: ran })}
        error={ran ? undefined : wrong?.ran}
      />
      {ran === 'no' && (
        <RadioGroup
          legend="What went wrong?"
          required
          name="reason"
          options={troubleOptions}
          {...(answer?.reason && { defaultValue: answer.reason })}
          error={wrong?.reason}
        />
      )}
      {ran && (
        <Field
          label={ran === 'no' ? 'What happened' : 'Anything to add'}
          hint={`Optional. ${runAnswerReaders}`}
          {...field('text', answer?.text)}
        >
          <TextArea rows={3} />
        </Field>
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button
          type="submit"
          tone="quiet"
          name="intent"
          value="run"
          pending={fetcher.state !== 'idle'}
          pendingText="One moment..."
        >
          Send Answer
        </Button>
        {onCancel && (
          <Button tone="link" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </fetcher.Form>
  )
}

interface AnswerFormProps {
  fetcher: ReturnType<typeof useFetcher<OrderAnswer>>
  answer: RunAnswer | null
  onCancel: (() => void) | undefined
}

/** The name under which an answer is kept while it is typed. */
const runDraft = 'run'
const constraints = { ran: {}, reason: {}, text: { maxLength: 500 } } as const

/** Keeps what a buyer says of whether it ran. */
export async function actOnRun(api: Api, id: string, form: FormData): Promise<OrderAnswer> {
  const said = textIn(form, 'ran')
  if (said !== 'yes' && said !== 'no') return { fields: { ran: 'Choose Yes or No' } }
  const reason = (said === 'no' && textIn(form, 'reason')) || null
  const body = { ran: said === 'yes', reason: reason as RunTrouble | null, text: textIn(form, 'text') }
  const mistakes = mistakesIn(runAnswers.set.body, body)
  if (mistakes) return mistakes
  try {
    await api.runAnswers.set({ params: { id }, body })
    dropDraft(runDraft)
    return { done: 'Thank you. Your answer is kept.' }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to save your answer')
    return { code, message, fields }
  }
}

const troubleOptions = runTroubles.map((value) => ({ value, label: runTroubleLabels[value] }))
