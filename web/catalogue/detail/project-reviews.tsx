import { counted } from '#contract/kit/counted.ts'
import type { Review } from '#contract/reviews.ts'

import { Avatar } from '../../ui/avatar.tsx'
import { day } from '../../ui/day.ts'
import { ShareBar } from '../../ui/feedback/progress.tsx'
import { SectionHeading } from '../../ui/layout/section-heading.tsx'
import { Rating } from '../../ui/rating.tsx'

/** What buyers say, with how many gave each number of stars. */
export function ProjectReviews({ reviews, distribution, rating, count }: ProjectReviewsProps) {
  return (
    <section aria-labelledby="reviews">
      <SectionHeading
        id="reviews"
        title="Reviews"
        lead={count === 0 ? 'Only buyers can review. Nobody has yet.' : 'By buyers with a completed order.'}
      />
      {count > 0 && (
        <div className="grid gap-x-10 gap-y-6 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <div>
            <Rating value={rating} count={count} words />
            <div className="mt-3 space-y-2">
              {[5, 4, 3, 2, 1].map((stars) => (
                <ShareBar
                  key={stars}
                  label={counted(stars, 'star')}
                  value={distribution[stars - 1] ?? 0}
                  max={count}
                />
              ))}
            </div>
          </div>
          <ul className="divide-rule divide-y">
            {reviews.map(({ _id, name, profilePicture, rating: given, text, createdAt }) => (
              <li key={_id} className="py-4 first:pt-0">
                <p className="text-13 text-quiet flex flex-wrap items-center gap-x-3 font-mono">
                  <span className="text-ink inline-flex items-center gap-2">
                    <Avatar name={name} src={profilePicture} />
                    {name}
                  </span>
                  <span>{given} of 5</span>
                  <time dateTime={createdAt}>{day(createdAt)}</time>
                </p>
                <p className="mt-1.5 max-w-(--container-text) whitespace-pre-line">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

export type ProjectReviewsProps = {
  reviews: readonly Review[]
  distribution: readonly number[]
  rating: number
  count: number
}
