import type { Reply } from '#contract/kit/endpoint.ts'
import type { profile } from '#contract/profile.ts'

import { memberById } from '../accounts/service.ts'
import type { Connection } from '../database/connection.ts'
import { countOrders } from '../orders/service.ts'
import { figuresOfOwner } from '../projects/service.ts'
import { commissionOf, countReferred } from '../referrals/service.ts'
import { signedOut } from '../sessions/service.ts'
import { recentActivity } from './activity.ts'
import { completionOf } from './completion.ts'

type Answer<Name extends keyof typeof profile> = Omit<Reply<(typeof profile)[Name]>, 'success' | 'message'>

/** How many projects, orders and referrals a member has. */
export async function countsOf(connection: Connection, memberId: string): Promise<Answer<'counts'>> {
  const [{ projects }, orders, referrals] = await Promise.all([
    figuresOfOwner(connection, memberId),
    countOrders(connection, memberId),
    countReferred(connection, memberId),
  ])
  return { projects, orders, referrals }
}

/** A member's figures, what the profile lacks and what happened lately. Throws signed_out for nobody. */
export async function overviewOf(connection: Connection, memberId: string): Promise<Answer<'overview'>> {
  const member = await memberById(connection, memberId)
  if (!member) throw signedOut()
  const [figures, { totalCommission }, activity] = await Promise.all([
    figuresOfOwner(connection, memberId),
    commissionOf(connection, memberId),
    recentActivity(connection, member),
  ])
  return {
    stats: {
      totalDownloads: figures.downloads,
      avgRating: figures.reviews === 0 ? null : Math.round((100 * figures.ratingSum) / figures.reviews) / 100,
      reviews: figures.reviews,
      commission: totalCommission,
    },
    completion: completionOf(member),
    recentActivity: activity,
  }
}
