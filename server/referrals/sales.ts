import { csv } from '#contract/kit/csv.ts'
import { isoDay } from '#contract/kit/day.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { offsetOf, type PageWindow, paginationOf } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { referrals } from '#contract/referrals.ts'

import type { Connection } from '../database/connection.ts'
import { accounts } from '../ledger/service.ts'
import { toSale } from './presenter.ts'
import { referrerAt } from './queries.ts'
import { countReferredSales, referredSales } from './sale-queries.ts'

const maxLines = 20_000

/** A page of what those whom an agent referred have bought. Throws not_found for who is no agent. */
export async function salesReferredBy(
  connection: Connection,
  memberId: string,
  window: PageWindow,
): Promise<Pick<Reply<typeof referrals.sales>, 'sales' | 'pagination'>> {
  await requireAgent(connection, memberId)
  const account = accounts.commission(memberId)
  const [rows, total] = await Promise.all([
    referredSales(connection, memberId, account, { limit: window.limit, offset: offsetOf(window) }),
    countReferredSales(connection, memberId, account),
  ])
  return { sales: rows.map(toSale), pagination: paginationOf(window, total) }
}

/** The same as CSV. Throws not_found for who is no agent. */
export async function salesFileOf(connection: Connection, memberId: string): Promise<string> {
  await requireAgent(connection, memberId)
  const all = { limit: maxLines, offset: 0 }
  const rows = await referredSales(connection, memberId, accounts.commission(memberId), all)
  return csv([
    ['Date', 'Project', 'Amount in rupees', 'Commission in rupees', 'Status'],
    ...rows
      .map(toSale)
      .map(({ date, projectTitle, amount, commission, state }) => [
        isoDay(date),
        projectTitle,
        { rupees: amount },
        { rupees: commission },
        state,
      ]),
  ])
}

async function requireAgent(connection: Connection, memberId: string): Promise<void> {
  const { isAgent } = await referrerAt(connection, memberId)
  if (!isAgent) throw new ProblemError('not_found', 'Only agents see the sales of those they referred')
}
