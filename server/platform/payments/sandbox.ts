import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import type { Selectable } from 'kysely'
import type { z } from 'zod'

import { ProblemError } from '#contract/kit/problem.ts'
import type { Callback } from '#contract/orders/orders.ts'

import { sign } from '../crypto.ts'
import type { Database } from '../database/connection.ts'
import type { DB } from '../database/tables.ts'
import type { Gateway, GatewayPayment, GatewayRefund, RefundOrder } from './gateway.ts'
import {
  insertSandboxOrder,
  insertSandboxRefund,
  recordAttempt,
  recordSecondPayment,
  sandboxOrder,
  sandboxOrderPaidWith,
  sumSandboxRefunds,
  sandboxRefundsOf,
  sandboxRefundWith,
} from './queries.ts'
import { callbackText, hmac, isSignedBy, readSignedWebhook } from './webhook.ts'

/** A gateway that plays an outside company with its own tables, real signatures and webhooks. */
export interface SandboxGateway extends Gateway {
  /** The amount and state of an order; throws not_found. */
  show(orderId: string): Promise<SandboxOrder>
  /**
   * Plays the payer and sends the webhook. Returns the signed callback, or null after a failure. Succeeding twice
   * returns the same payment; 'again' captures a second payment for a paid order, and throws conflict for any other. With
   * `paidPaise` it succeeds with another amount than the order's.
   */
  pay(orderId: string, outcome: Outcome, paidPaise?: number): Promise<z.infer<typeof Callback> | null>
  /**
   * Plays staff who return money of an order's payment on the gateway's own pages. Throws not_found, and conflict for
   * more than was paid.
   */
  refundByHand(orderId: string, amountPaise: number): Promise<void>
}

type Outcome = 'succeed' | 'fail' | 'again'

interface SandboxOrder {
  amountPaise: number
  description: string
  status: 'created' | 'paid' | 'failed'
}

interface SandboxDependencies {
  db: Database
  /** The process's secret; the gateway's own keys are derived from it. */
  secret: string
  /** Our own address, which the webhooks are sent to. */
  publicUrl: string
  /** Sends a webhook: over HTTP, except in tests. */
  deliver?: Deliver
}

export function sandboxGateway({
  db,
  secret,
  publicUrl,
  deliver = deliverTo(publicUrl),
}: SandboxDependencies): SandboxGateway {
  const keySecret = sign(secret, 'sandbox gateway', 'key')
  const webhookSecret = sign(secret, 'sandbox gateway', 'webhook')
  const send = (body: string) => {
    const headers = {
      'x-razorpay-signature': hmac(webhookSecret, body),
      'x-razorpay-event-id': `evt_${randomUUID()}`,
    }
    // The payer does not wait for it, and reconciliation finds payments whose webhook did not arrive.
    void deliver(body, headers).catch(() => {})
  }
  const signed = (orderId: string, paymentId: string) => ({
    razorpay_order_id: orderId,
    razorpay_payment_id: paymentId,
    razorpay_signature: hmac(keySecret, callbackText(orderId, paymentId)),
  })
  return {
    name: 'sandbox',
    keyId: 'sandbox',
    keyIds: ['sandbox'],
    minPaise: 1,
    payUrl: (orderId) => `/sandbox/${orderId}`,
    createOrder: async ({ amountPaise, receipt, description }) => {
      const id = `order_${receipt.replaceAll('-', '')}`
      await insertSandboxOrder(db, { id, amountPaise, description })
      return { gatewayOrderId: id }
    },
    orderOf: async (orderId) => {
      const order = await requireOrder(db, orderId)
      const paid = order.status === 'paid' ? (order.paidPaise ?? order.amountPaise) : 0
      const { amountPaise } = order
      return {
        amountPaise,
        paidPaise: Math.min(paid, amountPaise),
        duePaise: Math.max(0, amountPaise - paid),
      }
    },
    paymentsOf: async (orderId) => {
      const order = await sandboxOrder(db, orderId)
      if (!order) return []
      const payments: GatewayPayment[] = []
      for (const id of [order.paymentId, order.secondPaymentId])
        if (id !== null) payments.push(await withRefunds(db, paymentOf(order, id)))
      return payments
    },
    refund: async (back) => {
      const { refund, isNew } = await refundInSandbox(db, back)
      if (isNew) send(refundEnvelope(refund))
      return refund
    },
    refundsOf: async (paymentId) => (await sandboxRefundsOf(db, paymentId)).map(refundFrom),
    refundWith: (_paymentId, key) => findInSandbox(db, key),
    // Payers of the sandbox have no bank that could dispute a payment.
    disputes: async () => [],
    isGenuineCallback: (orderId, paymentId, signature) =>
      isSignedBy(keySecret, callbackText(orderId, paymentId), signature),
    readWebhook: (headers, rawBody) =>
      readSignedWebhook({ secrets: [webhookSecret], accountId }, headers, rawBody),
    show: async (orderId) => (await requireOrder(db, orderId)) as SandboxOrder,
    pay: async (orderId, outcome, paidPaise) => {
      await requireOrder(db, orderId)
      const made = `pay_${randomBytes(9).toString('hex')}`
      if (outcome === 'again') await recordSecondPayment(db, orderId, made)
      else
        await recordAttempt(db, orderId, {
          status: outcome === 'fail' ? 'failed' : 'paid',
          paymentId: made,
          paidPaise: outcome === 'succeed' ? paidPaise : undefined,
        })
      const order = await requireOrder(db, orderId)
      if (outcome === 'fail' && order.status === 'paid')
        throw new ProblemError('conflict', 'This order is paid already')
      if (outcome === 'again' && order.status !== 'paid')
        throw new ProblemError('conflict', 'This order is not paid yet')
      const paymentId = (outcome === 'again' ? order.secondPaymentId : order.paymentId)!
      send(paymentEnvelope(events[outcome], paymentOf(order, paymentId)))
      return outcome === 'fail' ? null : signed(orderId, paymentId)
    },
    refundByHand: async (orderId, amountPaise) => {
      const { paymentId, status } = await requireOrder(db, orderId)
      if (status !== 'paid') throw new ProblemError('conflict', 'This order is not paid yet')
      const back = { paymentId: paymentId!, amountPaise, key: null }
      const { refund } = await refundInSandbox(db, back).catch((error: Error) => {
        throw new ProblemError('conflict', error.message)
      })
      send(refundEnvelope(refund))
    },
  }
}

