import { clsx } from 'clsx'

import { rupees } from '#contract/kit/format.ts'

/** A punched label with an amount in rupees; `label` ('Price') is read out before it. */
export function PriceTag({
  amount,
  size = 'small',
  tone = 'saffron',
  label = 'Price',
  className,
}: PriceTagProps) {
  return (
    <span
      className={clsx(
        'price-tag',
        size === 'large' && 'price-tag-large',
        tone === 'plain' && 'price-tag-plain',
        className,
      )}
    >
      {label && <span className="sr-only">{`${label} `}</span>}
      <span>{rupees(amount)}</span>
    </span>
  )
}

type PriceTagProps = {
  amount: number
  size?: 'small' | 'large'
  tone?: 'saffron' | 'plain'
  label?: string
  className?: string
}
