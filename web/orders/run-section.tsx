import { useState } from 'react'

import { day } from '#contract/kit/format.ts'
import {
  type RunAnswer,
  runAnswerReaders,
  runAnswers,
  runTroubleLabels,
  runTroubles,
} from '#contract/orders/run-answers.ts'

import { ActionForm, formAction, useActionForm } from '../shell/form/action-form.tsx'
import { checked, textIn, fieldError } from '../shell/form/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { RadioGroup, TextArea } from '../ui/inputs.tsx'
import { SectionHeading } from '../ui/page.tsx'
import { Status } from '../ui/status.tsx'

/** The question whether the project ran, on the page of an order, with the buyer's answer and the form to change it. */
export function RunSection({ answer, mayAnswer }: { answer: RunAnswer | null; mayAnswer: boolean }) {
  const [isOpen, setOpen] = useState(false)
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
          <GivenAnswer answer={answer} />
          {mayAnswer && (
            <Button tone="quiet" className="mt-4" onClick={() => setOpen(true)}>
              Change Your Answer
            </Button>
          )}
        </>
      ) : (
        <AnswerForm answer={answer} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}

function GivenAnswer({ answer: { ran, reason, text, answeredAt } }: { answer: RunAnswer }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Status tone={ran ? 'verified' : 'stopped'}>
          {ran ? 'It ran' : `It did not run${reason ? `: ${runTroubleLabels[reason].toLowerCase()}` : ''}`}
        </Status>
        <span className="text-13 text-quiet">{day(answeredAt)}</span>
      </p>
      {text && <p className="mt-2 max-w-(--container-text) break-words whitespace-pre-line">{text}</p>}
    </>
  )
}

function AnswerForm({ answer, onClose }: { answer: RunAnswer | null; onClose: () => void }) {
  const form = useActionForm(constraints, { draft: 'run', onDone: onClose })
  const [ran, setRan] = useState(answer ? (answer.ran ? 'yes' : 'no') : '')
  return (
    <ActionForm
      form={form}
      intent="run"
      aria-label="Did it run?"
      className="flex max-w-(--container-text) flex-col gap-4"
      // The stored draft is restored into the form after it is rendered.
      onInput={({ currentTarget }) => setRan(textIn(new FormData(currentTarget), 'ran'))}
    >
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
        error={ran ? undefined : form.field('ran').error}
      />
      {ran === 'no' && (
        <RadioGroup
          legend="What went wrong?"
          required
          name="reason"
          options={troubleOptions}
          {...(answer?.reason && { defaultValue: answer.reason })}
          error={form.field('reason').error}
        />
      )}
      {ran && (
        <Field
          label={ran === 'no' ? 'What happened' : 'Anything to add'}
          hint={`Optional. ${runAnswerReaders}`}
          {...form.field('text', answer?.text)}
        >
          <TextArea rows={3} />
        </Field>
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button type="submit" tone="quiet" pending={form.pending} pendingText="One moment...">
          Send Answer
        </Button>
        {answer && (
          <Button tone="link" onClick={onClose}>
            Cancel
          </Button>
        )}
      </div>
    </ActionForm>
  )
}

const constraints = { ran: {}, reason: {}, text: { maxLength: 500 } } as const

/** Saves the buyer's answer to whether the project ran. */
export const saveRunAnswer = formAction('Failed to save your answer', async ({ api, form, params }) => {
  const said = textIn(form, 'ran')
  if (said !== 'yes' && said !== 'no') throw fieldError('ran', 'Choose Yes or No')
  const reason = (said === 'no' && textIn(form, 'reason')) || null
  const entered = { ran: said === 'yes', reason, text: textIn(form, 'text') }
  await api.runAnswers.set({ params, body: checked(runAnswers.set.body, entered) })
  return 'Thank you. Your answer is kept.'
})

const troubleOptions = runTroubles.map((value) => ({ value, label: runTroubleLabels[value] }))