async function requireOrder(db: Database, orderId: string) {
  const order = await sandboxOrder(db, orderId)
  if (!order) throw new ProblemError('not_found', 'There is no such payment')
  return order
}

const paymentOf = (
  order: Pick<Selectable<DB['sandboxOrders']>, 'id' | 'amountPaise' | 'paidPaise' | 'paymentId' | 'status'>,
  paymentId: string,
): GatewayPayment => ({
  paymentId,
  gatewayOrderId: order.id,
  amountPaise: (order.paymentId === paymentId ? order.paidPaise : null) ?? order.amountPaise,
  currency: 'INR',
  status: order.status === 'paid' ? 'captured' : 'failed',
})

/** A payment with what the sandbox has returned of it. */
async function withRefunds(db: Database, payment: GatewayPayment): Promise<GatewayPayment> {
  const refundedPaise = await sumSandboxRefunds(db, payment.paymentId)
  if (refundedPaise === 0) return payment
  return { ...payment, refundedPaise, ...(refundedPaise >= payment.amountPaise && { status: 'refunded' }) }
}

/** The webhook event of each outcome. */
const events = { succeed: 'order.paid', fail: 'payment.failed', again: 'payment.captured' } as const

const paymentEnvelope = (
  event: (typeof events)[Outcome],
  { paymentId, gatewayOrderId, amountPaise, currency, status }: GatewayPayment,
) =>
  envelope(event, {
    payment: {
      entity: {
        id: paymentId,
        entity: 'payment',
        amount: amountPaise,
        currency,
        status,
        order_id: gatewayOrderId,
      },
    },
  })

const refundEnvelope = ({ refundId, paymentId, amountPaise, key, status }: GatewayRefund) =>
  envelope('refund.processed', {
    refund: {
      entity: {
        id: refundId,
        entity: 'refund',
        amount: amountPaise,
        payment_id: paymentId,
        receipt: key,
        status,
      },
    },
  })

const accountId = 'acc_sandbox'

/** Writes a webhook in Razorpay's format. */
const envelope = (event: string, payload: object) =>
  JSON.stringify({
    entity: 'event',
    account_id: accountId,
    event,
    contains: Object.keys(payload),
    payload,
    created_at: Math.floor(Date.now() / 1000),
  })

/**
 * Refunds money at once and only once for a key, never more than was paid; without a key each call does. `isNew` says
 * whether this call did it.
 */
const refundInSandbox = (
  db: Database,
  { paymentId, amountPaise, key }: Pick<RefundOrder, 'paymentId' | 'amountPaise'> & { key: string | null },
): Promise<{ refund: GatewayRefund; isNew: boolean }> =>
  db.transaction().execute(async (trx) => {
    const order = await sandboxOrderPaidWith(trx, paymentId)
    if (!order) throw new Error('The sandbox knows no such payment')
    const made = key === null ? undefined : await sandboxRefundWith(trx, key)
    if (made) return { refund: refundFrom(made), isNew: false }
    const paid = paymentOf(order, paymentId).amountPaise
    if ((await sumSandboxRefunds(trx, paymentId)) + amountPaise > paid)
      throw new Error('The sandbox returns no more than was paid')
    const id = `rfnd_${randomBytes(9).toString('hex')}`
    const refund = await insertSandboxRefund(trx, { id, paymentId, amountPaise, idempotencyKey: key })
    return { refund: refundFrom(refund), isNew: true }
  })

const findInSandbox = async (db: Database, key: string): Promise<GatewayRefund | undefined> => {
  const made = await sandboxRefundWith(db, key)
  return made && refundFrom(made)
}

const refundFrom = ({
  id,
  paymentId,
  amountPaise,
  idempotencyKey,
}: Selectable<DB['sandboxRefunds']>): GatewayRefund => ({
  refundId: id,
  paymentId,
  amountPaise,
  key: idempotencyKey ?? undefined,
  status: 'processed',
})

/** Sends one webhook to its receiver; rejects when it was never accepted. */
export type Deliver = (body: string, headers: Record<string, string>) => Promise<void>

/** Sends webhooks over HTTP to our own address, with three retries after growing pauses unless the answer is 2xx. */
export function deliverTo(publicUrl: string): Deliver {
  return async (body, headers) => {
    for (const wait of [0, 500, 2000, 8000]) {
      // A waiting delivery does not keep the process alive.
      await pause(wait, undefined, { ref: false })
      if (await accepts(`${publicUrl}/api/orders/payments/webhook`, body, headers)) return
    }
    throw new Error('The webhook was not accepted')
  }
}

const accepts = (url: string, body: string, headers: Record<string, string>): Promise<boolean> =>
  fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
    signal: AbortSignal.timeout(5000),
  }).then(
    ({ ok }) => ok,
    () => false,
  )
