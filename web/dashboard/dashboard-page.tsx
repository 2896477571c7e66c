import type { ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'

import type { BrowserError } from '#contract/dashboard/browser-errors.ts'
import { type Analytics, analyticsPeriods, type DashboardStats } from '#contract/dashboard/dashboard.ts'
import { counted, day, formatCount, inRupees, minute, rupees } from '#contract/kit/format.ts'

import { ContactStatusMark } from '../content/staff/contact-status.tsx'
import { VerificationStatus } from '../projects/verification-status.tsx'
import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext, problemOf } from '../shell/session/api.ts'
import { ButtonLink } from '../ui/button.tsx'
import { FactRows, StatRow } from '../ui/facts.tsx'
import { Icon } from '../ui/icon.tsx'
import { Periods } from '../ui/pagination.tsx'
import { ErrorState } from '../ui/placeholders.tsx'
import { ShareBar } from '../ui/progress.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import type { Route } from './+types/dashboard-page'
import { ToDoToday } from './to-do.tsx'

export const handle: PageHandle = {
  title: 'Dashboard',
  failure: 'Unable to Load Dashboard',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
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
      <div className="flex flex-col gap-4">
        <StatCards {...stats} />
        <GrowthCards {...stats} />
      </div>
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

/** The five technologies that the newest projects use most. */
const TechnologyUsage = ({
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
    <p className="text-13 text-quiet px-4 pb-4 sm:px-5">{`Projects added in the last ${period} days.`}</p>
  </Sheet>
)

/** The six largest categories, each compared with the largest. */
const CategoryDistribution = ({ categories }: Pick<DashboardStats, 'categories'>) => (
  <Sheet as="section" aria-label="Category Distribution" className="h-full">
    <SheetHead title="Category Distribution" />
    <Bars rows={categories.slice(0, 6)} empty="There is no project yet." />
  </Sheet>
)

/** Bars relative to the largest; bare rows when all are the same, because then bars say nothing. */
function Bars({ rows, empty }: { rows: { _id: string; count: number }[]; empty: string }) {
  if (rows.length === 0) return <p className="text-quiet p-4 sm:p-5">{empty}</p>
  if (rows.length > 1 && rows.every(({ count }) => count === rows[0]!.count))
    return (
      <FactRows
        className="px-4 py-1 sm:px-5"
        facts={rows.map(({ _id, count }) => ({ term: _id, value: counted(count, 'project') }))}
      />
    )
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-5">
      {rows.map(({ _id, count }) => (
        <ShareBar
          key={_id}
          label={_id}
          value={count}
          max={rows[0]!.count}
          detail={counted(count, 'project')}
        />
      ))}
    </div>
  )
}

/** The current totals. */
const StatCards = ({ overview, pricing }: Pick<DashboardStats, 'overview' | 'pricing'>) => (
  <section aria-label="Totals">
    <StatRow
      stats={[
        {
          label: 'Total Projects',
          value: formatCount(overview.totalProjects),
          note: `${formatCount(overview.activeProjects)} active, ${formatCount(overview.listedProjects)} listed`,
        },
        {
          label: 'Total Contacts',
          value: formatCount(overview.totalContacts),
          note: `${formatCount(overview.unreadContacts)} unread`,
        },
        {
          label: 'Total Revenue',
          value: inRupees(pricing.totalRevenue),
          note: inDollars(pricing.totalRevenue),
        },
        { label: 'Total Admins', value: formatCount(overview.totalAdmins), note: 'active and invited' },
      ]}
    />
  </section>
)

/** The growth since last month, and the average price of a project. */
const GrowthCards = ({ growth, pricing }: Pick<DashboardStats, 'growth' | 'pricing'>) => (
  <section
    aria-label="Growth"
    className="grid gap-y-3 max-md:gap-x-6 sm:max-md:grid-cols-3 md:grid-cols-4 md:[&>*+*]:pl-5"
  >
    <GrowthCard
      label="Project Growth"
      value={growthOf(growth.projectsThisMonth, growth.projectsLastMonth, growth.projectGrowth)}
      note={`first approved this month, ${formatCount(growth.projectsLastMonth)} last month`}
    />
    <GrowthCard
      label="Contact Growth"
      value={growthOf(growth.contactsThisMonth, growth.contactsLastMonth, growth.contactGrowth)}
      note={`this month, ${formatCount(growth.contactsLastMonth)} last month`}
    />
    <GrowthCard
      label="Average Price"
      value={inRupees(pricing.avgPrice)}
      note={`${inDollars(pricing.avgPrice)}, listed or not`}
    />
  </section>
)

const GrowthCard = ({ label, value, note }: { label: string; value: string; note: string }) => (
  <div>
    <p className="text-14 flex flex-wrap items-baseline gap-x-2">
      <span className="text-quiet">{label}</span>
      <span className="font-semibold tabular-nums">{value}</span>
    </p>
    <p className="text-13 text-quiet">{note}</p>
  </div>
)

/** The specified form, which is a form alone: the amount is in rupees. */
const inDollars = (amount: number) => `USD format: ${dollars.format(amount)}`
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** The figure of this month, with the growth in percent where both months have something to compare. */
const growthOf = (thisMonth: number, lastMonth: number, growth: number) =>
  [
    formatCount(thisMonth),
    thisMonth > 0 && lastMonth > 0 && `${growth > 0 ? '+' : growth < 0 ? '−' : ''}${Math.abs(growth)}%`,
  ]
    .filter(Boolean)
    .join(' · ')

/** Links to the most frequent tasks of staff. */
const QuickActions = () => (
  <Sheet as="section" aria-label="Quick Actions">
    <SheetHead title="Quick Actions" />
    <div className="grid gap-2 p-4 min-[22rem]:grid-cols-2 sm:grid-cols-3 sm:px-5 xl:flex">
      {actions.map(({ to, label, icon }) => (
        <ButtonLink
          key={to}
          to={to}
          tone="quiet"
          size="small"
          icon={<Icon name={icon} className="size-4.5" />}
          className="max-sm:gap-1.5 max-sm:px-1! xl:flex-1"
        >
          {label}
        </ButtonLink>
      ))}
    </div>
  </Sheet>
)

const actions = [
  { to: '/admin/projects?status=ready', label: 'Verify Projects', icon: 'folder-check' },
  { to: '/admin/refunds', label: 'Decide Refunds', icon: 'indian-rupee' },
  { to: '/admin/payouts', label: 'Approve Payouts', icon: 'banknote' },
  { to: '/admin/analytics', label: 'View Analytics', icon: 'chart-column' },
  { to: '/admin/findings', label: 'Set Up Checks', icon: 'shield' },
  { to: '/admin/settings', label: 'Change Settings', icon: 'sliders-horizontal' },
] as const

type Recent = DashboardStats['recentActivity']

/** The newest projects with their status. */
const RecentProjects = ({ projects }: Pick<Recent, 'projects'>) => (
  <Sheet as="section" aria-label="Recent Projects" className="h-full">
    <SheetHead
      title="Recent Projects"
      actions={
        <AllLink to="/admin/projects">
          View All<span className="sr-only"> Projects</span>
        </AllLink>
      }
    />
    {projects.length === 0 && <p className="text-quiet p-4 sm:p-5">There is no project yet.</p>}
    <ul className="divide-rule divide-y">
      {projects.map(
        ({ _id, title, category, price, verificationStatus, isRecalled, isActive, createdAt }) => (
          <li key={_id} className={`${row} max-sm:flex-col max-sm:gap-1`}>
            <div className="min-w-0">
              <Link
                to={`/admin/projects/${_id}`}
                className="block font-semibold wrap-anywhere hover:underline sm:truncate"
              >
                {title}
              </Link>
              <p className="text-13 text-quiet wrap-anywhere sm:truncate">
                {category} · {rupees(price)} · <span className="whitespace-nowrap">{day(createdAt)}</span>
              </p>
            </div>
            <VerificationStatus status={verificationStatus} isRecalled={isRecalled} isActive={isActive} />
          </li>
        ),
      )}
    </ul>
  </Sheet>
)

/** The newest messages, unread ones marked. */
const RecentContacts = ({ contacts }: Pick<Recent, 'contacts'>) => (
  <Sheet as="section" aria-label="Recent Contacts" className="h-full">
    <SheetHead
      title="Recent Contacts"
      actions={
        <AllLink to="/admin/contacts">
          View All<span className="sr-only"> Contacts</span>
        </AllLink>
      }
    />
    {contacts.length === 0 && <p className="text-quiet p-4 sm:p-5">Nobody has written yet.</p>}
    <ul className="divide-rule divide-y">
      {contacts.map(({ _id, name, email, subject, status, createdAt }) => (
        <li key={_id} className={`${row} max-sm:flex-col max-sm:gap-1`}>
          <div className="min-w-0">
            <Link
              to={`/admin/contacts/${_id}`}
              className="block font-semibold wrap-anywhere hover:underline sm:truncate"
            >
              {name}
            </Link>
            <p className="text-13 text-quiet wrap-anywhere sm:truncate">{`${subject} · ${email}`}</p>
          </div>
          <span className="text-14 text-quiet shrink-0 max-sm:flex max-sm:items-center max-sm:gap-3 sm:text-right">
            <ContactStatusMark status={status} />
            <span className="text-13 block">{day(createdAt)}</span>
          </span>
        </li>
      ))}
    </ul>
  </Sheet>
)

const row = 'flex items-start justify-between gap-4 px-4 py-3 sm:items-center sm:px-5'

const AllLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <ButtonLink to={to} tone="link" size="small">
    {children}
  </ButtonLink>
)

