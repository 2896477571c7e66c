import { v7 as uuid } from 'uuid'

import { refundPolicyOf } from '#contract/orders/refund-policy.ts'

import type { Connection } from '../../database/connection.ts'
import { earningReferrer } from '../../referrals/service.ts'
import { readSettings } from '../../settings/service.ts'
import type { PaymentRow } from '../queries.ts'
import type { Priced } from './price.ts'
import { takeNumbers } from './queries.ts'
import type { Sellable } from './sellable.ts'

/** The orders of a payment with what is true now: title, listing, price, owner, referrer, release, fee and refund days stay as they are whatever changes later. */
export async function ordersFor(
  trx: Connection,
  payment: PaymentRow,
  things: (Sellable & Priced)[],
  listings: Map<string, string>,
) {
  const referrerId = await earningReferrer(trx, payment.memberId)
  const { feeRate, commissionRate, refundDays } = await readSettings(trx, 'fees')
  const rows = things.map((thing) => ({
    id: uuid(),
    paymentId: payment.id,
    memberId: payment.memberId,
    referrerId,
    projectId: thing.projectId,
    kind: thing.kind,
    title: thing.title,
    amountPaise: thing.amountPaise,
    discountPaise: thing.discountPaise,
    discountBy: thing.discountBy,
    ownerId: thing.ownerId,
    releaseId: thing.releaseId,
    listingId: listings.get(thing.projectId)!,
    feeRate,
    commissionRate,
    // What costs nothing promises no money back.
    ...(thing.amountPaise > 0 && refundPolicyOf(refundDays)),
  }))
  // Always in the order of the projects, so that two checkouts never wait for each other.
  const sorted = rows.toSorted((one, other) => (one.projectId < other.projectId ? -1 : 1))
  const numbers = await takeNumbers(trx, sorted.length)
  return sorted.map((row, index) => ({ ...row, number: numbers[index]! }))
}
