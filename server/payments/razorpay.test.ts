import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { GatewayError, razorpayGateway } from './razorpay.ts'
import { hmac, isSignedBy } from './signature.ts'

/** Razorpay as far as we talk to it, on loopback. `misbehave` answers the next requests instead. */
const orders = new Map<string, { id: string; amount: number; receipt: string }>()
const payments = new Map<string, object[]>()
const refunds = new Map<
  string,
  { id: string; payment_id: string; amount: number; receipt: string; status: string }
>()
const seen: { line: string; authorization: string | undefined; body: unknown }[] = []
type Answer = { status: number; body: unknown; delay?: number; afterWork?: boolean }
let misbehave: Answer[] = []

const server = createServer(async (request, reply) => {
  const body = await bodyOf(request)
  seen.push({ line: `${request.method} ${request.url}`, authorization: request.headers.authorization, body })
  const odd = misbehave.shift()
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

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request) text += String(part)
  return text ? JSON.parse(text) : undefined
}

function work(request: IncomingMessage, body: unknown) {
  const url = new URL(request.url!, 'http://localhost')
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

/** The same key answers the first refund, as long as it is known. */
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
const gateway = razorpayGateway(account)
const impatient = razorpayGateway(account, 200)
const wanted = { amountPaise: 49_900, receipt: '0199-aa', description: 'Library Desk', again: false }
beforeEach(() => {
  orders.clear()
  refunds.clear()
  seen.length = 0
  misbehave = []
})

describe('creating an order', () => {
  test('sends paise, currency and receipt under the key, and answers the id', async () => {
    expect(await gateway.createOrder(wanted)).toEqual({ gatewayOrderId: 'order_1' })
    expect(seen).toEqual([
      {
        line: 'POST /v1/orders',
        authorization: `Basic ${Buffer.from('rzp_test_1:key secret').toString('base64')}`,
        body: { amount: 49_900, currency: 'INR', receipt: '0199-aa', notes: { description: 'Library Desk' } },
      },
    ])
  })

  test.each([
    [500, { error: {} }, 'it answered 500'],
    [429, {}, 'it answered 429'],
    [
      400,
      { error: { description: 'The id provided does not exist' } },
      'it answered 400 (The id provided does not exist)',
    ],
    [200, { nonsense: true }, 'did not create an order'],
  ])('answered with %i fails in plain words', async (status, body, message) => {
    misbehave = [{ status, body }]
    const attempt = gateway.createOrder(wanted)
    await expect(attempt).rejects.toBeInstanceOf(GatewayError)
    await expect(attempt).rejects.toThrow(message)
  })

  test('that answers too late is given up; asked again, the order it made after all is found, not made twice', async () => {
    misbehave = [{ status: 200, body: {}, delay: 4000, afterWork: true }]
    await expect(impatient.createOrder(wanted)).rejects.toThrow('did not create an order')
    await vi.waitFor(() => expect(orders.size).toBe(1))
    expect(await gateway.createOrder({ ...wanted, again: true })).toEqual({ gatewayOrderId: 'order_1' })
    expect(orders.size).toBe(1)
  })

  test('asked again takes no order with another amount or a receipt that only looks alike', async () => {
    orders.set('order_x', { id: 'order_x', amount: 100, receipt: wanted.receipt })
    orders.set('order_y', { id: 'order_y', amount: 49_900, receipt: `${wanted.receipt}-2` })
    expect(await gateway.createOrder({ ...wanted, again: true })).toEqual({ gatewayOrderId: 'order_3' })
  })

  test('of a company that cannot be reached fails', async () => {
    const nobody = razorpayGateway({ ...account, apiUrl: 'http://127.0.0.1:9/v1' })
    await expect(nobody.createOrder(wanted)).rejects.toBeInstanceOf(GatewayError)
  })
})

describe('the payments of an order', () => {
  test('are listed with amounts in paise', async () => {
    const entity = {
      id: 'pay_1',
      entity: 'payment',
      amount: 49_900,
      currency: 'INR',
      status: 'captured',
      order_id: 'order_9',
      fee: 2,
    }
    payments.set('order_9', [{ ...entity, id: 'pay_0', status: 'failed' }, entity])
    expect(await gateway.paymentsOf('order_9')).toEqual([
      {
        paymentId: 'pay_0',
        gatewayOrderId: 'order_9',
        amountPaise: 49_900,
        currency: 'INR',
        status: 'failed',
      },
      {
        paymentId: 'pay_1',
        gatewayOrderId: 'order_9',
        amountPaise: 49_900,
        currency: 'INR',
        status: 'captured',
      },
    ])
  })

  test('that are not listed in time are an error, not an empty list', async () => {
    misbehave = [{ status: 200, body: {}, delay: 4000, afterWork: true }]
    await expect(impatient.paymentsOf('order_9')).rejects.toThrow('did not list the payments')
    misbehave = [{ status: 500, body: {} }]
    await expect(gateway.paymentsOf('order_9')).rejects.toThrow('it answered 500')
  })
})

describe('signatures', () => {
  test("agree with Razorpay's own example of a callback", () => {
    const signature = '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f'
    const known = razorpayGateway({ ...account, keySecret: 'EnLs21M47BllR3X8PSFtjtbd' })
    expect(known.isGenuineCallback('order_IEIaMR65cu6nz3', 'pay_IH4NVgf4Dreq1l', signature)).toBe(true)
    expect(known.isGenuineCallback('order_IEIaMR65cu6nz3', 'pay_IH4NVgf4Dreq1m', signature)).toBe(false)
    expect(known.isGenuineCallback('order_IEIaMR65cu6nz3', 'pay_IH4NVgf4Dreq1l', '')).toBe(false)
  })

  test("agree with Razorpay's own example of a webhook", () => {
    const body = Buffer.from(JSON.stringify(documented))
    const signature = '55d3c166391ec51285b388f1bb9f0ba9b13dde1bece4484aaac6edd34a01459a'
    expect(isSignedBy('123456', body, signature)).toBe(true)
    const known = razorpayGateway({ ...account, webhookSecret: '123456' })
    expect(
      known.readWebhook({ 'x-razorpay-signature': signature, 'x-razorpay-event-id': 'evt_1' }, body),
    ).toEqual({
      eventId: 'evt_1',
      payment: {
        paymentId: 'pay_JRP3Y66cNcf2qF',
        gatewayOrderId: 'order_JROxH1kSf9IR6d',
        amountPaise: 2244,
        currency: 'INR',
        status: 'captured',
      },
    })
    expect(
      known.readWebhook({ 'x-razorpay-signature': signature }, Buffer.from(`${body.toString()} `)),
    ).toBeUndefined()
  })

  const event = (name: string, entity: object = documented.payload.payment.entity) =>
    Buffer.from(JSON.stringify({ ...documented, event: name, payload: { payment: { entity } } }))
  const read = (body: Buffer, secret = 'new-secret') =>
    gateway.readWebhook({ 'x-razorpay-signature': hmac(secret, body) }, body)

  test('of the secret before a change are accepted as well, of any other not', () => {
    const body = event('payment.captured')
    expect(read(body, 'old-secret')?.payment?.paymentId).toBe('pay_JRP3Y66cNcf2qF')
    expect(read(body, 'new-secret old-secret')).toBeUndefined()
    expect(read(body, '')).toBeUndefined()
  })

  test('a delivery without a name is named after its bytes, so that its copies are known', () => {
    const [one, other] = [event('payment.captured'), event('payment.failed')]
    expect(read(one)?.eventId).toBe(read(one)?.eventId)
    expect(read(one)?.eventId).not.toBe(read(other)?.eventId)
  })

  test.each([
    ['a refund, though it carries a captured payment', event('refund.created')],
    [
      'a payment without an order',
      event('payment.captured', { ...documented.payload.payment.entity, order_id: null }),
    ],
    [
      'an unknown status',
      event('payment.captured', { ...documented.payload.payment.entity, status: 'paid' }),
    ],
    [
      'an amount that is a text',
      event('payment.captured', { ...documented.payload.payment.entity, amount: '2244' }),
    ],
    ['no JSON', Buffer.from('hello')],
  ])('a genuine webhook about %s tells of no payment', (_name, body) => {
    expect(read(body)).toMatchObject({ payment: undefined })
  })
})

const documented = {
  entity: 'event',
  account_id: 'acc_Hn1ukn2d32Fqww',
  event: 'payment.captured',
  contains: ['payment'],
  payload: {
    payment: {
      entity: {
        id: 'pay_JRP3Y66cNcf2qF',
        entity: 'payment',
        amount: 2244,
        currency: 'INR',
        status: 'captured',
        order_id: 'order_JROxH1kSf9IR6d',
        invoice_id: null,
        international: false,
        method: 'card',
        amount_refunded: 0,
        refund_status: null,
        captured: true,
        description: '#J9iMHZMUTJlod8',
        card_id: 'card_JRP3YBkFQYCmnR',
        card: {
          id: 'card_JRP3YBkFQYCmnR',
          entity: 'card',
          name: 'ankit das',
          last4: '4366',
          network: 'Visa',
          type: 'credit',
          issuer: 'UTIB',
          international: false,
          emi: true,
          sub_type: 'consumer',
          token_iin: null,
        },
        bank: null,
        wallet: null,
        vpa: null,
        email: 'you@example.com',
        contact: '+917000569565',
        notes: { policy_name: 'Jeevan Bima' },
        fee: 45,
        tax: 0,
        error_code: null,
        error_description: null,
        error_source: null,
        error_step: null,
        error_reason: null,
        acquirer_data: { auth_code: '548669' },
        created_at: 1_651_722_469,
      },
    },
  },
  created_at: 1_651_722_476,
}

describe('returning money', () => {
  const back = { paymentId: 'pay_1', amountPaise: 49_900, key: '0199-aa-1', again: false }
  const begun = {
    refundId: 'rfnd_1',
    paymentId: 'pay_1',
    amountPaise: 49_900,
    key: '0199-aa-1',
    status: 'pending',
  }

  test('sends the amount and the key as receipt and as idempotency header, and answers what is begun', async () => {
    expect(await gateway.refund(back)).toEqual(begun)
    expect(seen).toMatchObject([
      {
        line: 'POST /v1/payments/pay_1/refund',
        body: { amount: 49_900, speed: 'normal', receipt: '0199-aa-1' },
      },
    ])
    expect([...refunds.keys()]).toEqual(['0199-aa-1'])
  })

  test('twice with one key returns it once, also when the first answer is lost', async () => {
    misbehave = [{ status: 200, body: {}, delay: 4000, afterWork: true }]
    await expect(impatient.refund(back)).rejects.toThrow('did not return the money')
    await vi.waitFor(() => expect(refunds.size).toBe(1))
    expect(await gateway.refund(back)).toEqual(begun)
    expect(refunds.size).toBe(1)
  })

  test('asked again, it is found by its receipt even when the key is forgotten', async () => {
    await gateway.refund(back)
    const [made] = refunds.values()
    refunds.clear()
    refunds.set('forgotten', made!)
    expect(await gateway.refund({ ...back, again: true })).toEqual(begun)
    expect(refunds.size).toBe(1)
    expect(await gateway.refundWith('pay_1', '0199-aa-1')).toEqual(begun)
    expect(await gateway.refundWith('pay_1', '0199-aa-2')).toBeUndefined()
  })

  test.each([
    [500, {}, 'it answered 500'],
    [429, {}, 'it answered 429'],
    [409, {}, 'it answered 409'],
    [
      400,
      { error: { description: 'The payment has been fully refunded already' } },
      'it answered 400 (The payment has been fully refunded already)',
    ],
    [200, { nonsense: true }, 'did not return the money'],
  ])('answered with %i fails in plain words', async (status, body, message) => {
    misbehave = [{ status, body }]
    await expect(gateway.refund(back)).rejects.toThrow(message)
    expect(refunds.size).toBe(0)
  })

  test('is told by webhooks, with the key that it was asked for with', () => {
    const entity = {
      id: 'rfnd_1',
      payment_id: 'pay_1',
      amount: 49_900,
      receipt: '0199-aa-1',
      status: 'processed',
    }
    const body = Buffer.from(JSON.stringify({ event: 'refund.processed', payload: { refund: { entity } } }))
    const headers = { 'x-razorpay-signature': hmac('new-secret', body) }
    expect(gateway.readWebhook(headers, body)).toMatchObject({
      payment: undefined,
      refund: { ...begun, status: 'processed' },
    })
    const foreign = Buffer.from(
      JSON.stringify({
        event: 'refund.failed',
        payload: { refund: { entity: { ...entity, receipt: null } } },
      }),
    )
    const signed = { 'x-razorpay-signature': hmac('old-secret', foreign) }
    expect(gateway.readWebhook(signed, foreign)?.refund).toMatchObject({ refundId: 'rfnd_1', key: undefined })
  })
})
