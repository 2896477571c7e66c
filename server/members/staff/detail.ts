import { isoTime } from '#contract/kit/day.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { MemberDetail } from '#contract/staff/members.ts'

import { type Member, memberById } from '../../accounts/service.ts'
import { actionsAbout } from '../../audit/service.ts'
import { publishedAmong } from '../../catalogue/service.ts'
import type { Connection } from '../../database/connection.ts'
import { balanceOf } from '../../payouts/service.ts'
import { commissionOf, countReferred, recentReferred } from '../../referrals/service.ts'
import {
  toMemberRow,
  toProfile,
  toRecentOrder,
  toRecentProject,
  toReferred,
  toReferrer,
} from './presenter.ts'
import { countsOf, figuresOf, ordersOf, projectsOf } from './queries.ts'

/** Projects, orders and referrals shown of a member. */
const maxShown = 10

/** One member with what staff need to know of them. Throws not_found. */
export async function memberForStaff(connection: Connection, id: string): Promise<MemberDetail> {
  const member = await memberById(connection, id)
  if (!member) throw new ProblemError('not_found', 'Member not found')
  const [counts, figures, balance, projects, orders, referrals, actions] = await Promise.all([
    countsOf(connection, [id]),
    figuresOf(connection, id),
    balanceOf(connection, id),
    projectsOf(connection, id, maxShown),
    ordersOf(connection, id, maxShown),
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
    sales: figures.sales,
    money: { payable: balance.payable, held: balance.held, paid: balance.paid },
    referrals,
    reports: { received: figures.received, made: figures.made },
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
