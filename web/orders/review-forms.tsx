import type { ReactNode } from 'react'

import { limits } from '#contract/kit/limits.ts'

import { ActionForm, useActionForm } from '../shell/form/action-form.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/inputs.tsx'
import { StarsField } from './stars-field.tsx'

/** The form to write or change the review of a project: stars and a text. */
export const ReviewForm = ({ projectId, written, onDone }: ReviewFormProps) => (
  <TextForm
    projectId={projectId}
    draft="review"
    label="Your review"
    hint="What works, what does not, and for whom it is."
    text={written?.text}
    maxLength={limits.review}
    onDone={onDone}
    renderBefore={(wrong) => (
      <>
        {written && <input type="hidden" name="written" value="yes" />}
        <StarsField required chosen={written?.rating} error={wrong('rating').error} />
      </>
    )}
  />
)

interface ReviewFormProps {
  projectId: string
  /** The present review; null when there is none. */
  written: { rating: number; text: string } | null
  onDone: () => void
}

/**
 * The form for a text in the reviews of a project. The typed text survives a failure and a reload under the name
 * `draft`.
 */
function TextForm({
  projectId,
  draft,
  label,
  hint,
  text,
  maxLength,
  size,
  onDone,
  renderBefore,
}: TextFormProps) {
  const constraints = { text: { required: true, maxLength }, rating: { required: true } } as const
  const form = useActionForm(constraints, { action: `/projects/${projectId}/review`, draft, onDone })
  return (
    <ActionForm form={form} aria-label={label} className="flex max-w-(--container-text) flex-col gap-4">
      {renderBefore(form.field)}
      <Field label={label} hint={hint} {...form.field('text', text)}>
        <TextArea rows={size === 'small' ? 3 : 4} />
      </Field>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button type="submit" tone="quiet" size={size} pending={form.pending} pendingText="One moment...">
          Submit
        </Button>
        <Button tone="link" size={size} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </ActionForm>
  )
}

interface TextFormProps {
  projectId: string
  draft: string
  label: string
  hint: string
  text: string | undefined
  maxLength: number
  size?: 'small' | 'medium'
  onDone: () => void
  /** Renders the other fields, given the function that returns their errors. */
  renderBefore: (wrong: (name: 'rating') => { error: string | undefined }) => ReactNode
}

/** The form for the owner's reply to a review, new or changed. */
export const ReplyForm = ({ projectId, review, onDone }: ReplyFormProps) => (
  <div className="mt-3">
    <TextForm
      projectId={projectId}
      draft={`reply ${review._id}`}
      label="Your reply"
      hint="Everybody reads it below the review."
      text={review.reply?.text}
      maxLength={limits.reviewReply}
      size="small"
      onDone={onDone}
      renderBefore={() => <input type="hidden" name="review" value={review._id} />}
    />
  </div>
)

interface ReplyFormProps {
  projectId: string
  review: { _id: string; reply: { text: string } | null }
  onDone: () => void
}
