import type { Analytics } from '#contract/dashboard/dashboard.ts'
import { formatCount, inRupees } from '#contract/kit/format.ts'

import { DayChart } from '../ui/day-chart.client.tsx'

type Day = Analytics['days'][number]

/** Charts of visits, views, purchases and revenue, with a bar for each day. The table below shows the same figures. */
export default function DayCharts({ days }: { days: readonly Day[] }) {
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      <DayChart title="Visits" days={days} of="visits" text={formatCount} colour="var(--edge)" />
      <DayChart title="Views of projects" days={days} of="views" text={formatCount} colour="var(--edge)" />
      <DayChart title="Purchases" days={days} of="purchases" text={formatCount} colour="var(--verified)" />
      <DayChart title="Revenue" days={days} of="revenue" text={inRupees} colour="var(--verified)" />
    </div>
  )
}
