import { Rupees, shareOf } from '#contract/kit/amounts.ts'
import { inRupees } from '#contract/kit/format.ts'

import { useSite } from '../../shell/site.ts'
import { useAnnouncement } from '../../ui/announcer.ts'

/** The amount that an owner receives for a sale at `price`, in rupees, and the fee. */
export function OwnerShare({ price }: { price: number | undefined }) {
  const { feePercent } = useSite()
  const [receives, rest] = sentence(Rupees.safeParse(price).data, feePercent)
  // Not at every digit.
  useAnnouncement(receives, 800)
  return (
    <p className="text-13 text-quiet mt-1.5">
      {receives ? (
        <span>
          <span className="text-ink font-semibold tabular-nums">{receives}</span> <span>{rest}</span>
        </span>
      ) : (
        rest
      )}
    </p>
  )
}

/** Returns the amount in words, which is empty without one, and the rest of the sentence. */
function sentence(price: number | undefined, feePercent: number): [receives: string, rest: string] {
  if (price === undefined)
    return ['', `Our fee is ${feePercent}% of every sale. The rest is yours, before tax held back.`]
  if (price === 0) return ['', 'Free for everybody. There is no fee.']
  const { fee, receives } = shareOf(price, feePercent)
  return [
    `You receive ${inRupees(receives)}`,
    `for every sale. Our fee is ${feePercent}%: ${inRupees(fee)}. This is before tax held back.`,
  ]
}
