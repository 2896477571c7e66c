import { type ReactNode, useEffect } from 'react'
import { useFetcher } from 'react-router'

import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Field } from '../ui/form/field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import type { ReviewAnswer } from './review-action.ts'

/** A text for the reviews of a project. What is typed outlives a failure and a reload, under the name of `draft`. */
export function OpinionForm({
  projectId,
  draft,
  label,
  hint,
  text,
  maxLength,
  size,
  onDone,
  renderBefore,
}: OpinionFormProps) {
  const fetcher = useFetcher<ReviewAnswer>()
  const { data } = fetcher
  const constraints = { text: { required: true, maxLength }, rating: { required: true } } as const
  const { ref, message, field } = useForm(constraints, data, draft)
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
      aria-label={label}
      className="flex max-w-(--container-text) flex-col gap-4"
      noValidate
    >
      {message && <Callout tone="stopped" {...message} />}
      {renderBefore(data?.fields)}
      <Field label={label} hint={hint} {...field('text', text)}>
        <TextArea rows={size === 'small' ? 3 : 4} />
      </Field>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button
          type="submit"
          tone="quiet"
          size={size}
          pending={fetcher.state !== 'idle'}
          pendingText="One moment..."
        >
          Submit
        </Button>
        <Button tone="link" size={size} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </fetcher.Form>
  )
}

export interface OpinionFormProps {
  projectId: string
  draft: string
  label: string
  hint: string
  text: string | undefined
  maxLength: number
  size?: 'small' | 'medium'
  onDone: () => void
  /** What else is sent, with what is wrong with it. */
  renderBefore: (wrong: ReviewAnswer['fields']) => ReactNode
}
