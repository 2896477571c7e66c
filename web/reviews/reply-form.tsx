import { limits } from '#contract/kit/limits.ts'

import { OpinionForm } from './opinion-form.tsx'

/** The owner's one reply to a review, new or changed. */
export const ReplyForm = ({ projectId, review, onDone }: ReplyFormProps) => (
  <div className="mt-3">
    <OpinionForm
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

export interface ReplyFormProps {
  projectId: string
  review: { _id: string; reply: { text: string } | null }
  onDone: () => void
}
