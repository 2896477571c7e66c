import { lazy, Suspense } from 'react'
import { Link } from 'react-router'

import type { Reply } from '#contract/kit/endpoint.ts'
import { counted, day as dayText, formatCount, inRupees } from '#contract/kit/format.ts'
import { earningPeriods, type earnings } from '#contract/money/earnings.ts'

import { loadPart } from '../shell/lazy-part.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { OwnerSteps } from '../shell/page-states.tsx'
import { CsvButton } from '../shell/save-button.tsx'
import { apiContext } from '../shell/session/api.ts'
import { ownerSteps, myProjectsLink } from '../shell/site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { StatRow } from '../ui/facts.tsx'
import { Page, PageHead } from '../ui/page.tsx'
import { Periods } from '../ui/pagination.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { ShareBar } from '../ui/progress.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import type { Route } from './+types/earnings-page'
import { saveTaxDetails, TaxDetails } from './tax-details.tsx'
import { YearlyStatement } from './yearly-statement.tsx'

export const handle: PageHandle = {
  title: 'Earnings',
  steps: ownerSteps('Earnings'),
  loading: 'Loading earnings...',
  failure: { title: 'Failed to load earnings', ...myProjectsLink },
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const { searchParams } = new URL(request.url)
  const asked = Number(searchParams.get('days'))
  const year = searchParams.get('year') ?? ''
  const days = earningPeriods.find((period) => period === asked) ?? 30
  const [earnings, statement, { taxIds }] = await Promise.all([
    api.earnings.get({ query: { days } }),
    api.earnings.statement({ query: { year: /^20[2-9]\d$/.test(year) ? year : '' } }),
    api.taxIds.get(),
  ])
  return { earnings, statement, taxIds, days }
}

export const clientAction = saveTaxDetails

export default function EarningsPage({
  loaderData: { earnings, statement, taxIds, days },
}: Route.ComponentProps) {
  const { payable, held, total, projects, sources } = earnings
  const share = salesIn100(total)
  const own = (
    <>
      <TaxDetails taxIds={taxIds} />
      <YearlyStatement statement={statement} taxIds={taxIds} />
    </>
  )
  return (
    <Page className="pb-8">
      <PageHead
        title="Earnings"
        lead="Your part of each sale, after our fee. It becomes payable when the buyer can no longer ask for the money back. The first two figures count your referral commission too."
        actions={
          <>
            <Periods periods={earningPeriods} chosen={days} name="days" />
            <ButtonLink to="/owner/payouts" tone="link" size="small" className="ml-2">
              Payouts
            </ButtonLink>
          </>
        }
      >
        <OwnerSteps here="Earnings" className="mb-4" />
      </PageHead>
      <StatRow
        stats={[
          { label: 'Payable now', value: inRupees(Math.max(0, payable)) },
          { label: 'Still refundable', value: inRupees(held) },
          { label: `Earned in ${days} days`, value: inRupees(total.amount) },
          {
            label: 'Sales',
            value: formatCount(total.sales),
            note: share && `${share}% of ${counted(total.views, 'view')}`,
          },
        ]}
      />
      {projects.length === 0 ? (
        <Sheet className="mt-8">
          <EmptyState
            title={`No sale and no view in ${days} days`}
            action={
              <ButtonLink to="/profile?tab=projects" tone="quiet">
                My Projects
              </ButtonLink>
            }
          >
            Share the address of your project where students of your course will see it. Views and sales are
            counted here.
          </EmptyState>
        </Sheet>
      ) : (
        <div className="mt-8 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex min-w-0 flex-col gap-6">
            <Sheet as="section" aria-label="By day">
              <SheetHead title="By day" />
              <div className="flex flex-col gap-6 p-4 sm:p-5">
                <Suspense fallback={<div className="h-94" />}>
                  <DayCharts days={earnings.days} />
                </Suspense>
              </div>
              <DayTable days={earnings.days} />
            </Sheet>
            <ProjectTable projects={projects} days={days} />
          </div>
          <div className="min-w-0">
            <Sheet as="section" aria-label="Where visitors came from">
              <SheetHead title="Where visitors came from" />
              <div className="flex flex-col gap-4 p-4 sm:p-5">
                {sources.length === 0 && <p className="text-quiet">Nobody has looked yet.</p>}
                {sources.map(({ source, views }) => (
                  <ShareBar
                    key={source}
                    label={source}
                    value={views}
                    max={total.views}
                    detail={formatCount(views)}
                  />
                ))}
                <p className="text-13 text-quiet">
                  Counted without cookies, once for a visitor in half an hour. Your own visits are left out.
                </p>
              </div>
            </Sheet>
            {own}
          </div>
        </div>
      )}
      {projects.length === 0 && own}
    </Page>
  )
}

