import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import {
  collectWebhooks,
  type SignedWebhook,
  postWebhook,
  balancedLedger,
  withGateway,
  aCheckout,
  paymentOf,
} from '../../../test/orders.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { sign } from '../../platform/crypto.ts'
import { hmac } from '../../platform/payments/webhook.ts'

const app = await startApp()
let webhooks: SignedWebhook[]
beforeEach(() => {
  webhooks = collectWebhooks(app)
})

/** Creates a checkout whose payer paid at the gateway and closed the page, so that only the webhook reports it. */
const aClosedTab = async (outcome: 'succeed' | 'fail' = 'succeed') => {
  const { buyer, payment } = await aCheckout(app)
  await app.api.sandbox.pay({ params: { orderId: payment.gateway!.orderId }, body: { outcome } })
  const state = () => paymentOf(buyer, payment._id)
  return { state, orderId: payment.gateway!.orderId, webhook: webhooks.at(-1)! }
}

describe('a webhook', () => {
  test('delivers what was paid in a tab that was closed', async () => {
    const { state, webhook } = await aClosedTab()
    expect(await state()).toMatchObject({ status: 'created' })
    expect(await postWebhook(app, webhook)).toBe(200)
    expect(await state()).toMatchObject({ status: 'captured', orders: [{ status: 'completed' }] })
  })

  test('of a failed payment fails the order', async () => {
    const { state, webhook } = await aClosedTab('fail')
    expect(await postWebhook(app, webhook)).toBe(200)
    expect(await state()).toMatchObject({ status: 'failed', orders: [{ status: 'failed' }] })
  })

  test('delivered ten times at once counts once', async () => {
    const { state, webhook } = await aClosedTab()
    const statuses = await Promise.all(Array.from({ length: 10 }, () => postWebhook(app, webhook)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await state()).toMatchObject({ status: 'captured' })
    const events = await app.db
      .selectFrom('gatewayEvents')
      .select('id')
      .where('id', '=', webhook.headers['x-razorpay-event-id']!)
      .execute()
    expect(events).toHaveLength(1)
    expect(await ledgerFaults(app.db)).toEqual(balancedLedger)
  })

  test.each<[string, (webhook: SignedWebhook) => SignedWebhook]>([
    ['with one byte changed', ({ body, headers }) => ({ headers, body: body.replace('49900', '49901') })],
    ['re-serialised', ({ body, headers }) => ({ headers, body: JSON.stringify(JSON.parse(body), null, 1) })],
    ['without a signature', ({ body }) => ({ body, headers: {} })],
    [
      'with an empty signature',
      ({ body, headers }) => ({ body, headers: { ...headers, 'x-razorpay-signature': '' } }),
    ],
    [
      'with another signature',
      ({ body, headers }) => ({ body, headers: { ...headers, 'x-razorpay-signature': '0'.repeat(64) } }),
    ],
    ['without a body', ({ headers }) => ({ body: '', headers })],
  ])('%s is refused with 400 and changes nothing', async (_name, forge) => {
    const { state, webhook } = await aClosedTab()
    expect(await postWebhook(app, forge(webhook))).toBe(400)
    expect(await state()).toMatchObject({ status: 'created' })
    expect(await postWebhook(app, webhook)).toBe(200)
  })

  test('is read whatever it says its type is', async () => {
    const { state, webhook } = await aClosedTab()
    const headers = { ...webhook.headers, 'content-type': 'text/plain' }
    expect(await postWebhook(app, { ...webhook, headers })).toBe(200)
    expect(await state()).toMatchObject({ status: 'captured' })
  })

  test('genuine but about nothing of ours is accepted and ignored', async () => {
    const readWebhook = () => ({ eventId: randomUUID(), payment: undefined })
    expect(await withGateway(app, { readWebhook }, () => postWebhook(app, { body: '{}', headers: {} }))).toBe(
      200,
    )
    const payment = {
      paymentId: 'pay_1',
      gatewayOrderId: 'order_unknown',
      amountPaise: 1,
      currency: 'INR',
      status: 'captured' as const,
    }
    const unknown = () => ({ eventId: randomUUID(), payment })
    expect(
      await withGateway(app, { readWebhook: unknown }, () => postWebhook(app, { body: '{}', headers: {} })),
    ).toBe(200)
  })

  test('that is too large is refused before it is read', async () => {
    const { headers } = (await aClosedTab()).webhook
    expect(await postWebhook(app, { headers, body: 'x'.repeat(5 * 1024 * 1024) })).toBe(413)
  })

  test('of a payment that is refunded and names no amount delivers nothing, and settles when the gateway lists what went back', async () => {
    const { state, orderId, webhook } = await aClosedTab()
    const body = webhook.body.replace('"captured"', '"refunded"')
    const secret = sign(app.dependencies.secret, 'sandbox gateway', 'webhook')
    const refunded = { body, headers: { ...webhook.headers, 'x-razorpay-signature': hmac(secret, body) } }
    expect(await postWebhook(app, refunded)).toBe(500)
    expect(await state()).toMatchObject({ status: 'created', orders: [{ status: 'pending' }] })
    await app.api.sandbox.refund({ params: { orderId }, body: { amount: 499 } })
    expect(await postWebhook(app, refunded)).toBe(200)
    expect(await state()).toMatchObject({ status: 'captured', orders: [{ status: 'cancelled' }] })
    expect(await ledgerFaults(app.db)).toEqual(balancedLedger)
  })

  test('is not answered with 2xx when it could not be stored, and counts when it comes again', async () => {
    const { state, webhook } = await aClosedTab()
    const { enqueue } = app.dependencies.jobs
    app.dependencies.jobs.enqueue = () => Promise.reject(new Error('the database went away'))
    const refused = await postWebhook(app, webhook)
    app.dependencies.jobs.enqueue = enqueue
    expect(refused).toBe(500)
    expect(await state()).toMatchObject({ status: 'created' })
    expect(await postWebhook(app, webhook)).toBe(200)
    expect(await state()).toMatchObject({ status: 'captured' })
  })
})
