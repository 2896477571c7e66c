import { z } from 'zod'

import { rupeesOf } from '#contract/kit/amounts.ts'
import type { Received, ReplyFields } from '#contract/kit/endpoint.ts'
import { isoTime } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { MemberDetail, staffMembers } from '#contract/members/staff-members.ts'

import { type Member, memberById, searchMemberIds, membersIn } from '../../accounts/lookup-queries.ts'
import { publishedAmong } from '../../catalogue/publish-queries.ts'
import { countReferred } from '../../money/lookup-queries.ts'
import { balanceOf, debtOf } from '../../money/payouts/service.ts'
import { commissionOf, recentReferred } from '../../money/referrals/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { containing, isIndexed } from '../../platform/database/text-search.ts'
import { actionsAbout } from '../../staff/audit/service.ts'
import {
  toMemberRow,
  toProfile,
  toRecentOrder,
  toRecentProject,
  toRecentSeat,
  toReferred,
  toReferrer,
} from './presenter.ts'
import { countsOf, figuresOf, ordersOf, projectsOf, seatsOf } from './queries.ts'

/** Maximum projects, orders, seats and referrals shown of a member. */
const maxShown = 10

/** One member with what staff need to know of them. Throws not_found. */
export async function memberForStaff(connection: Connection, id: string): Promise<MemberDetail> {
  const member = await memberById(connection, id)
  if (!member) throw new ProblemError('not_found', 'Member not found')
  const [counts, figures, balance, debt, projects, orders, seats, referrals, actions] = await Promise.all([
    countsOf(connection, [id]),
    figuresOf(connection, id),
    balanceOf(connection, id),
    debtOf(connection, id),
    projectsOf(connection, id, maxShown),
    ordersOf(connection, id, maxShown),
    seatsOf(connection, id, maxShown),
    referralsFor(connection, id),
    actionsAbout(connection, `member ${id}`),
  ])
  const published = await publishedAmong(
    connection,
    projects.map(({ id }) => id),
  )
  return {
    ...toMemberRow(member, counts.get(id)),
    ...toProfile(member),
    referredBy: await referrerOf(connection, member),
    sessions: figures.sessions,
    lastSeenAt: isoTime(figures.lastSeenAt),
    recentProjects: projects.map((project) => toRecentProject(project, published.has(project.id))),
    recentOrders: orders.map(toRecentOrder),
    recentSeats: seats.map(toRecentSeat),
    sales: figures.sales,
    money: { payable: balance.payable, held: balance.held, paid: balance.paid, owes: rupeesOf(debt) },
    referrals,
    complaints: { received: figures.received, made: figures.made },
    actions,
  }
}

async function referrerOf(connection: Connection, { referredBy }: Member) {
  const referrer = referredBy ? await memberById(connection, referredBy) : undefined
  return referrer ? toReferrer(referrer) : null
}

async function referralsFor(connection: Connection, id: string): Promise<MemberDetail['referrals']> {
  const [count, { totalCommission }, recent] = await Promise.all([
    countReferred(connection, id),
    commissionOf(connection, id),
    recentReferred(connection, id, maxShown),
  ])
  return {
    count,
    commission: totalCommission,
    recent: recent.map(toReferred),
  }
}

type Query = Received<typeof staffMembers.list>['query']

/** A page of all members, the newest first. */
export async function listMembers(
  connection: Connection,
  { search = '', standing, agents, ...window }: Query,
): Promise<ReplyFields<typeof staffMembers.list>> {
  const named = search ? await namedBy(connection, search) : {}
  const { rows, pagination } = await membersIn(connection, { standing, agents, ...named }, window)
  const counts = await countsOf(
    connection,
    rows.map(({ id }) => id),
  )
  return {
    members: rows.map((row) => toMemberRow(row, counts.get(row.id))),
    pagination,
  }
}

/** Narrows a list of members to those that a search matches: a few by their ids, many by a pattern of their names. */
async function namedBy(
  connection: Connection,
  search: string,
): Promise<{ ids?: string[]; pattern?: string }> {
  if (z.uuid().safeParse(search).success) return { ids: [search] }
  if (!isIndexed(search)) return { ids: [] }
  const pattern = containing(search)
  const ids = await searchMemberIds(connection, pattern, limits.countedMatches + 1)
  return ids.length > limits.countedMatches ? { pattern } : { ids }
}
