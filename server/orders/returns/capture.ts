import {
  postChargeback,
  postCover,
  postDifference,
  postExcess,
  postGatewayRefund,
} from '../../money/ledger/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { logAlert } from '../../platform/metrics.ts'
import { endHold, markGivenUp } from '../payment-queries.ts'
import {
  addExcess,
  adoptGatewayRefunds,
  type Capture,
  moneyOfCapture,
  reduceExcess,
} from './capture-queries.ts'
import { addCover, lockDueOf } from './queries.ts'

/**
 * Posts what was returned on the gateway's own pages of a capture that has become known, and has it carry out the
 * refunds that are due for it.
 */
export async function coverGatewayRefunds(trx: Connection, capture: Capture): Promise<void> {
  const { id: paymentId, gateway } = capture
  const adopted = await adoptGatewayRefunds(trx, capture)
  for (const amountPaise of adopted) await postGatewayRefund(trx, { paymentId, gateway, amountPaise })
  await coverRefunds(trx, capture)
  await recordExcess(trx, capture, sum(adopted))
}

/** Posts what a bank took of a capture, in paise, and has it carry out the refunds that are due for it. */
export async function coverChargeback(trx: Connection, capture: Capture, amountPaise: number): Promise<void> {
  await postChargeback(trx, { paymentId: capture.id, gateway: capture.gateway, amountPaise })
  await coverRefunds(trx, capture, { forPaise: amountPaise })
}

/**
 * Takes what went back on the gateway's own pages or to a bank for due refunds of the same capture, as far as they
 * exceed what is left of it. `forPaise` of it went back for just these refunds, so that it counts for them in any case.
 */
export async function coverRefunds(trx: Connection, capture: Capture, { forPaise = 0 } = {}): Promise<void> {
  const due = await lockDueOf(trx, capture.gateway, capture.gatewayPaymentId!)
  await reclaimExcess(trx, capture, sum(due.map(({ asked, openPaise }) => (asked > 0 ? 0 : openPaise))))
  const { undecidedPaise, leftPaise, leftAtGatewayPaise } = await moneyOfCapture(trx, capture)
  if (undecidedPaise <= 0) return
  const most = Math.min(undecidedPaise, Math.max(forPaise, -leftPaise))
  let left = most
  let impossible = -leftAtGatewayPaise
  for (const { id, openPaise, asked } of due) {
    // The gateway may have carried out a refund that it was asked for, unless that is more than it has.
    const paise = Math.min(left, openPaise, asked > 0 ? impossible : left)
    if (paise <= 0) continue
    await addCover(trx, id, { paise, isAll: paise === openPaise })
    await postCover(trx, { paymentId: capture.id, amountPaise: paise })
    left -= paise
    impossible -= paise
  }
  if (most - left === undecidedPaise) await endHold(trx, capture.id)
}

/**
 * Posts the part of an amount in paise that went back of a capture without us, and that is more than was left of it, as
 * lost: no refund of ours and no order answers for it.
 */
export async function recordExcess(trx: Connection, capture: Capture, wentBackPaise: number): Promise<void> {
  const { leftPaise, undecidedPaise } = await moneyOfCapture(trx, capture)
  const amountPaise = Math.min(wentBackPaise, -leftPaise, undecidedPaise)
  if (amountPaise <= 0) return
  await addExcess(trx, capture, amountPaise)
  await postExcess(trx, { paymentId: capture.id, amountPaise })
  logAlert('More of a payment went back than came of it; the platform bears it', {
    payment: capture.id,
    capture: capture.gatewayPaymentId,
    amountPaise,
  })
}

/** Takes back what was posted as lost, for due refunds that failed and whose money a bank took meanwhile. */
async function reclaimExcess(trx: Connection, capture: Capture, duePaise: number): Promise<void> {
  const { excessPaise, undecidedPaise } = await moneyOfCapture(trx, capture)
  const amountPaise = Math.min(excessPaise, duePaise - undecidedPaise)
  if (amountPaise <= 0) return
  await reduceExcess(trx, capture, amountPaise)
  await postExcess(trx, { paymentId: capture.id, amountPaise: -amountPaise })
}

/** Bears what went back of a payment without us, in paise: no order is refunded for it. */
export async function bear(
  trx: Connection,
  { id: paymentId, gateway }: Capture,
  givenUpPaise: number,
): Promise<void> {
  await postDifference(trx, { paymentId, gateway, amountPaise: 0, givenUpPaise })
  await markGivenUp(trx, paymentId, givenUpPaise)
}

const sum = (paise: number[]) => paise.reduce((all, one) => all + one, 0)
