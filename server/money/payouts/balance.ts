import type { Connection } from '../../platform/database/connection.ts'
import { type Part, standingOf } from '../ledger/queries.ts'
import { accounts } from '../ledger/shares.ts'
import { payoutSums } from './queries.ts'

/** The accounts of the ledger in which a member earns: first the one that payouts are taken from first. */
export const accountsOf = (memberId: string) => [accounts.owner(memberId), accounts.commission(memberId)]

/** What a member has, in paise. Under the member's lock no payout changes it. */
export interface Standing {
  /** Earned for good and not approved as a payout, by account. One may be below zero. */
  available: Map<string, number>
  /** What can be asked for. */
  payable: number
  requested: number
  approved: number
  paid: number
  held: Part[]
  frozen: number
}

export async function standing(connection: Connection, memberId: string): Promise<Standing> {
  const own = accountsOf(memberId)
  const parts = await standingOf(connection, memberId, own)
  const sums = await payoutSums(connection, memberId)
  const frozen = sum(parts.map((part) => part.frozen))
  const held = parts.filter(({ isHeld }) => isHeld)
  const available = new Map(
    own.map((account) => {
      const of = parts.filter((part) => part.account === account)
      return [account, sum(of.map(({ paise, isHeld }) => (isHeld ? -paise : paise)))]
    }),
  )
  return { available, payable: sum([...available.values()]) - sums.requested, ...sums, held, frozen }
}

/** What a payout takes from each account. Both together have as much. */
export function debitsOf({ available }: Pick<Standing, 'available'>, amountPaise: number) {
  const debits: Record<string, number> = {}
  let left = amountPaise
  for (const [account, paise] of available) {
    const debit = Math.max(0, Math.min(left, paise))
    if (debit > 0) debits[account] = debit
    left -= debit
  }
  return debits
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
