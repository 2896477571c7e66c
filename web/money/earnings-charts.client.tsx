import { grouped, inRupees } from '#contract/format.ts'

import { DayChart } from '../ui/day-chart.client.tsx'
import type { DayFigures } from './earnings-page.tsx'

/** What was earned and how often the projects were looked at, a bar for each day. The table beneath says the same in figures. */
export default function DayCharts({ days }: { days: readonly DayFigures[] }) {
  return (
    <>
      <DayChart title="Earned" days={days} of="amount" text={inRupees} colour="var(--verified)" />
      <DayChart title="Views" days={days} of="views" text={grouped} colour="var(--edge)" />
    </>
  )
}
