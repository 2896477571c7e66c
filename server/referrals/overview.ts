import type { Reply } from '#contract/kit/endpoint.ts'
import { offsetOf, type PageWindow, paginationOf } from '#contract/kit/paging.ts'
import type { referrals } from '#contract/referrals.ts'

import type { Connection } from '../database/connection.ts'
import { accounts, earnedBy, recentCredits } from '../ledger/service.ts'
import { toEarned, toReferral } from './presenter.ts'
import { commissionFrom, countReferred, referredBy, referrerAt } from './queries.ts'

/** A member's referral code, what it earned, and one page of those who signed up with it. */
export async function referralsOf(
  connection: Connection,
  memberId: string,
  window: PageWindow,
): Promise<Omit<Reply<typeof referrals.mine>, 'success' | 'message'>> {
  const [{ referralCode, isAgent }, earned, total, joined] = await Promise.all([
    referrerAt(connection, memberId),
    commissionOf(connection, memberId),
    countReferred(connection, memberId),
    referredBy(connection, memberId, { limit: window.limit, offset: offsetOf(window) }),
  ])
  const ids = joined.map(({ id }) => id)
  const commission = await commissionFrom(connection, accounts.commission(memberId), ids)
  return {
    referralCode,
    isAgent,
    ...earned,
    referrals: joined.map((row) => toReferral(row, commission.get(row.id))),
    pagination: paginationOf(window, total),
  }
}

/** The commission that a member earned, in rupees: in all, and in this calendar month of India. */
export const commissionOf = async (connection: Connection, memberId: string) =>
  toEarned(await earnedBy(connection, accounts.commission(memberId)))

/** The newest commissions that a member earned, in paise, up to a number of them. */
export const recentCommission = (connection: Connection, memberId: string, max: number) =>
  recentCredits(connection, accounts.commission(memberId), max)

/** The newest members who signed up with a member's code, up to a number of them. */
export const recentReferred = (connection: Connection, memberId: string, max: number) =>
  referredBy(connection, memberId, { limit: max, offset: 0 })
