import { clsx } from 'clsx'
import { lazy, Suspense } from 'react'

import { type Analytics, analyticsPeriods } from '#contract/dashboard/dashboard.ts'
import { counted, day as dayText, formatCount, inRupees } from '#contract/kit/format.ts'

import { loadPart } from '../shell/lazy-part.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { CsvButton } from '../shell/save-button.tsx'
import { apiContext } from '../shell/session/api.ts'
import { TextLink } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { StatRow } from '../ui/facts.tsx'
import { Periods } from '../ui/pagination.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import type { Route } from './+types/analytics-page'

export const handle: PageHandle = {
  title: 'Analytics',
  failure: 'Failed to load analytics',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const asked = Number(new URL(request.url).searchParams.get('period'))
  const period = analyticsPeriods.find((known) => known === asked) ?? 30
  return { analytics: (await api.analytics.get({ query: { period } })).analytics, period }
}

/** Loaded in the browser only, because the chart library is large and the server does not need it. */
const DayCharts = lazy(() => loadPart(() => import('./analytics-charts.client.tsx')))

export default function AnalyticsPage({ loaderData: { analytics, period } }: Route.ComponentProps) {
  const { days, categories, technologies, owners, poorSearches } = analytics
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
            value: formatCount(sum('visits')),
            note: `${counted(sum('views'), 'view')} of projects`,
          },
          {
            label: 'Searches',
            value: formatCount(sum('searches')),
            note: `${formatCount(sum('emptySearches'))} without result`,
          },
          {
            label: 'Purchases',
            value: formatCount(sum('purchases')),
            note: `${formatCount(sum('cartAdditions'))} put in a cart`,
          },
          {
            label: 'Revenue',
            value: inRupees(sum('revenue')),
            note: `${formatCount(sum('refunds'))} refunded`,
          },
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
        <div className="flex min-w-0 flex-col gap-6">
          <ShareTable title="By technology" of="Technology" rows={technologies} />
          <PoorSearches rows={poorSearches} />
        </div>
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

/** The searches that found little, with the way to their synonyms. */
const PoorSearches = ({ rows }: { rows: Analytics['poorSearches'] }) => (
  <Sheet as="section" aria-label="Searches that found little" className="overflow-hidden">
    <SheetHead
      title="Searches that found little"
      actions={
        <TextLink to="/admin/synonyms" className="text-14">
          Search words
        </TextLink>
      }
    />
    <DataTable
      caption="Searches that found little"
      className="max-h-none!"
      columns={[
        { key: 'search', head: 'Search', className: 'wrap-anywhere', cell: ({ search }) => search },
        { key: 'count', head: 'Times', figures: true, cell: ({ count }) => formatCount(count) },
      ]}
      rows={rows}
      rowKey={({ search }) => search}
      empty={<p className="text-quiet p-4 sm:p-5">Every search of this time found something near.</p>}
    />
  </Sheet>
)

type Day = Analytics['days'][number]
type Share = Analytics['categories'][number]

/** The figures of each day, newest first, with a CSV download. */
const DayTable = ({ days }: { days: readonly Day[] }) => (
  <Sheet as="section" aria-label="Each day" className="overflow-hidden">
    <SheetHead
      title="Each day"
      actions={
        <CsvButton
          of="each day"
          name={`readymade-days-${days.at(-1)?.day}`}
          rows={[
            ['Day', ...dayHeads],
            ...days.map((row) => [
              row.day,
              ...dayFields.map(([of]) => (of === 'revenue' ? { rupees: row[of] } : row[of])),
            ]),
          ]}
        />
      }
    />
    <DataTable
      caption="Figures of each day"
      className="scroll-cue-below max-h-96"
      columns={dayColumns}
      rows={[...days].reverse()}
      rowKey={({ day }) => day}
    />
  </Sheet>
)

/**
 * Views, purchases and revenue by category, owner or technology, with a CSV download. With `long` names, phones show
 * the views only in the file.
 */
const ShareTable = ({ title, of, rows, long = false }: ShareTableProps) => (
  <Sheet as="section" aria-label={title} className="overflow-hidden">
    <SheetHead
      title={title}
      actions={
        rows.length > 0 && (
          <CsvButton
            of={title}
            name={`readymade-${title.toLowerCase().replaceAll(' ', '-')}`}
            rows={[
              [of, 'Views', 'Purchases', 'Revenue in rupees'],
              ...rows.map(({ name, views, purchases, revenue }) => [
                name,
                views,
                purchases,
                { rupees: revenue },
              ]),
            ]}
          />
        )
      }
    />
    <DataTable
      caption={title}
      className={clsx('max-h-none!', long && 'max-sm:[&_:is(th,td):nth-child(2)]:hidden')}
      columns={[
        { key: 'name', head: of, className: 'wrap-anywhere', cell: ({ name }: Share) => name },
        ...shareColumns,
      ]}
      rows={rows}
      rowKey={({ name }) => name}
      empty={<p className="text-quiet p-4 sm:p-5">Nobody looked or bought in this time.</p>}
    />
  </Sheet>
)

interface ShareTableProps {
  title: string
  of: string
  rows: readonly Share[]
  long?: boolean
}

const dayFields = [
  ['visits', 'Visits'],
  ['searches', 'Searches'],
  ['emptySearches', 'Without result'],
  ['views', 'Views'],
  ['cartAdditions', 'Put in cart'],
  ['purchases', 'Purchases'],
  ['revenue', 'Revenue'],
  ['refunds', 'Refunds'],
] as const
const dayHeads = dayFields.map(([of, head]) => (of === 'revenue' ? 'Revenue in rupees' : head))

const dayColumns: Column<Day>[] = [
  { key: 'day', head: 'Day', className: 'whitespace-nowrap', cell: ({ day }) => dayText(day) },
  ...dayFields.map(([of, head]) => ({
    key: of,
    head,
    figures: true,
    cell: (row: Day) => (of === 'revenue' ? inRupees(row[of]) : formatCount(row[of])),
  })),
]

const shareColumns: Column<Share>[] = [
  { key: 'views', head: 'Views', figures: true, cell: ({ views }) => formatCount(views) },
  { key: 'purchases', head: 'Purchases', figures: true, cell: ({ purchases }) => formatCount(purchases) },
  { key: 'revenue', head: 'Revenue', figures: true, cell: ({ revenue }) => inRupees(revenue) },
]
