import { lazy, Suspense } from 'react'

import { earningPeriods } from '#contract/accounts/earnings.ts'
import { counted, grouped } from '#contract/kit/counted.ts'
import { inRupees } from '#contract/kit/rupees.ts'

import { unlessUnanswered } from '../../forms/unanswered.ts'
import type { PageHandle } from '../../page-handle.ts'
import { requireMember } from '../../session/require-member.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Periods } from '../../ui/data/periods.tsx'
import { StatRow } from '../../ui/data/stat-row.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ShareBar } from '../../ui/feedback/progress.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Page, PageHead } from '../../ui/layout/page.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { OwnerLoadFailed } from '../owner-load-failed.tsx'
import { OwnerSteps } from '../owner-steps.tsx'
import type { Route } from './+types/earnings-page'
import { DayTable, ProjectTable, salesIn100 } from './earnings-tables.tsx'
import { saveTaxDetails, TaxDetails } from './tax-details.tsx'
import { YearlyStatement } from './yearly-statement.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Earnings | Readymade' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = await requireMember(request)
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
clientLoader.hydrate = true as const

export async function clientAction({ request }: Route.ClientActionArgs) {
  return saveTaxDetails(await requireMember(request), await request.formData())
}

export const shouldRevalidate = unlessUnanswered

export default function EarningsPage({
  loaderData: { earnings, statement, taxIds, days },
}: Route.ComponentProps) {
  const { payable, held, total, projects, sources } = earnings
  const share = salesIn100(total)
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
            value: grouped(total.sales),
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
                  detail={grouped(views)}
                />
              ))}
              <p className="text-13 text-quiet">
                Counted without cookies, once for a visitor in half an hour. Your own visits are left out.
              </p>
            </div>
          </Sheet>
        </div>
      )}
      <TaxDetails taxIds={taxIds} />
      <YearlyStatement statement={statement} taxIds={taxIds} />
    </Page>
  )
}

/** In the browser only: the library that draws is large, and the server has no use for it. */
const DayCharts = lazy(() => import('./day-charts.client.tsx'))

export const HydrateFallback = () => (
  <Page className="pb-8">
    <PageHead title="Earnings">
      <OwnerSteps here="Earnings" className="mb-4" />
    </PageHead>
    <Loading text="Loading earnings...">
      <Skeleton className="h-24" />
      <Skeleton className="mt-8 h-96" />
    </Loading>
  </Page>
)

export const ErrorBoundary = () => <OwnerLoadFailed title="Failed to load earnings" />
