import type { earnings } from '#contract/accounts/earnings.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { rupeesOf } from '#contract/kit/money.ts'

import type { Connection } from '../database/connection.ts'
import {
  accounts,
  beginOfYear,
  firstSaleOf,
  paidOutOf,
  type StatementRow,
  statementOf,
  yearOf,
} from '../ledger/service.ts'

type Statement = Omit<Reply<(typeof earnings)['statement']>, 'success' | 'message'>

/** An owner's financial year, April to March in India, named by the year it begins in; without one the present year. */
export async function yearlyStatement(
  connection: Connection,
  ownerId: string,
  asked: number | undefined,
): Promise<Statement> {
  const present = yearOf(new Date())
  const year = asked ?? present
  const period: [Date, Date] = [beginOfYear(year), beginOfYear(year + 1)]
  const [rows, paidOut, first] = await Promise.all([
    statementOf(connection, ownerId, period),
    paidOutOf(connection, accounts.owner(ownerId), period),
    firstSaleOf(connection, ownerId),
  ])
  const oldest = first ? yearOf(first) : present
  return {
    year,
    years: Array.from({ length: present - oldest + 1 }, (_, index) => present - index),
    lines: rows.map((row) => ({
      date: row.happenedAt.toISOString(),
      what: row.kind,
      number: row.number,
      title: row.title,
      kind: row.item as 'source',
      ...amountsOf([row]),
    })),
    total: { ...amountsOf(rows), paidOut: rupeesOf(paidOut) },
  }
}

function amountsOf(rows: readonly StatementRow[]) {
  const sum = (paise: (row: StatementRow) => number) => rows.reduce((all, row) => all + paise(row), 0)
  const [price, discount] = [sum((row) => row.listPaise), sum((row) => row.discountPaise)]
  const [tds, tcs, net] = [sum((row) => row.tdsPaise), sum((row) => row.tcsPaise), sum((row) => row.netPaise)]
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
