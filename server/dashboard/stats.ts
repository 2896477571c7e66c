import { rupeesOf } from '#contract/kit/money.ts'
import type { DashboardStats } from '#contract/staff/dashboard.ts'

import { countPublished } from '../catalogue/service.ts'
import { messageFigures, newestMessages } from '../contacts/service.ts'
import type { Connection } from '../database/connection.ts'
import { paidAndKept } from '../orders/service.ts'
import { newestProjects, projectsByMonth, projectSums, recalledAmong } from '../projects/service.ts'
import { countActiveStaff } from '../staff/service.ts'
import { toRecentMessage, toRecentProject } from './presenter.ts'

/** What is counted over all rows; projects are counted from their index alone. */
export async function sumsOf(connection: Connection) {
  const [projects, listed, months, messages, paidPaise] = await Promise.all([
    projectSums(connection),
    countPublished(connection),
    projectsByMonth(connection),
    messageFigures(connection),
    paidAndKept(connection),
  ])
  return { projects, listed, months, messages, paidPaise }
}
export type Sums = Awaited<ReturnType<typeof sumsOf>>

/** Whether counting took the database noticeable time. */
export const isLarge = ({ projects, messages }: Sums) =>
  messages.total + sum(projects.map((row) => row.projects)) > 50_000

/** The figures of the dashboard (specification section 3), with sums that may be a little older than the rest. */
export async function statsOf(connection: Connection, sums: Sums): Promise<DashboardStats> {
  const { projects, listed, months, messages, paidPaise } = sums
  const [totalAdmins, recentProjects, recentContacts] = await Promise.all([
    countActiveStaff(connection),
    newestProjects(connection, recent),
    newestMessages(connection, recent),
  ])
  const recalled = await recalledAmong(
    connection,
    recentProjects.map(({ id }) => id),
  )
  const total = sum(projects.map((row) => row.projects))
  const byCategory = Map.groupBy(projects, ({ category }) => category)
  return {
    overview: {
      totalProjects: total,
      activeProjects: sum(projects.filter(({ isActive }) => isActive).map((row) => row.projects)),
      listedProjects: listed,
      totalContacts: messages.total,
      unreadContacts: messages.unread,
      totalAdmins,
    },
    pricing: {
      totalRevenue: rupeesOf(paidPaise),
      avgPrice: total && rupeesOf(Math.round(sum(projects.map(({ pricePaise }) => pricePaise)) / total)),
    },
    growth: {
      projectsThisMonth: months.thisMonth,
      projectsLastMonth: months.lastMonth,
      projectGrowth: growth(months),
      contactsThisMonth: messages.thisMonth,
      contactsLastMonth: messages.lastMonth,
      contactGrowth: growth(messages),
    },
    categories: [...byCategory]
      .map(([_id, rows]) => ({ _id, count: sum(rows.map((row) => row.projects)) }))
      .toSorted((one, other) => other.count - one.count || one._id.localeCompare(other._id)),
    recentActivity: {
      projects: recentProjects.map((row) => toRecentProject(row, recalled.includes(row.id))),
      contacts: recentContacts.map(toRecentMessage),
    },
  }
}

/** Rows of recent activity. */
const recent = 5

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** In percent of the month before, to one decimal; what grew from nothing grew by 100. */
const growth = ({ thisMonth, lastMonth }: { thisMonth: number; lastMonth: number }) =>
  lastMonth === 0 ? (thisMonth > 0 ? 100 : 0) : Math.round((1000 * (thisMonth - lastMonth)) / lastMonth) / 10
