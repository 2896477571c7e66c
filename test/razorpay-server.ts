import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeEach } from 'vitest'

import { razorpayGateway } from '#server/platform/payments/razorpay.ts'

/**
 * Starts a fake Razorpay on loopback that supports the calls we use, with our clients of it: one for each test file
 * that calls this, emptied before each test.
 */
export async function razorpayServer() {
  const orders = new Map<string, { id: string; amount: number; receipt: string }>()
  const payments = new Map<string, object[]>()
  const refunds = new Map<
    string,
    { id: string; payment_id: string; amount: number; receipt: string; status: string }
  >()
  const disputes: object[] = []
  const seen: { line: string; authorization: string | undefined; body: unknown }[] = []
  const misbehaviours: Answer[] = []

  /** Sets the answers to the next requests. */
  const misbehave = (...answers: Answer[]) => void misbehaviours.push(...answers)

  const server = createServer(async (request, reply) => {
    const body = await bodyOf(request)
    seen.push({
      line: `${request.method} ${request.url}`,
      authorization: request.headers.authorization,
      body,
    })
    const odd = misbehaviours.shift()
    if (odd && !odd.afterWork) return void reply.writeHead(odd.status).end(JSON.stringify(odd.body))
    const answer = work(request, body)
    await new Promise((resume) => setTimeout(resume, odd?.delay ?? 0))
    reply.writeHead(200).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  function work(request: IncomingMessage, body: unknown) {
    const url = new URL(request.url!, 'http://localhost')
    if (url.pathname === '/v1/disputes') return listOf(disputes, url)
    const refundOf = /^\/v1\/payments\/(\w+)\/refunds?$/.exec(url.pathname)?.[1]
    if (refundOf) return workRefund(request, refundOf, body as { amount: number; receipt: string })
    if (request.method === 'POST') {
      const order = { ...(body as { amount: number; receipt: string }), id: `order_${orders.size + 1}` }
      orders.set(order.id, order)
      return order
    }
    const receipt = url.searchParams.get('receipt')
    if (receipt)
      return {
        entity: 'collection',
        items: [...orders.values()].filter((order) => order.receipt.includes(receipt)),
      }
    return { entity: 'collection', items: payments.get(url.pathname.split('/')[3]!) ?? [] }
  }

  /** A repeated idempotency key returns the first refund. */
  function workRefund(
    { method, headers }: IncomingMessage,
    paymentId: string,
    body: { amount: number; receipt: string },
  ) {
    if (method === 'GET')
      return {
        entity: 'collection',
        items: [...refunds.values()].filter((made) => made.payment_id === paymentId),
      }
    const key = String(headers['x-refund-idempotency'])
    const made = refunds.get(key) ?? {
      ...body,
      id: `rfnd_${refunds.size + 1}`,
      payment_id: paymentId,
      status: 'pending',
    }
    refunds.set(key, made)
    return made
  }

  const account = {
    keyId: 'rzp_test_1',
    keySecret: 'key secret',
    webhookSecret: 'new-secret old-secret',
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
  }
  /** Our client of this server, and one with a timeout of 200 ms. */
  const gateway = razorpayGateway(account)
  const withShortTimeout = razorpayGateway(account, 200)
  /** Our client of a Razorpay that cannot be reached. */
  const nobody = razorpayGateway({ ...account, apiUrl: 'http://127.0.0.1:9/v1' })

  beforeEach(() => {
    orders.clear()
    refunds.clear()
    disputes.length = 0
    seen.length = 0
    misbehaviours.length = 0
  })
  return { account, disputes, gateway, withShortTimeout, nobody, orders, payments, refunds, seen, misbehave }
}

/** Returns a page of a collection: ten entries by default, a hundred at most. */
function listOf(all: object[], { searchParams }: URL) {
  const skip = Number(searchParams.get('skip') ?? 0)
  const items = all.slice(skip, skip + Math.min(100, Number(searchParams.get('count') ?? 10)))
  return { entity: 'collection', count: items.length, items }
}

type Answer = { status: number; body: unknown; delay?: number; afterWork?: boolean }

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request) text += String(part)
  return text ? JSON.parse(text) : undefined
}
