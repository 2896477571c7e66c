import type { Reply } from '#contract/kit/endpoint.ts'
import { formatCount, inRupees } from '#contract/kit/format.ts'
import type { earnings } from '#contract/money/earnings.ts'

import { DayChart } from '../ui/day-chart.client.tsx'

/** Bar charts of the earnings and the views of each day. The table below them has the same figures. */
export default function DayCharts({ days }: { days: Reply<typeof earnings.get>['days'] }) {
  return (
    <>
      <DayChart title="Earned" days={days} of="amount" text={inRupees} colour="var(--verified)" />
      <DayChart title="Views" days={days} of="views" text={formatCount} colour="var(--edge)" />
    </>
  )
}
