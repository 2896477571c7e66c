import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { balanceOf, collectWebhooks, postWebhook, balancedLedger, aCheckout } from '../../../test/orders.ts'
import { readConfig } from '../../config.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { accounts } from '../../money/ledger/shares.ts'
import { sendRefunds } from '../../orders/returns/send.ts'
import { createGateways } from './open.ts'
import { deliverTo } from './sandbox.ts'

const app = await startApp()
const webhooks = collectWebhooks(app)

const anOrder = async () => {
  const { buyer, payment } = await aCheckout(app)
  return { buyer, params: { orderId: payment.gateway!.orderId } }
}
const pay = (params: { orderId: string }, outcome: 'succeed' | 'fail' | 'again') =>
  app.api.sandbox.pay({ params, body: { outcome } })

describe("the sandbox gateway's page", () => {
  test('shows what is asked to be paid', async () => {
    const { params } = await anOrder()
    expect(await app.api.sandbox.show({ params })).toMatchObject({
      amount: 499,
      description: 'Library Desk',
      status: 'created',
    })
  })

  test('answers 404 for an order it does not have', async () => {
    const params = { orderId: 'order_none' }
    await expect(app.api.sandbox.show({ params })).rejects.toMatchObject({ code: 'not_found' })
    await expect(pay(params, 'succeed')).rejects.toMatchObject({ code: 'not_found' })
    await expect(pay({ orderId: '\0' }, 'succeed')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('succeeding sends a signed webhook and answers a callback that the gateway itself finds genuine', async () => {
    const { params } = await anOrder()
    const { callback } = await pay(params, 'succeed')
    const { razorpay_payment_id: paymentId, razorpay_signature: signature } = callback!
    const { gateway } = app.dependencies
    expect(gateway.isGenuineCallback(params.orderId, paymentId, signature)).toBe(true)
    expect(gateway.isGenuineCallback(params.orderId, `${paymentId}1`, signature)).toBe(false)
    const { body, headers } = webhooks.at(-1)!
    expect(gateway.readWebhook(headers, Buffer.from(body))?.payment).toEqual({
      paymentId,
      gatewayOrderId: params.orderId,
      amountPaise: 49_900,
      currency: 'INR',
      status: 'captured',
    })
    expect(await app.api.sandbox.show({ params })).toMatchObject({ status: 'paid' })
  })

  test('succeeding twice at once is one payment', async () => {
    const { params } = await anOrder()
    const callbacks = await Promise.all(Array.from({ length: 10 }, () => pay(params, 'succeed')))
    expect(new Set(callbacks.map(({ callback }) => callback!.razorpay_payment_id)).size).toBe(1)
    await expect(pay(params, 'fail')).rejects.toMatchObject({ code: 'conflict' })
  })

  test('paying again what is paid captures a second payment, once, which is returned by itself', async () => {
    const { buyer, params } = await anOrder()
    await expect(pay(params, 'again')).rejects.toMatchObject({ code: 'conflict' })
    const { callback } = await pay(params, 'succeed')
    await buyer.api.orders.callback({ body: callback! })
    const again = await Promise.all(Array.from({ length: 5 }, () => pay(params, 'again')))
    const seconds = new Set(again.map(({ callback }) => callback!.razorpay_payment_id))
    expect(seconds.size).toBe(1)
    expect(seconds).not.toContain(callback!.razorpay_payment_id)
    const { payment } = await buyer.api.orders.callback({ body: again[0]!.callback! })
    expect(payment.status).toBe('captured')
    const payments = await app.dependencies.gateway.paymentsOf(params.orderId)
    expect(payments).toMatchObject([
      { status: 'captured' },
      { paymentId: [...seconds][0], status: 'captured' },
    ])

    for (const webhook of webhooks.slice(-5)) await postWebhook(app, webhook)
    expect(await balanceOf(app.db, accounts.refundsDue)).toBe(49_900)
    await sendRefunds(app.dependencies)
    expect(await balanceOf(app.db, accounts.refundsDue)).toBe(0)
    const refunds = app.db.selectFrom('sandboxRefunds').select(['paymentId', 'amountPaise'])
    expect(await refunds.execute()).toEqual([{ paymentId: [...seconds][0], amountPaise: 49_900 }])
    expect(await ledgerFaults(app.db)).toEqual(balancedLedger)
  })

  test('failing captures nothing, and the payer may try again', async () => {
    const { buyer, params } = await anOrder()
    expect(await pay(params, 'fail')).toMatchObject({ callback: null })
    expect(await app.dependencies.gateway.paymentsOf(params.orderId)).toMatchObject([{ status: 'failed' }])
    expect(await app.api.sandbox.show({ params })).toMatchObject({ status: 'failed' })
    const { callback } = await pay(params, 'succeed')
    expect((await buyer.api.orders.callback({ body: callback! })).payment.status).toBe('captured')
  })
})

test('asked again for the same receipt, it answers the same order', async () => {
  const order = { amountPaise: 100, receipt: randomUUID(), description: 'One', again: false }
  const first = await app.dependencies.gateway.createOrder(order)
  expect(await app.dependencies.gateway.createOrder({ ...order, again: true })).toEqual(first)
})

describe('a webhook over HTTP', () => {
  const listen = async (statuses: number[]) => {
    const received: { url: string | undefined; body: string; signature: unknown }[] = []
    const server = createServer(async (request, reply) => {
      let body = ''
      for await (const part of request) body += String(part)
      received.push({ url: request.url, body, signature: request.headers['x-razorpay-signature'] })
      reply.writeHead(statuses.shift() ?? 200).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { received, url, close: () => server.close() }
  }

  test('reaches our own address, and is repeated until it is accepted', async () => {
    const { received, url, close } = await listen([500, 200])
    await deliverTo(url)('{"a":1}', { 'x-razorpay-signature': 'abc' })
    close()
    const one = { url: '/api/orders/payments/webhook', body: '{"a":1}', signature: 'abc' }
    expect(received).toEqual([one, one])
  })

  test('that cannot be delivered does not break the payment', async () => {
    const { params } = await anOrder()
    const { db, secret } = app.dependencies
    const { sandboxGateway } = await import('./sandbox.ts')
    const gateway = sandboxGateway({ db, secret, publicUrl: 'http://127.0.0.1:9' })
    expect(await gateway.pay(params.orderId, 'succeed')).not.toBeNull()
  })
})

describe('the sandbox', () => {
  const live = {
    MODE: 'live',
    DATABASE_URL: 'postgres://db/readymade',
    STORAGE_URL: 'file:///srv/readymade',
    SMTP_URL: 'smtp://mail',
    SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://readymade.example',
    RAZORPAY_KEY_ID: 'rzp_live_1',
    RAZORPAY_KEY_SECRET: 'key secret',
    RAZORPAY_WEBHOOK_SECRET: 'webhook',
  }

  test('is the gateway of demo mode, and never of live mode', () => {
    const { db, secret } = app.dependencies
    expect(createGateways(readConfig({}), { db, secret }).gateway.name).toBe('sandbox')
    const config = readConfig(live)
    expect(createGateways(config, { db, secret }).gateway.name).toBe('razorpay')
    expect(() => createGateways({ ...config, razorpay: undefined }, { db, secret })).toThrow(
      'MODE=live takes real money',
    )
  })
})

test('in live mode its addresses do not exist', async () => {
  const { app: server, dependencies } = await startApp()
  const { buildApp } = await import('../../app.ts')
  await server.close()
  const liveApp = await buildApp({ ...dependencies, config: { ...dependencies.config, mode: 'live' } })
  const url = '/api/sandbox/payments/order_1'
  expect((await liveApp.inject({ method: 'GET', url })).statusCode).toBe(404)
  expect((await liveApp.inject({ method: 'POST', url, payload: { outcome: 'succeed' } })).statusCode).toBe(
    404,
  )
  await liveApp.close()
})
