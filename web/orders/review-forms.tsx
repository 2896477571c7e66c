import { type ReactNode, useId } from 'react'

import { counted } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'

import { ActionForm, useActionForm } from '../shell/form/action-form.tsx'
import { Button } from '../ui/button.tsx'
import { Field, FieldError, RequiredMark } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextArea } from '../ui/inputs.tsx'

import './stars.css'

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
        <StarsField chosen={written?.rating} error={wrong('rating').error} />
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

/** A rating of one to five stars: radios, drawn as stars that fill up to the chosen one. */
function StarsField({ chosen, error }: { chosen?: number | undefined; error?: string | undefined }) {
  const errorId = useId()
  return (
    <fieldset aria-invalid={error ? true : undefined}>
      <legend className="text-14 font-semibold">
        Your rating
        <RequiredMark />
      </legend>
      <div className="mt-1 -ml-2 flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label key={stars} className="star">
            <input
              type="radio"
              name="rating"
              value={stars}
              defaultChecked={stars === chosen}
              required
              aria-describedby={error ? errorId : undefined}
              className="sr-only"
            />
            <Icon name="star" />
            <span className="sr-only">{counted(stars, 'star')}</span>
          </label>
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}
