import { useCallback, useState } from 'react'

import { day } from '#contract/kit/format.ts'
import type { OwnReview as Own } from '#contract/orders/reviews.ts'

import { Button } from '../ui/button.tsx'
import { SectionHeading } from '../ui/page.tsx'
import { Stars } from '../ui/rating.tsx'
import { Callout } from '../ui/status.tsx'
import { ReviewForm } from './review-forms.tsx'

/** The buyer's review on the page of their order, to write, read and change it. */
export function OwnReview({ projectId, review }: { projectId: string; review: Own | null }) {
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  return (
    <section aria-labelledby="review">
      <SectionHeading
        id="review"
        title="Your review"
        lead={review ? undefined : 'Tell others how it went. You can change it at any time.'}
      />
      {isOpen ? (
        <ReviewForm projectId={projectId} written={review} onDone={close} />
      ) : (
        <>
          {review?.hiddenReason && (
            <Callout tone="stopped" title="Our staff took it off the page" className="mb-4">
              {review.hiddenReason}
            </Callout>
          )}
          {review?.isHeld && (
            <Callout tone="waiting" title="It waits for our staff" className="mb-4">
              Others read it when our staff have, because it has a link, an email, a UPI address or a phone
              number.
            </Callout>
          )}
          {review && <Written review={review} />}
          <Button tone="quiet" className={review ? 'mt-4' : undefined} onClick={() => setOpen(true)}>
            {review ? 'Change Your Review' : 'Write a Review'}
          </Button>
        </>
      )}
    </section>
  )
}

function Written({ review: { rating, text, createdAt, editedAt, reply } }: { review: Own }) {
  return (
    <>
      <p className="text-13 text-quiet flex flex-wrap items-center gap-x-3">
        <Stars value={rating} className="text-ink" />
        <span>{editedAt ? `changed ${day(editedAt)}` : day(createdAt)}</span>
      </p>
      <p className="mt-1.5 max-w-(--container-text) break-words whitespace-pre-line">{text}</p>
      {reply && (
        <p className="border-rule mt-3 max-w-(--container-text) border-l-2 pl-4 break-words whitespace-pre-line">
          <span className="text-13 text-quiet block">{`The owner, ${day(reply.repliedAt)}`}</span>
          {reply.text}
        </p>
      )}
    </>
  )
}
