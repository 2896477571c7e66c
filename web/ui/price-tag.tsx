import { clsx } from 'clsx'

import { rupees } from './rupees.ts'

/** The punched label with an amount in rupees; `label` is read out before it ('Price'). */
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
        'punched inline-flex w-fit items-center font-head tracking-normal font-bold whitespace-nowrap tabular-nums',
        size === 'large'
          ? 'punched-large h-14 rounded-r-field pr-5 pl-10 text-36'
          : 'h-8 rounded-r-small pr-3 pl-6.5 text-18',
        tone === 'saffron' ? 'bg-saffron text-on-saffron' : 'bg-sunk text-ink',
        className,
      )}
    >
      <span className="sr-only">{label} </span>
      {rupees(amount)}
    </span>
  )
}

export type PriceTagProps = {
  amount: number
  size?: 'small' | 'large'
  tone?: 'saffron' | 'plain'
  label?: string
  className?: string
}
