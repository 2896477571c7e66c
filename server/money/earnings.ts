import { rupeesOf } from '#contract/kit/amounts.ts'
import type { Reply, ReplyFields } from '#contract/kit/endpoint.ts'
import { isoDay } from '#contract/kit/format.ts'
import type { earnings } from '#contract/money/earnings.ts'

import type { Connection } from '../platform/database/connection.ts'
import { titlesOfOwner, viewsSince } from '../projects/lookup-queries.ts'
import {
  earnedByProject,
  firstSaleOf,
  sumPaidOut,
  statementRows,
  type StatementRow,
} from './ledger/queries.ts'
import { startOfFinancialYear, financialYearOf } from './ledger/service.ts'
import { accounts } from './ledger/shares.ts'
import { balanceOf } from './payouts/service.ts'

type Earnings = ReplyFields<(typeof earnings)['get']>

/**
 * Returns what an owner's projects earned in the last `days` days, including today in India, and what is payable, in
 * rupees.
 */
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

/** The last `count` days in India as YYYY-MM-DD, oldest first; the last one is today. */
function lastDays(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, index) =>
    isoDay(new Date(now.getTime() - (count - 1 - index) * 86_400_000)),
  )
}

interface Event {
  sales: number
  views: number
  amountPaise: number
}

/** The sums of several events; `amount` in rupees. */
const toFigures = (events: readonly Event[]) => ({
  sales: sum(events.map(({ sales }) => sales)),
  views: sum(events.map(({ views }) => views)),
  amount: rupeesOf(sum(events.map(({ amountPaise }) => amountPaise))),
})

type Line = Reply<typeof earnings.statement>['lines'][number]

/** A sale or a refund as a line of an owner's statement. */
const toLine = (row: StatementRow): Line => ({
  date: row.happenedAt.toISOString(),
  what: row.kind,
  number: row.number,
  title: row.title,
  kind: row.item as Line['kind'],
  ...toAmounts([row]),
})

/** The sums of some sales in rupees: prices, discounts, fees, withheld taxes and the net amount. */
function toAmounts(rows: readonly StatementRow[]) {
  const of = (paise: (row: StatementRow) => number) => sum(rows.map(paise))
  const [price, discount] = [of((row) => row.listPaise), of((row) => row.discountPaise)]
  const [tds, tcs, net] = [of((row) => row.tdsPaise), of((row) => row.tcsPaise), of((row) => row.netPaise)]
  return {
    price: rupeesOf(price),
    discount: rupeesOf(discount),
    gross: rupeesOf(price - discount),
    fee: rupeesOf(price - discount - tds - tcs - net),
    tds: rupeesOf(tds),
    tcs: rupeesOf(tcs),
    net: rupeesOf(net),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

type Statement = ReplyFields<(typeof earnings)['statement']>

/**
 * The statement of an owner's financial year (April to March in India), named by the year in which it begins; by
 * default the present one.
 */
export async function yearlyStatement(
  connection: Connection,
  ownerId: string,
  asked: number | undefined,
): Promise<Statement> {
  const present = financialYearOf(new Date())
  const year = asked ?? present
  const period: [Date, Date] = [startOfFinancialYear(year), startOfFinancialYear(year + 1)]
  const [rows, paidOut, first] = await Promise.all([
    statementRows(connection, ownerId, period),
    sumPaidOut(connection, accounts.owner(ownerId), period),
    firstSaleOf(connection, ownerId),
  ])
  const oldest = first ? financialYearOf(first) : present
  return {
    year,
    years: Array.from({ length: present - oldest + 1 }, (_, index) => present - index),
    lines: rows.map(toLine),
    total: { ...toAmounts(rows), paidOut: rupeesOf(paidOut) },
  }
}
