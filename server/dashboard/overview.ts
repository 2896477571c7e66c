import type { RequestSeries } from '#contract/content/request-numbers.ts'
import type { DashboardStats, Found, ToDo } from '#contract/dashboard/dashboard.ts'
import { rupeesOf } from '#contract/kit/amounts.ts'
import { missingIdentity } from '#contract/staff/identity.ts'

import { searchMembers } from '../accounts/lookup-queries.ts'
import { reminderDueSince as reminderSince } from '../accounts/notices/service.ts'
import { countPublished } from '../catalogue/figures/lookup-queries.ts'
import { complaintsToDecide } from '../content/complaints/service.ts'
import { countHeld } from '../content/held.ts'
import { messageFigures, messagesNamed, newestMessages, unreadMessages } from '../content/lookup-queries.ts'
import { requestNumbered } from '../content/request-status.ts'
import type { Dependencies } from '../dependencies.ts'
import { countPayoutsToApprove } from '../money/lookup-queries.ts'
import { countOpenDisputes } from '../orders/disputes/lookup-queries.ts'
import { countHelpForStaff, countLateHelp } from '../orders/help/lookup-queries.ts'
import { countHeldPayments, ordersByNumber, sumPaidOrders } from '../orders/lookup-queries.ts'
import { orderNumbersIn } from '../orders/order.ts'
import { waitingRecallRefunds } from '../orders/recalls/lookup-queries.ts'
import { countWaitingRequests } from '../orders/returns/lookup-queries.ts'
import { reconciledShare } from '../orders/settle/reconcile.ts'
import { strandedMoney } from '../orders/unreachable-gateways.ts'
import type { Connection } from '../platform/database/connection.ts'
import { containing, isIndexed } from '../platform/database/text-search.ts'
import { countFailedJobs } from '../platform/jobs/queries.ts'
import { runsToLookAt } from '../projects/run-records/service.ts'
import {
  newestProjects,
  projectsByMonth,
  projectsByTitle,
  projectSums,
  recalledAmong,
} from '../projects/staff/lookup-queries.ts'
import { waitingFigures } from '../projects/staff/queue.ts'
import { countActiveStaff } from '../staff/lookup-queries.ts'
import { readSettings } from '../staff/settings/service.ts'
import {
  toOldest,
  toRecallRefunds,
  toRecentMessage,
  toRecentProject,
  toReconciled,
  toWaiting,
} from './presenter.ts'
import { ledgerState } from './system-info.ts'

/** The figures of the dashboard (specification section 3). */
export async function statsOf(connection: Connection): Promise<DashboardStats> {
  const [projects, listed, months, messages, paidPaise, totalAdmins, recentProjects, recentContacts] =
    await Promise.all([
      projectSums(connection),
      countPublished(connection),
      projectsByMonth(connection),
      messageFigures(connection),
      sumPaidOrders(connection),
      countActiveStaff(connection),
      newestProjects(connection, maxRecent),
      newestMessages(connection, maxRecent),
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

/** Maximum rows of recent activity. */
const maxRecent = 5

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * Growth in percent of the last month, to one decimal; 100 when the last month had nothing and this month has
 * something.
 */
const growth = ({ thisMonth, lastMonth }: { thisMonth: number; lastMonth: number }) =>
  lastMonth === 0 ? (thisMonth > 0 ? 100 : 0) : Math.round((1000 * (thisMonth - lastMonth)) / lastMonth) / 10

/** Counts the work that waits for staff. */
export async function toDoOf(dependencies: Dependencies): Promise<ToDo> {
  const { db: connection, config } = dependencies
  const [
    waiting,
    refunds,
    recallRefunds,
    payouts,
    heldPayments,
    disputes,
    help,
    lateHelp,
    unread,
    complaints,
    held,
    runs,
    failedJobs,
    ledger,
    stranded,
    reconciled,
    identity,
    reminderDueSince,
  ] = await Promise.all([
    waitingFigures(connection),
    countWaitingRequests(connection),
    waitingRecallRefunds(connection),
    countPayoutsToApprove(connection),
    countHeldPayments(connection),
    countOpenDisputes(connection),
    countHelpForStaff(connection),
    countLateHelp(connection),
    unreadMessages(connection),
    complaintsToDecide(connection),
    countHeld(connection),
    runsToLookAt(connection),
    countFailedJobs(connection, 7),
    ledgerState(connection),
    strandedMoney(connection, dependencies),
    reconciledShare(connection),
    readSettings(connection, 'identity'),
    reminderSince(connection),
  ])
  const { count, oldest } = waiting
  return {
    missingIdentity: config.mode === 'live' ? missingIdentity(identity) : [],
    reminderDueSince,
    projects: count,
    oldestProject: oldest ? toOldest(oldest) : null,
    refunds: toWaiting(refunds),
    recallRefunds: toRecallRefunds(recallRefunds),
    payouts: toWaiting(payouts),
    heldPayments: toWaiting(heldPayments),
    disputes: toWaiting(disputes),
    help: { ...toWaiting(help), late: lateHelp.count },
    messages: toWaiting(unread),
    complaints,
    held,
    runs: toWaiting(runs),
    failedJobs,
    ledger,
    stranded,
    reconciled: toReconciled(reconciled),
  }
}

/** Maximum results of each kind. */
const max = 5

/**
 * Finds orders, projects, members, messages and complaints, those first that a number names. A text without three letters
 * or digits in a row finds only numbers, because the indexes need three.
 */
export async function searchForStaff(connection: Connection, typed: string): Promise<Found[]> {
  const text = typed.toLowerCase()
  const pattern = containing(text)
  const named = <Row>(find: (connection: Connection, pattern: string, max: number) => Promise<Row[]>) =>
    isIndexed(text) ? find(connection, pattern, max) : []
  const numbers = orderNumbersIn(text)
  const [request, orders, projects, members, messages] = await Promise.all([
    requestNumbered(connection, text),
    numbers.length > 0 ? ordersByNumber(connection, numbers) : [],
    named(projectsByTitle),
    named(searchMembers),
    named(messagesNamed),
  ])
  return [
    ...(request ? [toResult(kindOf[request.series], request.id, request.number, request.about)] : []),
    ...orders.map(({ id, number, title }) => toResult('order', id, number, title)),
    ...projects.map(({ id, title, category }) => toResult('project', id, title, category)),
    ...members.map(({ id, name, email }) => toResult('member', id, name, email)),
    ...messages.map(({ id, name, subject }) => toResult('contact', id, name, subject)),
  ]
}

const kindOf: Record<RequestSeries, Found['kind']> = {
  RP: 'complaint',
  CM: 'contact',
  RF: 'order',
  HP: 'help',
}

const toResult = (kind: Found['kind'], _id: string, label: string, detail: string): Found => ({
  kind,
  _id,
  label,
  detail,
})
