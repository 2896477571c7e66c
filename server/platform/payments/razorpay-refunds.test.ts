import { describe, expect, test, vi } from 'vitest'

import { razorpayServer } from '../../../test/razorpay-server.ts'
import { hmac } from './webhook.ts'

const { gateway, withShortTimeout, misbehave, refunds, seen } = await razorpayServer()

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
    misbehave({ status: 200, body: {}, delay: 4000, afterWork: true })
    await expect(withShortTimeout.refund(back)).rejects.toThrow('did not return the money')
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
    misbehave({ status, body })
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
