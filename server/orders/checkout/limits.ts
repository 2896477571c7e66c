import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { countAttempt, inWords, type RateLimit } from '../../platform/rate-limits/rate-limits.ts'
import { cancelPayments } from '../payment-queries.ts'
import { openPaymentsOf } from './queries.ts'

/** The number of payments that one member may have open. */
const maxOpen = 5
/** The time in seconds for which an open payment is kept from giving way to another one. */
const openSeconds = 1800

/** Counts a checkout of a member. Throws too_many_requests, with the time to wait, after 20 within 10 minutes. */
export const countCheckout = (connection: Connection, memberId: string): Promise<void> =>
  countAttempt(connection, checkoutsOf(memberId))

const checkoutsOf = (memberId: string): RateLimit => ({
  name: 'checkouts of member',
  subject: memberId,
  max: 20,
  seconds: 600,
  refusal: 'You began many checkouts within a few minutes.',
})

/**
 * Makes room for one more open payment of a member, whose lock the caller holds: those begun more than half an hour ago
 * are cancelled, the oldest first; should one be paid after all, it is settled like any other. Throws
 * too_many_requests, with the time to wait, when all are newer.
 */
export async function requireFewOpen(trx: Connection, memberId: string): Promise<void> {
  const open = await openPaymentsOf(trx, memberId)
  const surplus = open.slice(0, Math.max(0, open.length + 1 - maxOpen))
  const newest = surplus.at(-1)
  if (!newest) return
  if (newest.age < openSeconds)
    throw new ProblemError(
      'too_many_requests',
      `${maxOpen} of your payments are still open. Pay or finish one of them first, or try again in ${inWords(Math.ceil(openSeconds - newest.age))}.`,
    )
  await cancelPayments(
    trx,
    surplus.map(({ id }) => id),
    'buyer',
  )
}
