import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Field } from '../ui/form/field.tsx'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { reportOptions } from './report-words.ts'
import type { ReviewAnswer } from './review-action.ts'

/** Tells our staff what is wrong with a review of somebody else. */
export function ReportForm({ projectId, review, onDone }: ReportFormProps) {
  const fetcher = useFetcher<ReviewAnswer>()
  const { data } = fetcher
  const { ref, message, field } = useForm(constraints, data, `report ${review._id}`)
  useEffect(() => {
    if (!data?.done) return
    notify(data.done, { tone: 'done' })
    onDone()
  }, [data, onDone])
  return (
    <fetcher.Form
      ref={ref}
      method="post"
      action={`/projects/${projectId}/review`}
      aria-label="Report this review"
      className="border-rule rounded-sheet mt-3 flex max-w-(--container-text) flex-col gap-4 border p-4"
      noValidate
    >
      <input type="hidden" name="report" value={review._id} />
      {message && <Callout tone="stopped" {...message} />}
      <RadioGroup
        legend="What is wrong with this review?"
        name="reason"
        options={reportOptions}
        error={data?.fields?.reason}
      />
      <Field label="More about it" hint="Only our staff read it" {...field('text')}>
        <TextArea rows={2} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          tone="quiet"
          size="small"
          pending={fetcher.state !== 'idle'}
          pendingText="One moment..."
        >
          Send report
        </Button>
        <Button tone="link" size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </fetcher.Form>
  )
}

const constraints = { reason: {}, text: { maxLength: 500 } } as const

interface ReportFormProps {
  projectId: string
  review: { _id: string }
  onDone: () => void
}
