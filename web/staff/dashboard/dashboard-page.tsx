import { useRevalidator } from 'react-router'

import { analyticsPeriods } from '#contract/staff/analytics.ts'

import type { PageHandle } from '../../page-handle.ts'
import { problemOf } from '../../problem-of.ts'
import { reload } from '../../ui/connection/reload.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/dashboard-page'
import { BrowserErrors } from './browser-errors.tsx'
import { CategoryDistribution, TechnologyUsage } from './distributions.tsx'
import { GrowthCards, StatCards } from './figures.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentContacts, RecentProjects } from './recent.tsx'
import { ToDoToday } from './to-do.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Dashboard | Readymade staff' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  const asked = Number(new URL(request.url).searchParams.get('period'))
  const period = analyticsPeriods.find((known) => known === asked) ?? 30
  try {
    const [{ stats }, { toDo }, { analytics }, { errors, others }] = await Promise.all([
      api.dashboard.stats(),
      api.dashboard.toDo(),
      api.analytics.get({ query: { period } }),
      api.browserErrors.list(),
    ])
    return { stats, toDo, analytics, period, inBrowsers: { errors, others } }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load dashboard data').message }
  }
}
clientLoader.hydrate = true as const

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  if (loaderData.problem !== undefined)
    return (
      <ErrorState
        as="h1"
        title="Unable to Load Dashboard"
        onRetry={() => void revalidate()}
        retrying={state === 'loading'}
      >
        {loaderData.problem}
      </ErrorState>
    )
  const { stats, toDo, analytics, period, inBrowsers } = loaderData
  return (
    <div className="flex max-w-7xl flex-col gap-6">
      <h1 className="text-28">Dashboard</h1>
      <ToDoToday toDo={toDo} />
      <StatCards {...stats} />
      <GrowthCards {...stats} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <TechnologyUsage technologies={analytics.technologyStats} period={period} />
        <CategoryDistribution categories={stats.categories} />
        <RecentProjects projects={stats.recentActivity.projects} />
        <RecentContacts contacts={stats.recentActivity.contacts} />
      </div>
      <BrowserErrors {...inBrowsers} />
      <QuickActions />
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorState as="h1" title="Unable to Load Dashboard" onRetry={reload} />
}
