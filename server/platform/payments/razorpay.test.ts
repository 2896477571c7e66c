import { describe, expect, test, vi } from 'vitest'

import { razorpayServer } from '../../../test/razorpay-server.ts'
import { razorpayGateway } from './razorpay.ts'
import { hmac, isSignedBy } from './webhook.ts'

const { account, disputes, gateway, withShortTimeout, misbehave, nobody, orders, payments, seen } =
  await razorpayServer()

const wanted = { amountPaise: 49_900, receipt: '0199-aa', description: 'Library Desk', again: false }

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
    [200, { nonsense: true }, 'invalid_type'],
  ])('answered with %i fails in plain words', async (status, body, message) => {
    misbehave({ status, body })
    const attempt = gateway.createOrder(wanted)
    await expect(attempt).rejects.toThrow('Razorpay did not create an order')
    await expect(attempt).rejects.toThrow(message)
  })

  test('that answers too late is given up; asked again, the order it made after all is found, not made twice', async () => {
    misbehave({ status: 200, body: {}, delay: 4000, afterWork: true })
    await expect(withShortTimeout.createOrder(wanted)).rejects.toThrow('did not create an order')
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
    await expect(nobody.createOrder(wanted)).rejects.toThrow('Razorpay did not create an order')
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
    misbehave({ status: 200, body: {}, delay: 4000, afterWork: true })
    await expect(withShortTimeout.paymentsOf('order_9')).rejects.toThrow('did not list the payments')
    misbehave({ status: 500, body: {} })
    await expect(gateway.paymentsOf('order_9')).rejects.toThrow('it answered 500')
  })
})

describe('disputes', () => {
  const entity = {
    entity: 'dispute',
    payment_id: 'pay_1',
    amount: 49_900,
    currency: 'INR',
    amount_deducted: 0,
    reason_code: 'pre_arbitration',
    respond_by: 1_590_604_200,
    status: 'open',
    phase: 'pre_arbitration',
    created_at: 1_590_059_211,
  }

  test('are listed page after page; what is none in rupees is left out', async () => {
    for (let n = 0; n < 250; n++) disputes.push({ ...entity, id: `disp_${n}` })
    disputes[7] = { ...entity, id: 'disp_7', currency: 'USD' }
    disputes[249] = { ...entity, id: 'disp_249', status: 'lost', respond_by: null }
    const listed = await gateway.disputes()
    expect(listed).toHaveLength(249)
    expect(seen.map(({ line }) => line)).toEqual([
      'GET /v1/disputes?count=100&skip=0',
      'GET /v1/disputes?count=100&skip=100',
      'GET /v1/disputes?count=100&skip=200',
    ])
    expect(listed[0]).toMatchObject({
      disputeId: 'disp_0',
      paymentId: 'pay_1',
      amountPaise: 49_900,
      deductedPaise: 0,
      status: 'open',
      respondBy: 1_590_604_200,
      openedAt: 1_590_059_211,
    })
    expect(listed.at(-1)).toMatchObject({ status: 'lost', deductedPaise: 49_900, respondBy: undefined })
  })

  test('that are not listed are an error, not an empty list', async () => {
    misbehave({ status: 429, body: {} })
    await expect(gateway.disputes()).rejects.toThrow('did not list the disputes: it answered 429')
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

  test('a webhook about another account is refused, where ours is known', () => {
    const about = (accountId: string) => {
      const headers = { 'x-razorpay-signature': hmac('new-secret', event('payment.captured')) }
      return razorpayGateway({ ...account, accountId, webhookSecret: 'new-secret' }).readWebhook(
        headers,
        event('payment.captured'),
      )
    }
    expect(about(documented.account_id)).toBeDefined()
    expect(about('acc_another')).toBeUndefined()
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
