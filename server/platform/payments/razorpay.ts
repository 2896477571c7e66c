import { z } from 'zod'

import type { Gateway, GatewayDispute, RefundOrder } from './gateway.ts'
import {
  callbackText,
  isSignedBy,
  listedDispute,
  PaymentEntity,
  paymentFrom,
  readSignedWebhook,
  RefundEntity,
  refundFrom,
} from './webhook.ts'

interface Account {
  keyId: string
  /** Keys of the same account that were replaced by this one. */
  replacedKeyIds?: string[]
  keySecret: string
  /** One secret, or the new and the old one with a space between them while a change is under way. */
  webhookSecret: string
  /** acc_…: webhooks about another account are refused. Without it, every signed webhook is accepted. */
  accountId?: string | undefined
  apiUrl: string
}

/**
 * Creates a gateway on Razorpay's REST API. Every call has `timeout` milliseconds; a failed one throws an Error that
 * says what Razorpay did not do.
 */
export function razorpayGateway(
  { keyId, replacedKeyIds = [], keySecret, webhookSecret, accountId, apiUrl }: Account,
  timeout = 8000,
): Gateway {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  const call: Call = async (method, path, schema, body, headers) => {
    const reply = await fetch(`${apiUrl}${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout),
    })
    if (!reply.ok) throw new Error(`it answered ${reply.status}${reasonIn(await reply.text())}`)
    return schema.parse(await reply.json())
  }
  return {
    name: 'razorpay',
    keyId,
    keyIds: [keyId, ...replacedKeyIds],
    minPaise: 100,
    payUrl: () => null,
    createOrder: (order) =>
      withAttempt('create an order', async () => {
        const made = order.again ? await orderWith(call, order.receipt, order.amountPaise) : undefined
        const { id } = made ?? (await call('POST', '/orders', OrderEntity, bodyOf(order)))
        return { gatewayOrderId: id }
      }),
    orderOf: (orderId) =>
      withAttempt('say how an order stands', async () => {
        const path = `/orders/${encodeURIComponent(orderId)}`
        const { amount, amount_paid, amount_due } = await call('GET', path, OrderStatus)
        return { amountPaise: amount, paidPaise: amount_paid, duePaise: amount_due }
      }),
    paymentsOf: (orderId) =>
      withAttempt('list the payments of an order', async () => {
        const path = `/orders/${encodeURIComponent(orderId)}/payments`
        const { items } = await call('GET', path, z.object({ items: z.array(PaymentEntity) }))
        return items.map(paymentFrom)
      }),
    refund: (back) =>
      withAttempt('return the money', async () => {
        const made = back.again ? await refundWith(call, back.paymentId, back.key) : undefined
        return made ?? (await requestRefund(call, back))
      }),
    refundsOf: (paymentId) => withAttempt('list the refunds of a payment', () => refundsOf(call, paymentId)),
    refundWith: (paymentId, key) =>
      withAttempt('list the refunds of a payment', () => refundWith(call, paymentId, key)),
    disputes: () => withAttempt('list the disputes', () => allDisputes(call)),
    isGenuineCallback: (orderId, paymentId, signature) =>
      isSignedBy(keySecret, callbackText(orderId, paymentId), signature),
    readWebhook: (headers, rawBody) =>
      readSignedWebhook({ secrets: webhookSecret.split(/\s+/), accountId }, headers, rawBody),
  }
}

type Call = <S extends z.ZodType>(
  method: string,
  path: string,
  schema: S,
  body?: object,
  headers?: Record<string, string>,
) => Promise<z.output<S>>

const OrderEntity = z.object({ id: z.string().min(1), amount: z.int(), receipt: z.string().nullish() })
const OrderStatus = z.object({ amount: z.int(), amount_paid: z.int(), amount_due: z.int() })

const bodyOf = ({ amountPaise, receipt, description }: Parameters<Gateway['createOrder']>[0]) => ({
  amount: amountPaise,
  currency: 'INR',
  receipt,
  notes: { description: description.slice(0, 256) },
})

/** The order with this receipt, if an earlier call made one whose answer was lost. */
async function orderWith(call: Call, receipt: string, amountPaise: number) {
  const path = `/orders?receipt=${encodeURIComponent(receipt)}`
  const { items } = await call('GET', path, z.object({ items: z.array(OrderEntity) }))
  return items.find((order) => order.receipt === receipt && order.amount === amountPaise)
}

/** Requests a refund. Razorpay answers a repeated key with the first refund, for as long as it remembers the key. */
async function requestRefund(call: Call, { paymentId, amountPaise, key }: RefundOrder) {
  const body = { amount: amountPaise, speed: 'normal', receipt: key }
  const headers = { 'x-refund-idempotency': key }
  return refundFrom(await call('POST', `${paymentPath(paymentId)}/refund`, RefundEntity, body, headers))
}

/** The refunds of a payment. It has few: ours are at most one for each of its orders. */
async function refundsOf(call: Call, paymentId: string) {
  const path = `${paymentPath(paymentId)}/refunds?count=100`
  const { items } = await call('GET', path, z.object({ items: z.array(RefundEntity) }))
  return items.map(refundFrom)
}

/** The refund with this receipt, if there is one. */
const refundWith = async (call: Call, paymentId: string, key: string) =>
  (await refundsOf(call, paymentId)).find((refund) => refund.key === key)

/** All disputes, at most 2,000, in pages of a hundred, which is Razorpay's maximum. */
async function allDisputes(call: Call): Promise<GatewayDispute[]> {
  const askedAt = Math.floor(Date.now() / 1000)
  const disputes: GatewayDispute[] = []
  for (let skip = 0; skip < 2000; skip += 100) {
    const path = `/disputes?count=100&skip=${skip}`
    const { items } = await call('GET', path, z.object({ items: z.array(z.unknown()) }))
    disputes.push(...items.flatMap((item) => listedDispute(item, askedAt) ?? []))
    if (items.length < 100) break
  }
  return disputes
}

const paymentPath = (paymentId: string) => `/payments/${encodeURIComponent(paymentId)}`

/**
 * Adds what was attempted to the error when the gateway was not reached, did not answer in time, refused, or answered
 * nonsense.
 */
async function withAttempt<T>(attempt: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new Error(`Razorpay did not ${attempt}: ${(cause as Error).message}`, { cause })
  }
}

function reasonIn(text: string): string {
  try {
    const { error } = z.object({ error: z.object({ description: z.string() }) }).parse(JSON.parse(text))
    return ` (${error.description})`
  } catch {
    return ''
  }
}
