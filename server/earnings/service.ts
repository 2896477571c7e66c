import type { earnings } from '#contract/accounts/earnings.ts'
import { isoDay } from '#contract/kit/day.ts'
import type { Reply } from '#contract/kit/endpoint.ts'

import type { Connection } from '../database/connection.ts'
import { earnedByProject } from '../ledger/service.ts'
import { balanceOf } from '../payouts/service.ts'
import { titlesOfOwner } from '../projects/service.ts'
import { viewsSince } from '../views/service.ts'
import { sum, toFigures } from './presenter.ts'

type Earnings = Omit<Reply<(typeof earnings)['get']>, 'success' | 'message'>

/** What an owner's projects earned in the last days, today in India included, and what is payable. */
export async function earningsOf(connection: Connection, ownerId: string, days: number): Promise<Earnings> {
  const period = lastDays(days, new Date())
  const since = period[0]!
  const titles = await titlesOfOwner(connection, ownerId)
  const [sold, viewed, { payable, held }] = await Promise.all([
    earnedByProject(connection, ownerId, since),
    viewsSince(connection, [...titles.keys()], since),
    balanceOf(connection, ownerId),
  ])
  const events = [
    ...sold.map((sale) => ({ ...sale, views: 0 })),
    ...viewed.map((view) => ({ ...view, sales: 0, amountPaise: 0 })),
  ]
  const byDay = Map.groupBy(events, ({ day }) => day)
  const byProject = Map.groupBy(events, ({ projectId }) => projectId)
  const bySource = Map.groupBy(viewed, ({ source }) => source)
  return {
    payable,
    held,
    total: toFigures(events),
    days: period.map((day) => ({ day, ...toFigures(byDay.get(day) ?? []) })),
    projects: [...byProject]
      .map(([id, own]) => ({ _id: id, ...titles.get(id)!, ...toFigures(own) }))
      .toSorted((a, b) => b.amount - a.amount || b.sales - a.sales || b.views - a.views),
    sources: [...bySource]
      .map(([source, views]) => ({ source, views: sum(views.map((view) => view.views)) }))
      .toSorted((a, b) => b.views - a.views),
  }
}

/** So many days up to now, as they are counted in India. */
function lastDays(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, index) =>
    isoDay(new Date(now.getTime() - (count - 1 - index) * 86_400_000)),
  )
}
