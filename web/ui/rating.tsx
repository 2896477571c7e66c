import { clsx } from 'clsx'

import { Icon } from './icon.tsx'

/** A rating out of 5 with the number of reviews behind it; 'No reviews yet' for none. */
export function Rating({ value, count, words, className }: RatingProps) {
  if (count === 0)
    return <span className={clsx('font-mono text-13 text-quiet', className)}>No reviews yet</span>
  return (
    <span className={clsx('inline-flex items-center gap-1.5 font-mono text-13 tabular-nums', className)}>
      <Icon name="star" className="size-3.5 fill-current" />
      <span className="sr-only">Rated </span>
      {value.toFixed(1)}
      <span className="sr-only"> out of 5,</span>
      <span className="text-quiet">
        {words ? `${count} ${count === 1 ? 'review' : 'reviews'}` : `(${count})`}
        {!words && <span className="sr-only"> reviews</span>}
      </span>
    </span>
  )
}

export type RatingProps = { value: number; count: number; words?: boolean; className?: string }
