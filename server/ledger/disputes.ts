import type { Connection } from '../database/connection.ts'
import { accounts } from './accounts.ts'
import { entriesOfHold } from './dispute-queries.ts'
import type { Entries } from './entries.ts'
import { entriesOfSale, post } from './queries.ts'

interface Disputed {
  disputeId: string
  orderId: string
}

/** Freezes what owner and referrer earned by an order, once for each dispute: it is on their accounts no more. */
export async function postDisputeHold(trx: Connection, { disputeId, orderId }: Disputed) {
  const sold = await entriesOfSale(trx, orderId)
  const credits = sold.filter(({ account, amountPaise }) => account.startsWith('member:') && amountPaise > 0)
  const total = credits.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  const debits = credits.map(({ account, amountPaise }) => [account, -amountPaise])
  const entries = { ...Object.fromEntries(debits), [accounts.disputesHeld]: total } as Entries
  await post(trx, 'dispute_hold', { disputeId, orderId }, entries)
}

/** Gives back what a dispute froze of an order, once. */
export async function postDisputeRelease(trx: Connection, { disputeId, orderId }: Disputed) {
  const held = await entriesOfHold(trx, disputeId, orderId)
  const entries = held.map(({ account, amountPaise }) => [account, -amountPaise])
  await post(trx, 'dispute_release', { disputeId, orderId }, Object.fromEntries(entries) as Entries)
}

/** Posts what a bank took in a dispute and no sale or due refund answers for: the platform bears it. */
export const postDisputeLoss = (
  trx: Connection,
  { disputeId, gateway, amountPaise }: { disputeId: string; gateway: string; amountPaise: number },
) =>
  post(
    trx,
    'dispute_loss',
    { disputeId },
    { [accounts.clearing(gateway)]: amountPaise, [accounts.disputesLost]: -amountPaise },
  )
