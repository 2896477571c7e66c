import { useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'

import { counted } from '#contract/kit/counted.ts'
import { day } from '#contract/kit/day.ts'
import type { RecallableRelease } from '#contract/projects/recalls.ts'

import { textIn } from '../../forms/entered.ts'
import { type FormAnswer, useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'

/** Calls an approved release back, after a question that says whom that concerns. */
export function RecallForm({ projectId, releases, answer }: RecallFormProps) {
  const { ref, message, field } = useForm(constraints, answer, recallDraft(projectId))
  const submit = useSubmit()
  const [asked, setAsked] = useState<Asked>()
  return (
    <Sheet as="section" aria-label="Recall a release">
      <Form
        ref={ref}
        method="post"
        noValidate
        className="flex flex-col gap-5 p-4 sm:p-6"
        onSubmit={(event) => {
          const form = new FormData(event.currentTarget)
          const release = releases.find(({ number }) => String(number) === textIn(form, 'number'))
          // What is missing is said without the question.
          if (!release || !textIn(form, 'reason') || !textIn(form, 'instructions')) return
          event.preventDefault()
          setAsked({ release, isRefunded: form.has('refund') })
        }}
      >
        <p className="text-quiet max-w-(--container-text)">
          Nobody can download a recalled release any more. A recall cannot be undone: only a new release that
          you approve takes its place.
        </p>
        {message && <Callout tone="stopped" {...message} />}
        <RadioGroup
          legend="Release"
          required
          name="number"
          options={releases.map(({ number, approvedAt, buyers, paid }) => ({
            value: String(number),
            label: `Release ${number}, approved ${day(approvedAt)}`,
            hint: `${counted(buyers, 'buyer')} to tell, ${paid} paid for it`,
          }))}
          {...(releases.length === 1 && { defaultValue: String(releases[0]!.number) })}
          error={answer?.fields?.number}
        />
        <Field label="Why" hint="Everybody reads it, on the page of the project too" {...field('reason')}>
          <TextInput />
        </Field>
        <Field
          label="What buyers should do"
          hint="It is in the email to every buyer"
          {...field('instructions')}
        >
          <TextArea rows={5} />
        </Field>
        <Checkbox
          name="refund"
          label="Give those who paid for it their money back"
          hint="Their download ends, and the owner’s share is taken back. You can also decide that later."
        />
        <div>
          <Button
            type="submit"
            tone="danger"
            pending={useNavigation().formData !== undefined}
            pendingText="Recalling..."
          >
            Recall Release
          </Button>
        </div>
      </Form>
      <ConfirmDialog
        // Somebody may have recalled it meanwhile.
        open={asked !== undefined && releases.some(({ number }) => number === asked.release.number)}
        onClose={() => setAsked(undefined)}
        question={`Recall release ${asked?.release.number ?? ''} for good?`}
        confirm="Recall Release"
        danger
        onConfirm={() => {
          setAsked(undefined)
          void submit(ref.current)
        }}
      >
        {asked && meaning(asked)}
      </ConfirmDialog>
    </Sheet>
  )
}

/** The name of what is typed about a project's recall until it is made. */
export const recallDraft = (projectId: string) => `recall of ${projectId}`

const meaning = ({ release: { buyers, paid }, isRefunded }: Asked) =>
  `Downloads end at once. ${
    buyers === 0
      ? 'Nobody bought it.'
      : `${counted(buyers, 'buyer')} ${buyers === 1 ? 'gets' : 'get'} an email.`
  } ${isRefunded && paid > 0 ? `${counted(paid, 'payment')} ${paid === 1 ? 'goes' : 'go'} back.` : ''}`

const constraints = {
  reason: { required: true, maxLength: 300 },
  instructions: { required: true, maxLength: 2000 },
} as const

interface Asked {
  release: RecallableRelease
  isRefunded: boolean
}

interface RecallFormProps {
  projectId: string
  releases: RecallableRelease[]
  answer: FormAnswer | undefined
}
