import { rupeesOf } from '#contract/kit/amounts.ts'
import type { Reply, ReplyFields } from '#contract/kit/endpoint.ts'
import { csv, isoDay } from '#contract/kit/format.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Referral, referrals, ReferredSale } from '#contract/money/referrals.ts'
import { memberById } from '#server/accounts/lookup-queries.ts'
import { shortName } from '#server/accounts/short-name.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { earnedBy, recentCredits } from '../ledger/queries.ts'
import { accounts } from '../ledger/shares.ts'
import { commissionFrom, referredBy, referredSales, type SaleRow } from './queries.ts'

/** A member's referral code, the commission that it earned, and a page of the members who signed up with it. */
export async function referralsOf(
  connection: Connection,
  memberId: string,
  window: PageWindow,
): Promise<ReplyFields<typeof referrals.mine>> {
  const [member, earned, { rows, pagination }] = await Promise.all([
    memberById(connection, memberId),
    commissionOf(connection, memberId),
    referredBy(connection, memberId, window),
  ])
  const ids = rows.map(({ id }) => id)
  const commission = await commissionFrom(connection, accounts.commission(memberId), ids)
  return {
    referralCode: member!.referralCode,
    isAgent: member!.isAgent,
    ...earned,
    referrals: rows.map((row) => toReferral(row, commission.get(row.id))),
    pagination,
  }
}

/** The commission that a member earned, in rupees: in total, and in this calendar month in India. */
export const commissionOf = async (connection: Connection, memberId: string) =>
  toEarned(await earnedBy(connection, accounts.commission(memberId)))

/** The newest commissions that a member earned, in paise, at most `max`. */
export const recentCommission = (connection: Connection, memberId: string, max: number) =>
  recentCredits(connection, accounts.commission(memberId), max)

/** The newest members who signed up with a member's code, at most `max`. */
export const recentReferred = async (connection: Connection, memberId: string, max: number) =>
  (await referredBy(connection, memberId, { page: 1, limit: max })).rows

const maxLines = 20_000

/** A page of the purchases of the members whom an agent referred. Throws not_found for a member who is no agent. */
export async function salesReferredBy(
  connection: Connection,
  memberId: string,
  window: PageWindow,
): Promise<Pick<Reply<typeof referrals.sales>, 'sales' | 'pagination'>> {
  await requireAgent(connection, memberId)
  const account = accounts.commission(memberId)
  const { rows, pagination } = await referredSales(connection, memberId, account, window)
  return { sales: rows.map(toSale), pagination }
}

/** The purchases of the members whom an agent referred, as CSV. Throws not_found for a member who is no agent. */
export async function salesCsv(connection: Connection, memberId: string): Promise<string> {
  await requireAgent(connection, memberId)
  const all = { page: 1, limit: maxLines }
  const { rows } = await referredSales(connection, memberId, accounts.commission(memberId), all)
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
  const member = await memberById(connection, memberId)
  if (!member?.isAgent)
    throw new ProblemError('not_found', 'Only agents see the sales of those they referred')
}

/** A referred member as the referrer sees them. */
const toReferral = (
  { id, name, createdAt }: { id: string; name: string; createdAt: Date },
  commissionPaise: number | undefined,
): Referral => ({
  id,
  referredUser: shortName(name),
  date: createdAt.toISOString(),
  status: commissionPaise === undefined ? 'pending' : 'active',
  commission: rupeesOf(commissionPaise ?? 0),
})

/** Earned commission in rupees: in total, and in this calendar month in India. */
const toEarned = ({ totalPaise, thisMonthPaise }: { totalPaise: number; thisMonthPaise: number }) => ({
  totalCommission: rupeesOf(totalPaise),
  thisMonth: rupeesOf(thisMonthPaise),
})

/** A sale by which an agent earned commission, as the agent sees it. */
const toSale = (row: SaleRow): ReferredSale => ({
  date: row.completedAt.toISOString(),
  projectTitle: row.title,
  amount: rupeesOf(row.amountPaise),
  commission: rupeesOf(row.commissionPaise),
  state: row.state,
})
