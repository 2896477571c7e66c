import type { Connection } from '../database/connection.ts'
import { misposted, post, unbalanced, unposted } from './queries.ts'
import { sharesOf } from './rounding.ts'

export { earnedBy, owedTo, recentCredits } from './earned-queries.ts'
export { sharesOf }

/**
 * The accounts. An amount above zero is what the account's holder gets, below zero what is taken from it, so that a
 * gateway's clearing account is as far below zero as the gateway owes us, and all accounts together are zero.
 */
export const accounts = {
  /** Money the gateway collected for us. */
  clearing: (gateway: string) => `clearing:${gateway}`,
  /** What an owner has earned and was not paid out. */
  owner: (memberId: string) => `member:${memberId}`,
  /** What a member has earned by referring others. */
  commission: (memberId: string) => `member:${memberId}:commission`,
  fees: 'platform:fees',
  /** Money captured for what could not be delivered, to be returned to its payer. */
  refundsDue: 'refunds:due',
}

interface Sold {
  orderId: string
  gateway: string
  amountPaise: number
  ownerId: string
  referrerId: string | null
}

/** Posts a completed order, once: a second posting of the same order fails. A free order is posted without entries. */
export async function postSale(
  trx: Connection,
  { orderId, gateway, amountPaise, ownerId, referrerId }: Sold,
) {
  const shares = sharesOf(amountPaise, { referred: referrerId !== null })
  await post(trx, 'sale', orderId, {
    [accounts.clearing(gateway)]: -amountPaise,
    [accounts.owner(ownerId)]: shares.owner,
    ...(referrerId && { [accounts.commission(referrerId)]: shares.referrer }),
    [accounts.fees]: shares.platform,
  })
}

/** Posts money that was captured for an order that is not delivered, because its buyer owned the thing already. */
export const postOverpayment = (
  trx: Connection,
  { orderId, gateway, amountPaise }: Omit<Sold, 'ownerId' | 'referrerId'>,
) =>
  post(trx, 'overpayment', orderId, {
    [accounts.clearing(gateway)]: -amountPaise,
    [accounts.refundsDue]: amountPaise,
  })

/**
 * What is wrong with the ledger; nothing, as long as all sums are zero and every delivered order has exactly the one sale that
 * its price asks for. At most a hundred findings of each kind, with the ids of what they are about.
 */
export const ledgerFaults = async (connection: Connection) => ({
  unbalanced: await unbalanced(connection),
  unposted: await unposted(connection),
  misposted: await misposted(connection),
})
