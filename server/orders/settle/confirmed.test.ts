import { beforeEach, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { collectWebhooks, withGateway, aSale, refundsOf } from '../../../test/orders.ts'
import { timePasses } from '../../../test/time.ts'
import type { Gateway } from '../../platform/payments/gateway.ts'
import { reconciledShare, reconcilePayments } from './reconcile.ts'

const app = await startApp()
let alarms: string[]
beforeEach(() => {
  collectWebhooks(app)
  alarms = []
  const written = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    alarms.push((JSON.parse(String(line)) as { alarm: string }).alarm)
    return true
  })
  return () => written.mockRestore()
})

/** Creates a payment that was captured two minutes ago. */
const aPayment = async (pricePaise = 10_000) => {
  const { _id: id } = (await aSale(app, pricePaise)).payment
  await timePasses(app.db, '2 minutes', 'payments', { id })
  return id
}
const share = async () => (await reconciledShare(app.db)).share
const metric = async (name: string) =>
  Number(new RegExp(`^${name} (.+)$`, 'm').exec((await app.app.inject('/metrics')).body)?.[1])

test('nothing was paid: there is no share, and none is invented', async () => {
  expect(await reconciledShare(app.db)).toMatchObject({
    share: null,
    paidPaise: 0,
    open: 0,
    medianSeconds: null,
  })
})

test('what was captured counts as reconciled once the gateway names it itself, and how fast that was', async () => {
  await aPayment(30_000)
  expect(await reconciledShare(app.db)).toMatchObject({ share: 0, paidPaise: 30_000, open: 1 })
  await reconcilePayments(app.dependencies)
  const figures = await reconciledShare(app.db)
  expect(figures).toMatchObject({ share: 1, reconciledPaise: 30_000, open: 0, oldestSeconds: null })
  expect(figures.medianSeconds).toBeGreaterThanOrEqual(119)
  expect(figures.slowestSeconds).toBeLessThan(600)
  expect(await metric('readymade_reconciled_volume_ratio')).toBe(1)
  expect(await metric('readymade_unreconciled_oldest_seconds')).toBe(0)
})

test.each<[string, (listed: Awaited<ReturnType<Gateway['paymentsOf']>>) => typeof listed]>([
  ['does not know of it', () => []],
  ['knows another amount', (listed) => listed.map((one) => ({ ...one, amountPaise: 100 }))],
  ['calls it failed', (listed) => listed.map((one) => ({ ...one, status: 'failed' as const }))],
])('a payment stays unreconciled, with an alarm, while the gateway %s', async (_name, change) => {
  const before = await share()
  const id = await aPayment(10_000)
  const { paymentsOf } = app.dependencies.gateway
  await withGateway(app, { paymentsOf: async (orderId) => change(await paymentsOf(orderId)) }, () =>
    reconcilePayments(app.dependencies),
  )
  expect(await share()).toBeLessThan(before!)
  expect(alarms).toContain('The gateway does not confirm a payment that was delivered for')
  expect(await metric('readymade_unreconciled_oldest_seconds')).toBeGreaterThan(100)
  await timePasses(app.db, '2 minutes', 'payments', { id })
  await reconcilePayments(app.dependencies)
  expect(await share()).toBe(1)
})

test('a second capture of which no event told is found and returned', async () => {
  const id = await aPayment(10_000)
  const { paymentsOf } = app.dependencies.gateway
  const twice: Gateway['paymentsOf'] = async (orderId) => {
    const listed = await paymentsOf(orderId)
    return [...listed, ...listed.map((one) => ({ ...one, paymentId: `${one.paymentId}_2` }))]
  }
  await withGateway(app, { paymentsOf: twice }, () => reconcilePayments(app.dependencies))
  expect(await refundsOf(app.db, id)).toMatchObject([{ cause: 'paid_twice' }])
})
