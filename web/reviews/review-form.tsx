import { limits } from '#contract/kit/limits.ts'

import { OpinionForm } from './opinion-form.tsx'

import './stars.css'
import { StarsField } from './stars-field.tsx'

/** Writes or changes the review of a project: stars and a text. */
export const ReviewForm = ({ projectId, written, onDone }: ReviewFormProps) => (
  <OpinionForm
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
        <StarsField chosen={written?.rating} error={wrong?.rating} />
      </>
    )}
  />
)

export interface ReviewFormProps {
  projectId: string
  /** The review as it stands, when there is one. */
  written: { rating: number; text: string } | null
  onDone: () => void
}
