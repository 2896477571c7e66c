import { grouped } from '#contract/kit/counted.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import type { DashboardStats } from '#contract/staff/dashboard.ts'

import { StatRow } from '../../ui/data/stat-row.tsx'

/** What there is now. */
export const StatCards = ({ overview, pricing }: Pick<DashboardStats, 'overview' | 'pricing'>) => (
  <section aria-label="Totals">
    <StatRow
      stats={[
        {
          label: 'Total Projects',
          value: grouped(overview.totalProjects),
          note: `${grouped(overview.activeProjects)} active, ${grouped(overview.listedProjects)} listed`,
        },
        {
          label: 'Total Contacts',
          value: grouped(overview.totalContacts),
          note: `${grouped(overview.unreadContacts)} unread`,
        },
        {
          label: 'Total Revenue',
          value: inRupees(pricing.totalRevenue),
          note: inDollars(pricing.totalRevenue),
        },
        { label: 'Total Admins', value: grouped(overview.totalAdmins), note: 'active and invited' },
      ]}
    />
    <p className="text-13 text-quiet mt-2 max-w-(--container-text)">
      An active project is switched on by its owner; a listed one is approved too, so that everybody sees it.
      All amounts are rupees: the small form with $ is the same number, not converted.
    </p>
  </section>
)

/** What became more or less since last month, and what a project costs. */
export const GrowthCards = ({ growth, pricing }: Pick<DashboardStats, 'growth' | 'pricing'>) => (
  <section aria-label="Growth" className="grid gap-4 sm:grid-cols-3">
    <GrowthCard
      label="Project Growth"
      value={growth.projectsLastMonth === 0 ? '–' : percent(growth.projectGrowth)}
      note={`${grouped(growth.projectsThisMonth)} first approved this month, ${grouped(growth.projectsLastMonth)} last month`}
    />
    <GrowthCard
      label="Contact Growth"
      value={growth.contactsLastMonth === 0 ? '–' : percent(growth.contactGrowth)}
      note={`${grouped(growth.contactsThisMonth)} this month, ${grouped(growth.contactsLastMonth)} last month`}
    />
    <GrowthCard
      label="Average Price"
      value={inRupees(pricing.avgPrice)}
      note={`${inDollars(pricing.avgPrice)} for a project, listed or not`}
    />
  </section>
)

const GrowthCard = ({ label, value, note }: { label: string; value: string; note: string }) => (
  <div className="sheet flex flex-col gap-1 px-5 py-4">
    <p className="text-14 text-quiet">{label}</p>
    <p className="font-head text-22 font-bold tabular-nums">{value}</p>
    <p className="text-13 text-quiet font-mono">{note}</p>
  </div>
)

const inDollars = (amount: number) => dollars.format(amount)
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const percent = (growth: number) => `${growth > 0 ? '+' : ''}${growth}%`
