import { rupeesOf } from '#contract/kit/amounts.ts'
import { isoDay } from '#contract/kit/format.ts'
import type { Activity } from '#contract/members/profile.ts'
import { shortName } from '#server/accounts/short-name.ts'

import type { Member } from '../accounts/lookup-queries.ts'
import { recentCommission, recentReferred } from '../money/referrals/service.ts'
import { recentPurchases, recentSales, reviewsReceived, reviewsWritten } from '../orders/lookup-queries.ts'
import type { Connection } from '../platform/database/connection.ts'
import { recentDecisions, recentProjects } from '../projects/lookup-queries.ts'

/** Maximum entries shown. */
const maxEntries = 10
/** Maximum orders read; those of one day are combined into one entry. */
const maxOrders = 300

/** The latest activity of a member, newest first. */
export async function recentActivity(connection: Connection, member: Member): Promise<Activity[]> {
  const happened: Happened[] = [
    ...(await events(connection, member.id)),
    { kind: 'signed_up', at: member.createdAt },
  ]
  return byDay(happened.toSorted((one, other) => other.at.getTime() - one.at.getTime()))
    .slice(0, maxEntries)
    .map(({ at, ...event }) => ({ ...event, at: at.toISOString() }))
}

/**
 * Combines orders of one kind and one day (in India) into one entry at the place of the newest, so that a full cart
 * does not push out the rest.
 */
function byDay(happened: Happened[]): Happened[] {
  const first = new Map<string, Happened>()
  for (const event of happened) {
    const { kind, at, amount = 0 } = event
    const key = dailyKinds.has(kind) ? `${kind} ${isoDay(at)}` : `${first.size}`
    const known = first.get(key)
    if (!known) first.set(key, event)
    else first.set(key, { ...known, amount: (known.amount ?? 0) + amount, more: (known.more ?? 0) + 1 })
  }
  return [...first.values()]
}

const dailyKinds = new Set<Activity['kind']>([
  'order_completed',
  'order_refunded',
  'project_sold',
  'sale_refunded',
  'commission_earned',
])

type Happened = Omit<Activity, 'at'> & { at: Date }

async function events(connection: Connection, id: string): Promise<Happened[]> {
  const [listed, decided, sold, received, bought, written, joined, earned] = await Promise.all([
    recentProjects(connection, id, maxEntries),
    recentDecisions(connection, id, maxEntries),
    recentSales(connection, id, maxOrders),
    reviewsReceived(connection, id, maxEntries),
    recentPurchases(connection, id, maxOrders),
    reviewsWritten(connection, id, maxEntries),
    recentReferred(connection, id, maxEntries),
    recentCommission(connection, id, maxOrders),
  ])
  return [
    ...listed.map((project) => ({
      kind: 'project_listed' as const,
      at: project.createdAt,
      title: project.title,
      projectId: project.id,
    })),
    ...decided.map(({ verifiedAt, status, release, ...project }) => ({
      kind: 'project_decided' as const,
      at: verifiedAt,
      status: status as Activity['status'],
      ...(release !== null && { release }),
      ...project,
    })),
    ...sold.map((order) => ofOrder(order, 'project_sold', 'sale_refunded')),
    ...received.map((review) => ofReview('review_received', review)),
    ...bought.map((order) => ofOrder(order, 'order_completed', 'order_refunded')),
    ...written.map((review) => ofReview('review_written', review)),
    ...joined.map(({ createdAt, name }) => ({
      kind: 'referral_joined' as const,
      at: createdAt,
      name: shortName(name),
    })),
    ...earned.map(({ happenedAt, amountPaise }) => ({
      kind: 'commission_earned' as const,
      at: happenedAt,
      amount: rupeesOf(amountPaise),
    })),
  ]
}

type Order = Awaited<ReturnType<typeof recentSales>>[number]
/** The event that fits an order's state: completed or refunded. */
const ofOrder = (
  { completedAt, refundedAt, title, projectId, amountPaise }: Order,
  completed: Activity['kind'],
  refunded: Activity['kind'],
): Happened => ({
  ...(refundedAt ? { kind: refunded, at: refundedAt } : { kind: completed, at: completedAt }),
  title,
  projectId,
  amount: rupeesOf(amountPaise),
})

type Review = Awaited<ReturnType<typeof reviewsWritten>>[number]
const ofReview = (
  kind: 'review_received' | 'review_written',
  { createdAt, ...review }: Review,
): Happened => ({ kind, at: createdAt, ...review })
