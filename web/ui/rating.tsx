import { clsx } from 'clsx'

import { counted } from '#contract/kit/format.ts'

import { Icon } from './icon.tsx'

/** A rating out of 5 with the number of reviews behind it; 'No reviews yet' for none. */
export function Rating({ value, count, words, className }: RatingProps) {
  if (count === 0) return <span className={clsx('count', className)}>No reviews yet</span>
  const score = value.toFixed(1)
  const reviews = counted(count, 'review')
  return (
    <span className={clsx('rating', className)}>
      <span>
        <Icon name="star" />
        {score}
      </span>
      <span className="sr-only">{` out of 5, ${reviews}`}</span>
      <span className="text-quiet" aria-hidden>
        {`(${words ? reviews : count})`}
      </span>
    </span>
  )
}

/** A number of stars out of 5, drawn to the half, with a text for screen readers. */
export const Stars = ({ value, className }: { value: number; className?: string }) => (
  <span className={clsx('stars', className)}>
    <span className="sr-only">{`${value} of 5`}</span>
    {[1, 2, 3, 4, 5].map((star) => (
      <span key={star} className={starLook(value - star)}>
        <Icon name="star" />
        {starLook(value - star) === 'star-half' && <Icon name="star" />}
      </span>
    ))}
  </span>
)

const starLook = (above: number) => (above >= -0.25 ? 'star-full' : above >= -0.75 ? 'star-half' : undefined)

type RatingProps = { value: number; count: number; words?: boolean; className?: string }
