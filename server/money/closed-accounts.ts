import { memberById } from '../accounts/lookup-queries.ts'
import type { Connection } from '../platform/database/connection.ts'
import { postWriteOff } from './ledger/service.ts'
import { accounts, type Entries } from './ledger/shares.ts'
import { balanceInPaise } from './payouts/balance.ts'

/**
 * Writes off, in the transaction that refunds an order, what the refund took from members who have deleted their
 * accounts beyond what they had left: they cannot give it back, so the platform bears it. The caller holds the locks of
 * their payouts.
 */
export async function writeOffDebts(
  trx: Connection,
  { orderId, ownerId, referrerId }: { orderId: string; ownerId: string; referrerId: string | null },
): Promise<void> {
  const debts: Entries = {}
  const referrers =
    referrerId && referrerId !== ownerId ? [[referrerId, accounts.commission(referrerId)]] : []
  for (const [memberId, account] of [[ownerId, accounts.owner(ownerId)], ...referrers] as [
    string,
    string,
  ][]) {
    const debt = await debtOfClosed(trx, memberId)
    if (debt > 0) debts[account] = debt
  }
  if (Object.keys(debts).length > 0) await postWriteOff(trx, orderId, debts)
}

/** The amount in paise by which all that a deleted account ever had is below zero; 0 for an account that exists. */
async function debtOfClosed(trx: Connection, memberId: string): Promise<number> {
  const member = await memberById(trx, memberId)
  if (!member?.erasedAt) return 0
  const { available, held, frozen } = await balanceInPaise(trx, memberId)
  const parts = [...available.values(), ...held.map(({ paise }) => paise), frozen]
  return Math.max(0, -parts.reduce((sum, paise) => sum + paise, 0))
}
