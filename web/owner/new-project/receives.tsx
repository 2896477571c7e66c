import { feeOf } from '#contract/kit/fee.ts'
import { paiseOf, Rupees, rupeesOf } from '#contract/kit/money.ts'
import { inRupees } from '#contract/kit/rupees.ts'

/** What an owner receives of a sale at a price that is being typed, with the fee spelled out. */
export function Receives({ price }: { price: number | undefined }) {
  return (
    <p aria-live="polite" className="text-13 text-quiet mt-1.5">
      {sentence(Rupees.safeParse(price).data)}
    </p>
  )
}

function sentence(price: number | undefined) {
  if (price === undefined) return 'Our fee is 20% of every sale. The rest is yours.'
  if (price === 0) return 'Free for everybody. There is no fee.'
  const fee = feeOf(paiseOf(price))
  return (
    <>
      <span className="text-ink font-semibold tabular-nums">
        You receive {inRupees(rupeesOf(paiseOf(price) - fee))}
      </span>{' '}
      for every sale. Our fee is 20%: {inRupees(rupeesOf(fee))}.
    </>
  )
}
