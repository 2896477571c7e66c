import { feeOf, paiseOf, Rupees, rupeesOf } from '#contract/amounts.ts'
import { inRupees } from '#contract/format.ts'

import { useSite } from '../../shell/site.ts'

/** The amount that an owner receives for a sale at `price`, in rupees, and the fee. */
export function OwnerShare({ price }: { price: number | undefined }) {
  const { feePercent } = useSite()
  return (
    <p aria-live="polite" className="text-13 text-quiet mt-1.5">
      {sentence(Rupees.safeParse(price).data, feePercent)}
    </p>
  )
}

function sentence(price: number | undefined, feePercent: number) {
  if (price === undefined) return `Our fee is ${feePercent}% of every sale. The rest is yours.`
  if (price === 0) return 'Free for everybody. There is no fee.'
  const fee = feeOf(paiseOf(price), Math.round(feePercent * 100))
  return (
    <span>
      <span className="text-ink font-semibold tabular-nums">
        {`You receive ${inRupees(rupeesOf(paiseOf(price) - fee))}`}
      </span>{' '}
      <span>{`for every sale. Our fee is ${feePercent}%: ${inRupees(rupeesOf(fee))}.`}</span>
    </span>
  )
}
