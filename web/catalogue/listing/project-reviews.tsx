import { type ComponentProps, type ComponentType, useCallback, useState } from 'react'

import { counted, day } from '#contract/kit/format.ts'
import type { Review } from '#contract/orders/reviews.ts'

import { ComplaintLink } from '../../content/complaint-link.tsx'
import { useOwned } from '../../orders/owned.ts'
import type { ReplyForm, ReviewForm } from '../../orders/review-forms.tsx'
import { useAttempt } from '../../shell/form/use-attempt.ts'
import { loadPart } from '../../shell/lazy-part.ts'
import { memberApi } from '../../shell/session/member-api.ts'
import { useMember } from '../../shell/session/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureBelow } from '../../ui/failure.tsx'
import { langOf } from '../../ui/language.ts'
import { SectionHeading } from '../../ui/page.tsx'
import { ShareBar } from '../../ui/progress.tsx'
import { Stars } from '../../ui/rating.tsx'
import { Shortened } from './shortened.tsx'

/**
 * The reviews of buyers, with the distribution of their stars. Reviews by members who got the project free are
 * counted separately, and those by members who paid far less than the price are not counted.
 */
export function ProjectReviews({ project, reviews, distribution, free }: ProjectReviewsProps) {
  const { _id, rating, reviews: count, projectOwner } = project
  const { button, form } = useWriteReview(_id)
  const discounted = reviews.filter(({ isDiscounted }) => isDiscounted).length
  return (
    <section aria-labelledby="reviews">
      <SectionHeading
        id="reviews"
        title="Reviews"
        action={button}
        lead={
          reviews.length === 0
            ? 'Only buyers can review. Nobody has yet.'
            : count === 0
              ? discounted === 0
                ? 'By members who got it free.'
                : 'By buyers who paid a small part of the price; they make no average.'
              : 'By buyers with a completed order.'
        }
      />
      {form && <div className="mb-8">{form}</div>}
      {reviews.length > 0 && (
        <Shortened onPhones more="Show all reviews">
          <div className="grid gap-x-10 gap-y-5 sm:grid-cols-[13rem_minmax(0,1fr)] sm:grid-rows-[auto_minmax(0,1fr)]">
            {count > 0 && (
              <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <span className="font-head text-48 leading-none font-bold tabular-nums">
                  {rating.toFixed(1)}
                </span>
                <span className="text-13 text-quiet">
                  <Stars value={rating} className="text-ink flex!" />
                  {counted(count, 'review')}
                </span>
              </p>
            )}
            <div className="max-sm:order-last">
              {count > 0 && (
                <div className="space-y-2">
                  {[5, 4, 3, 2, 1].map((stars) => (
                    <ShareBar
                      key={stars}
                      label={counted(stars, 'star')}
                      value={distribution[stars - 1] ?? 0}
                      max={count}
                    />
                  ))}
                </div>
              )}
              {free.count > 0 && (
                <p className="text-13 text-quiet mt-4 first:mt-0">
                  {count === 0 && <Stars value={free.rating} className="text-ink flex!" />}
                  <span>
                    {`${count > 0 ? 'Not in the average: ' : ''}${free.rating.toFixed(1)} from ${counted(free.count, 'member')} who got it free`}
                  </span>
                </p>
              )}
              {discounted > 0 && (
                <p className="text-13 text-quiet mt-4 first:mt-0">{`Not in the average: ${counted(discounted, 'review')} by who paid a small part of the price`}</p>
              )}
            </div>
            <ul className="divide-rule divide-y sm:col-start-2 sm:row-span-2 sm:row-start-1">
              {reviews.map((review) => (
                <li key={review._id} className="py-4 first:pt-0">
                  <OneReview review={review} />
                  <div className="-mb-3 flex flex-wrap items-center gap-x-5 [&>div]:mb-3 [&>div]:w-full">
                    <ComplaintLink
                      to={`/projects/${_id}/report?review=${review._id}`}
                    >{`the review by ${review.name}`}</ComplaintLink>
                    {/* The owner's button comes last: it appears after the page, and must not move what is being pressed. */}
                    <ReplyToReview projectId={_id} ownerId={projectOwner._id} review={review} />
                  </div>
                </li>
              ))}
            </ul>
          </div>
        </Shortened>
      )}
    </section>
  )
}

