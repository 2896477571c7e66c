import { useSearchParams } from 'react-router'

import { ButtonLink } from '../button.tsx'

export interface PeriodsProps {
  /** In days. */
  periods: readonly number[]
  chosen: number
  /** What the address calls it. */
  name: string
}

/** Which of some numbers of days is looked at; the rest of the address stays. */
export function Periods({ periods, chosen, name }: PeriodsProps) {
  const [params] = useSearchParams()
  const address = (days: number) => {
    const next = new URLSearchParams(params)
    next.set(name, String(days))
    return `?${next}`
  }
  return (
    <nav aria-label="Period" className="flex gap-2">
      {periods.map((days) => (
        <ButtonLink
          key={days}
          to={address(days)}
          replace
          preventScrollReset
          size="small"
          tone="quiet"
          className="aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-ground"
          aria-current={days === chosen ? 'true' : undefined}
        >
          {days} days
        </ButtonLink>
      ))}
    </nav>
  )
}
