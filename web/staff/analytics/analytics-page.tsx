import { lazy, Suspense } from 'react'

import { counted, grouped } from '#contract/kit/counted.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import { type Analytics, analyticsPeriods } from '#contract/staff/analytics.ts'

import type { PageHandle } from '../../page-handle.ts'
import { reload } from '../../ui/connection/reload.ts'
import { Periods } from '../../ui/data/periods.tsx'
import { StatRow } from '../../ui/data/stat-row.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/analytics-page'
import { DayTable, ShareTable } from './analytics-tables.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Analytics | Readymade staff' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  const asked = Number(new URL(request.url).searchParams.get('period'))
  const period = analyticsPeriods.find((known) => known === asked) ?? 30
  return { analytics: (await api.analytics.get({ query: { period } })).analytics, period }
}
clientLoader.hydrate = true as const

/** In the browser only: the library that draws is large, and the server has no use for it. */
const DayCharts = lazy(() => import('./day-charts.client.tsx'))

export default function AnalyticsPage({ loaderData: { analytics, period } }: Route.ComponentProps) {
  const { days, categories, technologies, owners } = analytics
  const sum = (of: Exclude<keyof Analytics['days'][number], 'day'>) =>
    days.reduce((total, row) => total + row[of], 0)
  return (
    <div className="flex max-w-7xl flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-28">Analytics</h1>
        <Periods periods={analyticsPeriods} chosen={period} name="period" />
      </div>
      <StatRow
        stats={[
          {
            label: 'Visits',
            value: grouped(sum('visits')),
            note: `${counted(sum('views'), 'view')} of projects`,
          },
          {
            label: 'Searches',
            value: grouped(sum('searches')),
            note: `${grouped(sum('emptySearches'))} without result`,
          },
          {
            label: 'Purchases',
            value: grouped(sum('purchases')),
            note: `${grouped(sum('cartAdditions'))} put in a cart`,
          },
          { label: 'Revenue', value: inRupees(sum('revenue')), note: `${grouped(sum('refunds'))} refunded` },
        ]}
      />
      <Sheet as="section" aria-label="By day">
        <SheetHead title="By day" />
        <div className="p-4 sm:p-5">
          <Suspense fallback={<div className="h-94" />}>
            <DayCharts days={days} />
          </Suspense>
        </div>
      </Sheet>
      <DayTable days={days} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <ShareTable title="By category" of="Category" rows={categories} />
          <ShareTable title="By owner" of="Owner" rows={owners} long />
        </div>
        <ShareTable title="By technology" of="Technology" rows={technologies} />
      </div>
      <p className="text-13 text-quiet">
        Days are those of India. Counted on our server without cookies: a visit begins when somebody comes who
        was not here for half an hour, or not yet on that day, and adds one view to each project they open.
        Crawlers are left out. Revenue is what was paid on a day; a refund is counted on the day it was given
        and not taken off the revenue.
      </p>
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorState as="h1" title="Failed to load analytics" onRetry={reload} />
}