/** The latest errors that browsers reported, newest first; nothing when there are none. */
function BrowserErrors({ errors, others }: { errors: BrowserError[]; others: number }) {
  if (errors.length === 0 && others === 0) return null
  return (
    <Sheet as="section" aria-label="Errors in browsers">
      <SheetHead title="Errors in browsers" />
      <ul className="divide-rule divide-y">
        {errors.map(({ message, page, browser, release, place, count, lastSeenAt }) => (
          <li
            key={`${message} ${page} ${browser} ${release}`}
            className="flex flex-wrap items-start justify-between gap-x-4 px-4 py-3 sm:flex-nowrap sm:px-5"
          >
            <div className="min-w-0 max-sm:basis-full">
              <p className="font-semibold wrap-anywhere">{message}</p>
              <p className="text-13 text-quiet wrap-anywhere">
                {[page, browser, `release ${release}`, place].filter(Boolean).join(' · ')}
              </p>
            </div>
            <p className="text-14 text-quiet tabular-nums max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 sm:shrink-0 sm:text-right">
              <span className="text-ink block">{counted(count, 'time')}</span>
              <span className="text-13 block">{minute(lastSeenAt)}</span>
            </p>
          </li>
        ))}
      </ul>
      <p className="border-rule text-14 text-quiet border-t px-4 py-3 sm:px-5">
        {`The newest ${formatCount(errors.length)} of the last 30 days${others > 0 ? `, and ${counted(others, 'more error')} counted together` : ''}. Nothing that a reader typed is in them.`}
      </p>
    </Sheet>
  )
}
