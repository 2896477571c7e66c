import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Field } from '../ui/form/field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import type { ReviewAnswer } from './review-action.ts'

/** The owner's one reply to a review, new or changed. */
export function ReplyForm({ projectId, review, onDone }: ReplyFormProps) {
  const fetcher = useFetcher<ReviewAnswer>()
  const { data } = fetcher
  const { ref, message, field } = useForm(constraints, data, `reply ${review._id}`)
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
      aria-label="Your reply"
      className="mt-3 flex max-w-(--container-text) flex-col gap-3"
      noValidate
    >
      <input type="hidden" name="review" value={review._id} />
      {message && <Callout tone="stopped" {...message} />}
      <Field
        label="Your reply"
        hint="Everybody reads it below the review."
        {...field('text', review.reply?.text)}
      >
        <TextArea rows={3} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          tone="quiet"
          size="small"
          pending={fetcher.state !== 'idle'}
          pendingText="One moment..."
        >
          Submit
        </Button>
        <Button tone="link" size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </fetcher.Form>
  )
}

const constraints = { text: { required: true, maxLength: 1000 } } as const

export interface ReplyFormProps {
  projectId: string
  review: { _id: string; reply: { text: string } | null }
  onDone: () => void
}
