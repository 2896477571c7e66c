import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { repetitions } from '../../test/long.ts'
import { aBuyer, aListing, cartOf, type SignedWebhook, source } from '../../test/orders.ts'
import { serverProcess } from '../../test/server-process.ts'
import { sign } from '../platform/crypto.ts'
import { hmac } from '../platform/payments/webhook.ts'

/* D07: an event that was answered with 2xx is settled, even if the process is killed. FAULTS=1 kills it 200 times and sends for 20 s. */
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 180_000 })
const app = await startApp()
const owner = await aBuyer(app)
const server = await serverProcess(app)
afterAll(() => server.kill())

/** Creates an order that waits for its payment, and returns the webhook of that payment, which alone can settle it. */
async function pendingWebhook(): Promise<SignedWebhook> {
  const [buyer, project] = await Promise.all([aBuyer(app), aListing(app.db, owner.id, 49_900)])
  const { payment } = await server.as(buyer.token).orders.checkout({ body: cartOf(source(project)) })
  const entity = {
    id: `pay_${randomUUID()}`,
    order_id: payment.gateway!.orderId,
    amount: 49_900,
    currency: 'INR',
    status: 'captured',
  }
  const body = JSON.stringify({
    event: 'payment.captured',
    account_id: 'acc_sandbox',
    payload: { payment: { entity } },
  })
  const secret = sign(app.dependencies.secret, 'sandbox gateway', 'webhook')
  return {
    body,
    headers: { 'x-razorpay-signature': hmac(secret, body), 'x-razorpay-event-id': `evt_${randomUUID()}` },
  }
}

const post = async ({ body, headers }: SignedWebhook) =>
  (await fetch(`${server.address}/api/orders/payments/webhook`, { method: 'POST', body, headers })).status

const completed = async () =>
  (
    await app.db
      .selectFrom('orders')
      .select((column) => column.fn.countAll<number>().as('n'))
      .where('status', '=', 'completed')
      .executeTakeFirstOrThrow()
  ).n

const kills = Math.max(2, repetitions(200))

test(`D07: killed right after the 2xx, ${kills} times: every payment that was told of is settled`, async () => {
  for (let round = 0; round < kills; round++) {
    await server.start()
    expect(await post(await pendingWebhook())).toBe(200)
    await server.kill()
    expect(await completed()).toBe(round + 1)
  }
})

test(`D07: ${repetitions(1000)} events, 50 a second, what is turned away sent again: each is answered with 2xx and settled`, async () => {
  const before = await completed()
  await server.start()
  const events: SignedWebhook[] = []
  while (events.length < repetitions(1000)) events.push(await pendingWebhook())
  let turnedAway = 0
  const took = await Promise.all(
    events.map(async (event, index) => {
      await pause(index * 20)
      for (;;) {
        const begun = performance.now()
        const status = await post(event)
        if (status === 200) return performance.now() - begun
        // A server too busy for fifty a second sheds the event at once, and the gateway repeats it.
        expect(status).toBe(503)
        turnedAway += 1
        await pause(1000)
      }
    }),
  )
  const slowest = took.toSorted((one, other) => one - other)
  // The times depend on the machine, so they are only printed. The gateway's timeout is 5 s.
  process.stdout.write(
    `D07: ${events.length} events: p50 ${at(slowest, 0.5)} ms, p99 ${at(slowest, 0.99)} ms, ${turnedAway} turned away first\n`,
  )
  expect(await completed()).toBe(before + events.length)
})

const at = (sorted: number[], part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)]!)
