import { inRupees } from '#contract/kit/rupees.ts'

/** What is taken off the prices above a total, line by line; nothing where nothing is. */
export function Savings({ bundle, coupon }: SavingsProps) {
  const isApplied = coupon && coupon.discount > 0
  if (bundle === 0 && !isApplied) return null
  return (
    <dl className="text-14 flex flex-col gap-1.5">
      {bundle > 0 && <Line what="Code and report together" saved={bundle} />}
      {isApplied && <Line what={`Coupon ${coupon.code}`} saved={coupon.discount} />}
    </dl>
  )
}

const Line = ({ what, saved }: { what: string; saved: number }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt>{what}</dt>
    <dd className="text-verified font-mono whitespace-nowrap tabular-nums">−{inRupees(saved)}</dd>
  </div>
)

/** In rupees. */
interface SavingsProps {
  bundle: number
  coupon?: { code: string; discount: number } | null
}
