import { clsx } from 'clsx'

import { day } from '#contract/kit/day.ts'

/** What staff decided, as a stamp with its day and release; `below` is its last line. */
export function Stamp({ verifiedAt, release, below, className }: StampProps) {
  return (
    <p className={clsx('stamp', className)}>
      <span>Verified</span>{' '}
      <span>
        {day(verifiedAt)}
        {release !== null && ` · release ${release}`}
      </span>
      {below && <span>{below}</span>}
    </p>
  )
}

export interface StampProps {
  verifiedAt: string
  /** The number of the release that is listed. */
  release: number | null
  below?: string | undefined
  className?: string
}
