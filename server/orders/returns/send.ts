import type { Dependencies } from '../../dependencies.ts'
import { postRepayment } from '../../money/ledger/service.ts'
import type { Connection, Database } from '../../platform/database/connection.ts'
import { logAlert } from '../../platform/metrics.ts'
import type { Gateway, GatewayRefund } from '../../platform/payments/gateway.ts'
import { reachableGateways } from '../../platform/payments/reachable.ts'
import { lockBuyer } from '../lookup-queries.ts'
import { lockCapture } from '../payment-queries.ts'
import { paymentById } from '../payment-queries.ts'
import { moneyOfCapture } from './capture-queries.ts'
import { coverRefunds } from './capture.ts'
import {
  restartRefund,
  claimRefund,
  refundById,
  lockRefund,
  markReturned,
  markSent,
  recordFailure,
  type RefundRow,
  refundsToProcess,
} from './queries.ts'

/** The number of refunds that one run handles; the next run handles the others. */
const batchSize = 100
/** The number of failures in a row after which a gateway is not asked again until the next run. */
const maxFailures = 5
/**
 * Longer than the timeout of any call to a gateway: a process that dies during its call blocks the refund this long at
 * most.
 */
const claimSeconds = 60
/** The interval at which a refund is checked that the gateway has begun: it may take days. */
const sentSeconds = 3600
const maxPauseSeconds = 6 * 3600

/**
 * Has the gateways return all money that is due, each its own payments. Each refund has a key of its own, so that a
 * call whose answer was lost, or that two processes make, never returns it twice. May run several times at once.
 */
export async function sendRefunds({ db, gateway, formerGateways }: Dependencies) {
  for (const followed of reachableGateways({ gateway, formerGateways })) {
    let failures = 0
    for (const refund of await refundsToProcess(db, followed, batchSize)) {
      if (failures === maxFailures) break
      failures = (await returnOne(db, followed.gateway, refund)) ? 0 : failures + 1
    }
  }
}

/**
 * Records a gateway's report about a refund that we asked for, by webhook or as an answer, in any order and any number
 * of times. Returns false, and does nothing, when somebody made it on the gateway's own pages. The caller holds the
 * lock of the capture.
 */
export async function recordOwnRefund(trx: Connection, reported: GatewayRefund): Promise<boolean> {
  const id = /^([0-9a-f-]{36})-\d+$/.exec(reported.key ?? '')?.[1]
  const refund = id ? await lockOwn(trx, id) : undefined
  if (refund) await recordOwn(trx, refund, reported)
  return refund !== undefined
}

/**
 * Locks what a report about a refund may change: the purchases of its payer, whose refunds of one capture depend on
 * each other.
 */
async function lockOwn(trx: Connection, id: string): Promise<RefundRow | undefined> {
  const known = await refundById(trx, id)
  if (!known) return undefined
  await lockBuyer(trx, (await paymentById(trx, known.paymentId)).memberId)
  return lockRefund(trx, id)
}

async function recordOwn(trx: Connection, refund: RefundRow, reported: GatewayRefund): Promise<void> {
  if (refund.status === 'returned' && !refund.gatewayRefundId && reported.status === 'processed')
    logAlert('The gateway returned money that had gone back in another way already', {
      refund: refund.id,
      said: reported,
    })
  if (refund.status === 'returned' || keyOf(refund) !== reported.key) return
  const amountPaise = openPaise(refund)
  if (reported.amountPaise !== amountPaise || reported.paymentId !== refund.gatewayPaymentId)
    return logAlert('A refund is not what was asked for; it is not booked', { refund, said: reported })
  if (reported.status === 'processed') {
    await markReturned(trx, refund.id, reported.refundId)
    await postRepayment(trx, { refundId: refund.id, gateway: refund.gateway, amountPaise })
  } else if (reported.status === 'pending') {
    await markSent(trx, refund.id, reported.refundId, sentSeconds)
  } else {
    logAlert('The gateway could not return money; it is asked again in an hour', { refund: refund.id })
    await restart(trx, refund, 'The gateway began this refund and could not end it.')
  }
}

/** Makes a refund due again that the gateway did not make, unless its money went back in another way meanwhile. */
async function restart(trx: Connection, refund: RefundRow, why: string) {
  await restartRefund(trx, refund.id, why, sentSeconds)
  await coverRefunds(trx, { ...refund, id: refund.paymentId })
}

/** Asks the gateway for one refund or its status; returns false when the call failed. */
async function returnOne(
  db: Database,
  gateway: Gateway,
  { id, ...capture }: Pick<RefundRow, 'id' | 'gateway' | 'gatewayPaymentId'>,
): Promise<boolean> {
  /** Does some work in a transaction that nothing told about the capture changes meanwhile. */
  const locked = <T>(work: (trx: Connection) => Promise<T>) =>
    db.transaction().execute(async (trx) => {
      await lockCapture(trx, capture.gateway, capture.gatewayPaymentId)
      return work(trx)
    })
  const claimed = await locked(async (trx) => {
    const refund = await claimRefund(trx, id, claimSeconds)
    return refund && { refund, ...(await moneyOfCapture(trx, { ...refund, id: refund.paymentId })) }
  })
  if (!claimed) return true
  const { refund, excessPaise } = claimed
  const { gatewayPaymentId: paymentId } = refund
  const amountPaise = openPaise(refund)
  const key = keyOf(refund)
  // A bank took the money after the gateway was asked for it, so that it must not be asked again.
  const isTaken = refund.status === 'due' && refund.asked > 0 && excessPaise > 0
  try {
    const reported =
      refund.status === 'sent' || isTaken
        ? await gateway.refundWith(paymentId, key)
        : await gateway.refund({ paymentId, amountPaise, key, again: refund.asked > 0 })
    if (reported) await locked((trx) => recordOwnRefund(trx, reported))
    else if (isTaken) await locked((trx) => restartUnmade(trx, refund))
    return true
  } catch (error) {
    const { message } = error as Error
    logAlert('Money could not be returned yet', { refund: id, reason: message })
    await recordFailure(db, id, message, pauseAfter(refund.asked + 1))
    return false
  }
}

async function restartUnmade(trx: Connection, { id, round }: RefundRow) {
  const refund = await lockOwn(trx, id)
  if (refund?.status === 'due' && refund.round === round)
    await restart(trx, refund, 'The buyer’s bank took the money before the gateway returned it.')
}

/** The part of a refund that the gateway has to be asked for, in paise. */
const openPaise = ({ amountPaise, coveredPaise }: RefundRow) => amountPaise - coveredPaise

/** The key of a refund: at most 40 letters, digits and dashes, as Razorpay requires of a receipt. */
const keyOf = ({ id, round }: RefundRow) => `${id}-${round}`

/** The seconds to wait after a number of failures. */
const pauseAfter = (failures: number) => Math.min(30 * 2 ** failures, maxPauseSeconds)
