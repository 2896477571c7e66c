import type { earnings } from '#contract/accounts/earnings.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { rupeesOf } from '#contract/kit/money.ts'

import type { Connection } from '../database/connection.ts'
import { accounts, beginOfYear, firstSaleOf, paidOutOf, statementOf, yearOf } from '../ledger/service.ts'
import { toAmounts, toLine } from './presenter.ts'

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
    lines: rows.map(toLine),
    total: { ...toAmounts(rows), paidOut: rupeesOf(paidOut) },
  }
}
