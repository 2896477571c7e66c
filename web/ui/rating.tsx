import { clsx } from 'clsx'

import { counted } from '#contract/kit/counted.ts'

import { Icon } from './icon.tsx'

/** A rating out of 5 with the number of reviews behind it; 'No reviews yet' for none. */
export function Rating({ value, count, words, className }: RatingProps) {
  if (count === 0) return <span className={clsx('count', className)}>No reviews yet</span>
  const score = value.toFixed(1)
  const reviews = counted(count, 'review')
  return (
    <span className={clsx('rating', className)}>
      <Icon name="star" />
      {score}
      <span className="sr-only">{` out of 5, ${words ? '' : reviews}`}</span>
      <span className="text-quiet" aria-hidden={words ? undefined : true}>
        {words ? reviews : `(${count})`}
      </span>
    </span>
  )
}

export type RatingProps = { value: number; count: number; words?: boolean; className?: string }
