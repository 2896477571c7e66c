import type { RefundCause } from '#contract/orders/refunds.ts'

import type { Dependencies } from '../../dependencies.ts'
import { postDifference, postDuplicate, postOverpayment, postRelease } from '../../money/ledger/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { logAlert } from '../../platform/metrics.ts'
import { markCaptured, type PaymentRow } from '../payment-queries.ts'
import { lockOrders, moveOrder, type OrderRow } from '../queries.ts'
import type { CaptureMoney } from './capture-queries.ts'
import { coverGatewayRefunds } from './capture.ts'
import { mailPaidTwice, mailReturned } from './payment-emails.ts'
import { makeDue } from './refund.ts'

/** Ends that the money of a held payment waits, before it is delivered or returned. */
export const releaseHeld = (trx: Connection, { id, gateway, receivedPaise, amountPaise }: PaymentRow) =>
  postRelease(trx, { paymentId: id, gateway, amountPaise: receivedPaise ?? amountPaise })

/** Marks a payment as captured. What was returned of it on the gateway's own pages is settled with it. */
export const settleCapture = (
  trx: Connection,
  { id, gatewayPaymentId }: PaymentRow,
  { undecidedPaise: givenUpPaise }: CaptureMoney,
) => markCaptured(trx, id, { gatewayPaymentId, givenUpPaise })

/** Cancels all orders of a captured payment and makes its money due to its payer; returns the sum in paise. */
export async function returnPayment(
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
  money: CaptureMoney,
  cause: RefundCause,
  options?: { isWhole: boolean },
): Promise<number> {
  await settleCapture(trx, payment, money)
  const orders = (await lockOrders(trx, payment.id)).map((order) => ({ ...order, cause }))
  const returned = await returnOrders(dependencies, trx, payment, orders, money, options)
  await postRest(trx, payment, money, returned)
  return returned
}

/** Cancels all orders of a payment whose money went back without us before anything was delivered. */
export async function closeReturned(
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
  money: CaptureMoney,
): Promise<void> {
  await settleCapture(trx, payment, money)
  await cancelOrders(trx, await lockOrders(trx, payment.id))
  await postRest(trx, payment, money, 0)
  await mailReturned(dependencies, trx, payment, money.undecidedPaise)
}

/**
 * Cancels orders and makes their prices due to their payer, as far as the money is there; with `isWhole` also what came
 * above them. Returns the sum in paise.
 */
export async function returnOrders(
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
  orders: (OrderRow & { cause: RefundCause })[],
  { leftPaise }: CaptureMoney,
  { isWhole = false } = {},
): Promise<number> {
  await cancelOrders(trx, orders)
  let left = leftPaise
  const paid = orders.filter(({ amountPaise }) => amountPaise > 0)
  for (const [index, { id: orderId, amountPaise: pricePaise, cause }] of paid.entries()) {
    const amountPaise = isWhole && index === paid.length - 1 ? left : Math.min(left, pricePaise)
    left -= amountPaise
    if (amountPaise <= 0) continue
    await postOverpayment(trx, { orderId, gateway: payment.gateway, amountPaise })
    await makeDue(dependencies, trx, payment, { orderId, amountPaise, cause })
  }
  return leftPaise - left
}

/** Returns a capture, in paise, of a payment that has another one, once, and tells its payer. */
export async function returnDuplicate(
  dependencies: Dependencies,
  trx: Connection,
  payment: PaymentRow,
  { gatewayPaymentId, amountPaise }: { gatewayPaymentId: string; amountPaise: number },
): Promise<void> {
  const duplicate = { ...payment, gatewayPaymentId }
  const refundId = await makeDue(dependencies, trx, duplicate, {
    orderId: null,
    amountPaise,
    cause: 'paid_twice',
  })
  if (!refundId) return
  await postDuplicate(trx, { refundId, gateway: payment.gateway, amountPaise })
  await coverGatewayRefunds(trx, duplicate)
  logAlert('An order was paid twice; the second payment is returned', { payment, gatewayPaymentId })
  await mailPaidTwice(dependencies, trx, payment, amountPaise)
}

/** Posts what a payment brought beyond the sales and returns that were posted for it, in paise. */
export async function postRest(
  trx: Connection,
  { id: paymentId, gateway }: PaymentRow,
  { receivedPaise, undecidedPaise: givenUpPaise }: CaptureMoney,
  postedPaise: number,
) {
  const amountPaise = receivedPaise - postedPaise
  if (amountPaise !== 0 || givenUpPaise !== 0)
    await postDifference(trx, { paymentId, gateway, amountPaise, givenUpPaise })
}

async function cancelOrders(trx: Connection, orders: readonly OrderRow[]) {
  for (const { id } of orders) await moveOrder(trx, id, 'cancelled', 'gateway')
}
