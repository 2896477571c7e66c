import { grouped } from '#contract/kit/counted.ts'
import { type Analytics, analyticsPeriods } from '#contract/staff/analytics.ts'
import type { DashboardStats } from '#contract/staff/dashboard.ts'

import { Periods } from '../../ui/data/periods.tsx'
import { ShareBar } from '../../ui/feedback/progress.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'

/** The five technologies that the newest projects use most. */
export const TechnologyUsage = ({
  technologies,
  period,
}: {
  technologies: Analytics['technologyStats']
  period: number
}) => (
  <Sheet as="section" aria-label="Technology Usage" className="h-full">
    <SheetHead
      title="Technology Usage"
      actions={<Periods periods={analyticsPeriods} chosen={period} name="period" />}
    />
    <Bars rows={technologies.slice(0, 5)} empty={`No project was added in the last ${period} days.`} />
    <p className="text-13 text-quiet px-4 pb-4 sm:px-5">Projects added in the last {period} days.</p>
  </Sheet>
)

/** The six largest categories, each beside the largest. */
export const CategoryDistribution = ({ categories }: Pick<DashboardStats, 'categories'>) => (
  <Sheet as="section" aria-label="Category Distribution" className="h-full">
    <SheetHead title="Category Distribution" />
    <Bars rows={categories.slice(0, 6)} empty="There is no project yet." />
  </Sheet>
)

const Bars = ({ rows, empty }: { rows: { _id: string; count: number }[]; empty: string }) => (
  <div className="flex flex-col gap-4 p-4 sm:p-5">
    {rows.length === 0 && <p className="text-quiet">{empty}</p>}
    {rows.map(({ _id, count }) => (
      <ShareBar key={_id} label={_id} value={count} max={rows[0]!.count} detail={grouped(count)} />
    ))}
  </div>
)