/** Loaded in the browser only: the chart library is large, and the server does not need it. */
const DayCharts = lazy(() => loadPart(() => import('./earnings-charts.client.tsx')))

type Earnings = Reply<(typeof earnings)['get']>
type DayFigures = Earnings['days'][number]
type ProjectFigures = Earnings['projects'][number]
type Figures = Pick<DayFigures, 'sales' | 'views' | 'amount'>

/** The figures of each day, newest first, and their CSV file. */
const DayTable = ({ days }: { days: readonly DayFigures[] }) => (
  <Disclosure title="As a table" className="border-t border-b-0 px-4 sm:px-5">
    <DataTable
      caption="Sales and views by day"
      className="-mx-4 sm:-mx-5"
      columns={[
        {
          key: 'day',
          head: 'Day',
          cell: ({ day }: DayFigures) => dayText(day),
          className: 'whitespace-nowrap',
        },
        ...figureColumns,
      ]}
      rows={[...days].reverse()}
      rowKey={({ day }) => day}
    />
    <CsvButton
      of="each day"
      name={`readymade-by-day-${days.at(-1)?.day}`}
      rows={[['Day', ...csvHeads], ...days.map((row) => [row.day, ...csvFigures(row)])]}
    />
  </Disclosure>
)

/**
 * The sales in 100 views. Undefined when there are more sales than views, which happens because some visitors are not
 * counted.
 */
const salesIn100 = ({ sales, views }: Pick<Figures, 'sales' | 'views'>): string | undefined =>
  views > 0 && views >= sales ? ((100 * sales) / views).toFixed(1) : undefined

/** The figures of each project, and their CSV file. */
const ProjectTable = ({ projects, days }: { projects: readonly ProjectFigures[]; days: number }) => (
  <Sheet as="section" aria-label="By project">
    <SheetHead
      title="By project"
      actions={
        <CsvButton
          of="each project"
          name={`readymade-by-project-${days}-days`}
          rows={[
            ['Project', ...csvHeads, 'Sales in 100 views'],
            ...projects.map((row) => [row.title, ...csvFigures(row), salesIn100(row) ?? '']),
          ]}
        />
      }
    />
    <DataTable
      caption="Sales and views by project"
      folds="few"
      columns={[
        {
          key: 'title',
          head: 'Project',
          folded: 'whole',
          cell: projectName,
        },
        ...figureColumns,
      ]}
      rows={projects}
      rowKey={({ _id }) => _id}
    />
  </Sheet>
)

const projectName = ({ _id, title, isDeleted }: ProjectFigures) =>
  isDeleted ? (
    <span>
      {title} <span className="text-quiet">(deleted)</span>
    </span>
  ) : (
    <Link to={`/owner/projects/${_id}`} className="link-rule font-semibold">
      {title}
    </Link>
  )

/** The number of sales, and below it their share of 100 views. */
function salesCell(row: Figures) {
  const share = salesIn100(row)
  return (
    <>
      <span>{formatCount(row.sales)}</span>
      {row.sales > 0 && share && <span className="text-13 text-quiet block">{`${share}% of views`}</span>}
    </>
  )
}

const figureColumns = [
  { key: 'views', head: 'Views', figures: true, cell: ({ views }: Figures) => formatCount(views) },
  { key: 'sales', head: 'Sales', figures: true, cell: salesCell },
  { key: 'amount', head: 'Earned', figures: true, cell: ({ amount }: Figures) => inRupees(amount) },
]

const csvHeads = ['Views', 'Sales', 'Earned in rupees']
const csvFigures = ({ views, sales, amount }: Figures) => [views, sales, { rupees: amount }]
