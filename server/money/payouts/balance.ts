import type { Connection } from '../../platform/database/connection.ts'
import { type Part, standingOf } from '../ledger/queries.ts'
import { accounts } from '../ledger/shares.ts'
import { payoutSums } from './queries.ts'

/** The accounts of the ledger in which a member earns, in the order in which payouts are debited from them. */
export const accountsOf = (memberId: string) => [accounts.owner(memberId), accounts.commission(memberId)]

/** A member's balance in paise. While the member's payouts are locked, no payout changes it. */
export interface Standing {
  /** Earnings that are no longer held and not part of an approved payout, by account. An account may be negative. */
  available: Map<string, number>
  /** The amount for which a payout can be requested. */
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

/** The amounts that a payout debits from each account, in paise. The accounts must together hold `amountPaise`. */
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
