import { postRepayment } from '../../money/ledger/service.ts'
import type { Parts } from '../../parts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { alarm } from '../../platform/metrics.ts'
import { followedBy } from '../../platform/payments/followed.ts'
import type { GatewayRefund } from '../../platform/payments/gateway.ts'
import {
  beginRound,
  claimRefund,
  lockRefund,
  markReturned,
  markSent,
  noteFailure,
  type RefundRow,
  refundsToAsk,
} from './queries.ts'

/** How many refunds one run looks at; the next run takes the others. */
const batchSize = 100
/** A gateway that fails this often in a row is left alone until the next run. */
const maxFailures = 5
/** Longer than any call to a gateway takes: a process that dies in its call blocks the refund no longer than this. */
const claimSeconds = 60
/** What the gateway has begun may take days. */
const sentSeconds = 3600
const maxPause = 6 * 3600

/**
 * Has the gateways return all money that is due, each what it took: each refund under a key of its own, so that a call whose
 * answer was lost, or that two processes make, never returns it twice. Safe to run many times at once.
 */
export async function returnMoney({ db, ...gateways }: Pick<Parts, 'db' | 'gateway' | 'formerGateways'>) {
  for (const followed of followedBy(gateways)) {
    let failures = 0
    for (const { id } of await refundsToAsk(db, followed, batchSize)) {
      if (failures === maxFailures) break
      failures = (await returnOne({ db, gateway: followed.gateway }, id)) ? 0 : failures + 1
    }
  }
}

/** Notes what the gateway said about a refund, by webhook or when asked, in any order and any number of times. */
export async function noteRefund(trx: Connection, said: GatewayRefund): Promise<void> {
  const id = /^([0-9a-f-]{36})-\d+$/.exec(said.key ?? '')?.[1]
  const refund = id ? await lockRefund(trx, id) : undefined
  // What somebody returned on the gateway's own pages is theirs to book.
  if (!refund) return alarm('The gateway returned money that we did not ask it to', { refund: said })
  if (refund.disputeId && said.status === 'processed')
    alarm('The gateway returned money that a bank had taken already', { refund: id, said })
  if (refund.status === 'returned' || keyOf(refund) !== said.key) return
  if (said.amountPaise !== refund.amountPaise || said.paymentId !== refund.gatewayPaymentId)
    return alarm('A refund is not what was asked for; it is not booked', { refund, said })
  if (said.status === 'processed') {
    await markReturned(trx, refund.id, said.refundId)
    await postRepayment(trx, { refundId: refund.id, ...refund })
  } else if (said.status === 'pending') {
    await markSent(trx, refund.id, said.refundId, sentSeconds)
  } else {
    alarm('The gateway could not return money; it is asked again in an hour', { refund: refund.id })
    await beginRound(trx, refund.id, 'The gateway began this refund and could not end it.', sentSeconds)
  }
}

/** Asks the gateway for one refund; false when it did not answer. */
async function returnOne({ db, gateway }: Pick<Parts, 'db' | 'gateway'>, id: string): Promise<boolean> {
  const refund = await db.transaction().execute((trx) => claimRefund(trx, id, claimSeconds))
  if (!refund) return true
  const { gatewayPaymentId: paymentId, amountPaise } = refund
  const key = keyOf(refund)
  try {
    const said =
      refund.status === 'sent'
        ? await gateway.refundWith(paymentId, key)
        : await gateway.refund({ paymentId, amountPaise, key, again: refund.asked > 0 })
    if (said) await db.transaction().execute((trx) => noteRefund(trx, said))
    return true
  } catch (error) {
    const { message } = error as Error
    alarm('Money could not be returned yet', { refund: id, reason: message })
    await noteFailure(db, id, message, pauseAfter(refund.asked + 1))
    return false
  }
}

/** At most 40 letters, digits and dashes, as Razorpay asks of a receipt. */
const keyOf = ({ id, round }: RefundRow) => `${id}-${round}`

/** Seconds to wait after so many failures. */
const pauseAfter = (failures: number) => Math.min(30 * 2 ** failures, maxPause)