function OneReview({ review }: { review: Review }) {
  const { name, profilePicture, rating, text, createdAt, editedAt, isFree, isDiscounted, reply } = review
  return (
    <>
      <p className="text-13 text-quiet flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-ink inline-flex items-center gap-2">
          <Avatar name={name} src={profilePicture} />
          {name}
        </span>
        <Stars value={rating} />
        <time dateTime={editedAt ?? createdAt}>{editedAt ? `changed ${day(editedAt)}` : day(createdAt)}</time>
        {isFree && <Badge>got it free</Badge>}
        {isDiscounted && <Badge>paid far less than the price</Badge>}
      </p>
      {text && (
        <p lang={langOf(text)} className="mt-1.5 max-w-(--container-text) break-words whitespace-pre-line">
          {text}
        </p>
      )}
      {reply && (
        <p className="border-rule mt-3 max-w-(--container-text) border-l-2 pl-4 break-words whitespace-pre-line">
          <span className="text-13 text-quiet block">{`The owner, ${day(reply.repliedAt)}`}</span>
          <span lang={langOf(reply.text)}>{reply.text}</span>
        </p>
      )}
    </>
  )
}

type ProjectReviewsProps = {
  project: { _id: string; rating: number; reviews: number; projectOwner: { _id: string } }
  reviews: readonly Review[]
  distribution: readonly number[]
  free: { count: number; rating: number }
}

/** Returns a button with which buyers write or change their review, and the form that it opens. */
function useWriteReview(projectId: string) {
  const isOwned = useOwned(projectId, 'source')
  const { opened, busy, failure, open, close } = useLazyForm<
    typeof ReviewForm,
    Pick<ComponentProps<typeof ReviewForm>, 'written'>
  >()
  const load = async () => {
    const [form, api] = await Promise.all([reviewForms(), memberApi()])
    const { review } = await api.reviews.mine({ params: { id: projectId } })
    return { Form: form.ReviewForm, written: review }
  }
  return {
    button: isOwned && !opened && (
      <FailureBelow failure={failure}>
        <Button tone="quiet" size="small" pending={busy} onClick={() => void open(load)}>
          Write a Review
        </Button>
      </FailureBelow>
    ),
    form: opened && <opened.Form projectId={projectId} written={opened.written} onDone={close} />,
  }
}

/** A button with which the project's owner replies to a review, once, or changes the reply. */
function ReplyToReview({ projectId, ownerId, review }: ReplyToReviewProps) {
  const isOwner = useMember()?._id === ownerId
  const { opened, busy, failure, open, close } = useLazyForm<typeof ReplyForm, object>()
  if (!isOwner) return null
  if (opened) return <opened.Form projectId={projectId} review={review} onDone={close} />
  const load = async () => ({ Form: (await reviewForms()).ReplyForm })
  return (
    <FailureBelow failure={failure}>
      <Button tone="link" size="small" pending={busy} onClick={() => void open(load)}>
        {review.reply ? 'Change your reply' : 'Reply'}
      </Button>
    </FailureBelow>
  )
}

const reviewForms = () => loadPart(() => import('../../orders/review-forms.tsx'))

/** Loads a form when it is opened. */
function useLazyForm<Form extends ComponentType<never>, Extra>() {
  const [opened, setOpened] = useState<{ Form: Form } & Extra>()
  const { busy, failure, attempt } = useAttempt()
  const close = useCallback(() => setOpened(undefined), [])
  const open = (load: () => Promise<{ Form: Form } & Extra>) => attempt(async () => setOpened(await load()))
  return { opened, busy, failure, open, close }
}

interface ReplyToReviewProps {
  projectId: string
  ownerId: string
  review: Review
}
