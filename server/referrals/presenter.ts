import { rupeesOf } from '#contract/kit/money.ts'
import { shortName } from '#contract/kit/short-name.ts'
import type { Referral, ReferredSale } from '#contract/referrals.ts'

import type { SaleRow } from './sale-queries.ts'

/** Who signed up with a member's code, as that member sees them. */
export const toReferral = (
  { id, name, createdAt }: { id: string; name: string; createdAt: Date },
  commissionPaise: number | undefined,
): Referral => ({
  id,
  referredUser: shortName(name),
  date: createdAt.toISOString(),
  status: commissionPaise === undefined ? 'pending' : 'active',
  commission: rupeesOf(commissionPaise ?? 0),
})

/** What somebody earned: in all, and in this calendar month of India. */
export const toEarned = ({ totalPaise, thisMonthPaise }: { totalPaise: number; thisMonthPaise: number }) => ({
  totalCommission: rupeesOf(totalPaise),
  thisMonth: rupeesOf(thisMonthPaise),
})

/** A sale that an agent earned by, as the agent sees it. */
export const toSale = (row: SaleRow): ReferredSale => ({
  date: row.completedAt.toISOString(),
  projectTitle: row.title,
  amount: rupeesOf(row.amountPaise),
  commission: rupeesOf(row.commissionPaise),
  state: row.state,
})
