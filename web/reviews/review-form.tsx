import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Field } from '../ui/form/field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'

import './stars.css'
import type { ReviewAnswer } from './review-action.ts'
import { StarsField } from './stars-field.tsx'

/** Writes or changes the review of a project: stars and a text. What is typed outlives a failure and a reload. */
export function ReviewForm({ projectId, written, onDone }: ReviewFormProps) {
  const fetcher = useFetcher<ReviewAnswer>()
  const { data } = fetcher
  const { ref, message, field } = useForm(constraints, data, 'review')
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
      aria-label="Your review"
      className="flex max-w-(--container-text) flex-col gap-4"
      noValidate
    >
      {written && <input type="hidden" name="written" value="yes" />}
      {message && <Callout tone="stopped" {...message} />}
      <StarsField chosen={written?.rating} error={data?.fields?.rating} />
      <Field
        label="Your review"
        hint="What works, what does not, and for whom it is."
        {...field('text', written?.text)}
      >
        <TextArea rows={4} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="quiet" pending={fetcher.state !== 'idle'} pendingText="One moment...">
          Submit
        </Button>
        <Button tone="link" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </fetcher.Form>
  )
}

const constraints = { text: { required: true, maxLength: 2000 }, rating: { required: true } } as const

export interface ReviewFormProps {
  projectId: string
  /** The review as it stands, when there is one. */
  written: { rating: number; text: string } | null
  onDone: () => void
}
