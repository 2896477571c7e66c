import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { mailsTo } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  balanceOf,
  cartOf,
  checkoutBy,
  collectWebhooks,
  type SignedWebhook,
  postWebhook,
  balancedLedger,
  source,
  withGateway,
  anOffer,
  payAtGateway,
  pausesPass,
} from '../../../test/orders.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { accounts } from '../../money/ledger/shares.ts'
import type { Gateway, GatewayRefund, RefundOrder } from '../../platform/payments/gateway.ts'
import { orderJobs } from '../jobs.ts'
import { settle, settleEvent } from '../settle/service.ts'
import { sendRefunds } from './send.ts'

const app = await startApp()
const { db, dependencies } = app
let webhooks: SignedWebhook[]
beforeEach(() => {
  webhooks = collectWebhooks(app)
})

const due = () => balanceOf(db, accounts.refundsDue)
const clearing = () => balanceOf(db, accounts.clearing('sandbox'))
const refundsAt = () => db.selectFrom('sandboxRefunds').selectAll().orderBy('createdAt').execute()
const refundOf = (paymentId: string) =>
  db.selectFrom('refunds').selectAll().where('paymentId', '=', paymentId).executeTakeFirstOrThrow()

/** Pays in two tabs: the order of one checkout is delivered, the payment of the other becomes due. */
async function anOverpayment(pricePaise = 49_900) {
  const { buyer, project } = await anOffer(app, pricePaise)
  const pay = async (orderId: string) => await payAtGateway(app, orderId)
  const first = await checkoutBy(buyer, source(project))
  // With another State it is another payment.
  const body = { ...cartOf(source(project)), state: 'Kerala' }
  const second = (await buyer.api.orders.checkout({ body })).payment
  for (const { gateway } of [second, { gateway: { orderId: `order_${first._id.replaceAll('-', '')}` } }])
    await buyer.api.orders.callback({ body: await pay(gateway!.orderId) })
}

/** Creates a payment for which the gateway can capture money a second time. */
async function aDuplicate(pricePaise = 49_900) {
  const [seller, buyer] = [await aBuyer(app), await aBuyer(app)]
  const payment = await checkoutBy(buyer, source(await aListing(db, seller.id, pricePaise)))
  const gatewayOrderId = payment.gateway!.orderId
  const captured = (paymentId: string) => ({
    paymentId,
    gatewayOrderId,
    amountPaise: pricePaise,
    currency: 'INR',
    status: 'captured' as const,
  })
  const second = `pay_${randomUUID()}`
  await settle(dependencies, captured(`pay_${randomUUID()}`))
  return { buyer, payment, second, again: () => settle(dependencies, captured(second)) }
}

/** A fake gateway for payments that the sandbox does not know: it makes refunds by key. */
function aGateway(statusOf: GatewayRefund['status'] = 'processed') {
  const made = new Map<string, GatewayRefund>()
  const refund = async ({ paymentId, amountPaise, key }: RefundOrder) => {
    const known = made.get(key) ?? {
      refundId: `rfnd_${randomUUID()}`,
      paymentId,
      amountPaise,
      key,
      status: statusOf,
    }
    made.set(key, known)
    return known
  }
  return {
    made,
    changes: {
      refund,
      refundWith: async (_: string, key: string) => made.get(key),
    } satisfies Partial<Gateway>,
  }
}

describe('money that came too much', () => {
  test('for what was owned already goes back by itself, and the ledger shows it', async () => {
    const before = await clearing()
    await anOverpayment()
    expect(await due()).toBe(49_900)
    await sendRefunds(dependencies)
    expect(await due()).toBe(0)
    expect(await clearing()).toBe(before - 49_900)
    expect(await refundsAt()).toMatchObject([{ amountPaise: 49_900 }])
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('captured a second time on one order goes back once, however often and at once it is told', async () => {
    const { buyer, payment, second, again } = await aDuplicate()
    const before = (await refundsAt()).length
    await Promise.all(Array.from({ length: 20 }, again))
    expect(await due()).toBe(49_900)
    const { made, changes } = aGateway()
    await withGateway(app, changes, async () => {
      await Promise.all(Array.from({ length: 10 }, () => sendRefunds(app.dependencies)))
    })
    expect([...made.values()]).toMatchObject([{ paymentId: second, amountPaise: 49_900 }])
    expect(await due()).toBe(0)
    expect(await refundOf(payment._id)).toMatchObject({
      cause: 'paid_twice',
      orderId: null,
      status: 'returned',
    })
    expect((await refundsAt()).length).toBe(before)
    const mails = mailsTo(app, buyer.email, 'refund')
    expect(mails).toMatchObject([{ subject: 'You paid twice, so we return one payment' }])
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('is found missing by the ledger’s check, at each step', async () => {
    const { payment, again } = await aDuplicate()
    await again()
    const { id } = await refundOf(payment._id)
    class Undone extends Error {}
    const faultsAfter = async (damage: ReturnType<typeof sql>) => {
      let found: Awaited<ReturnType<typeof ledgerFaults>> | undefined
      const attempt = db.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        await damage.execute(trx)
        found = await ledgerFaults(trx)
        throw new Undone()
      })
      await expect(attempt).rejects.toBeInstanceOf(Undone)
      return found?.misreturned
    }
    const named = [`refund ${id}`]
    expect(
      await faultsAfter(sql`update refunds set status = 'returned', returned_at = now() where id = ${id}`),
    ).toEqual(named)
    expect(await faultsAfter(sql`update refunds set amount_paise = 1 where id = ${id}`)).toEqual(named)
    await withGateway(app, aGateway().changes, () => sendRefunds(app.dependencies))
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
    expect(
      await faultsAfter(sql`delete from ledger_entries using ledger_transactions posting
        where posting.id = transaction_id and refund_id = ${id} and posting.kind = 'repayment'`),
    ).toEqual(named)
  })
})

describe('a gateway that', () => {
  test.each([
    ['answers 500', async () => Promise.reject(new Error('it answered 500'))],
    [
      'answers nothing',
      async () => Promise.reject(new DOMException('The operation timed out', 'TimeoutError')),
    ],
  ])('%s is asked again later, not at once, and the money stays due', async (_name, refund) => {
    const { payment, again } = await aDuplicate()
    await again()
    await withGateway(app, { ...aGateway().changes, refund }, () => sendRefunds(app.dependencies))
    expect(await refundOf(payment._id)).toMatchObject({
      status: 'due',
      asked: 1,
      lastFailure: expect.any(String),
    })
    const { made, changes } = aGateway()
    await withGateway(app, changes, async () => {
      await sendRefunds(app.dependencies)
      expect(made.size).toBe(0)
      await pausesPass(db)
      await sendRefunds(app.dependencies)
    })
    expect(made.size).toBe(1)
    expect(await due()).toBe(0)
  })

  test('returns the money and loses its answer is asked with the same key, and told that it is again', async () => {
    const { payment, again } = await aDuplicate()
    await again()
    const { made, changes } = aGateway()
    const asked: RefundOrder[] = []
    const lost = async (back: RefundOrder) => {
      asked.push(back)
      const said = await changes.refund(back)
      if (asked.length === 1) throw new Error('cut')
      return said
    }
    await withGateway(app, { ...changes, refund: lost }, async () => {
      await sendRefunds(app.dependencies)
      expect(await due()).toBe(49_900)
      await pausesPass(db)
      await sendRefunds(app.dependencies)
    })
    expect(asked.map(({ again }) => again)).toEqual([false, true])
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
    expect(asked[0]!.key).toMatch(/^[A-Za-z0-9_-]{10,40}$/)
    expect(made.size).toBe(1)
    expect((await refundOf(payment._id)).status).toBe('returned')
    expect(await due()).toBe(0)
  })

  test('takes days is believed by its webhook, in any order and ten times over', async () => {
    const { payment, again } = await aDuplicate()
    await again()
    const { made, changes } = aGateway('pending')
    await withGateway(app, changes, () => sendRefunds(app.dependencies))
    expect(await refundOf(payment._id)).toMatchObject({ status: 'sent' })
    expect(await due()).toBe(49_900)
    const [begun] = made.values()
    const event = (status: GatewayRefund['status'], eventId: string = randomUUID()) =>
      settleEvent(dependencies, { eventId, payment: undefined, refund: { ...begun!, status } })
    await Promise.all(Array.from({ length: 10 }, () => event('processed')))
    await event('pending')
    await event('failed')
    expect(await refundOf(payment._id)).toMatchObject({ status: 'returned', round: 1 })
    expect(await due()).toBe(0)
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('begins and gives up is asked anew with another key, and an echo of the first changes nothing', async () => {
    const { payment, again } = await aDuplicate()
    await again()
    const first = aGateway('failed')
    await withGateway(app, first.changes, () => sendRefunds(app.dependencies))
    expect(await refundOf(payment._id)).toMatchObject({ status: 'due', round: 2, asked: 0 })
    const [failed] = first.made.values()
    await settleEvent(dependencies, {
      eventId: randomUUID(),
      payment: undefined,
      refund: { ...failed!, status: 'processed' },
    })
    expect((await refundOf(payment._id)).status).toBe('due')
    await pausesPass(db)
    const second = aGateway()
    await withGateway(app, second.changes, () => sendRefunds(app.dependencies))
    expect([...second.made.keys()]).not.toEqual([...first.made.keys()])
    expect(await due()).toBe(0)
  })

  test('speaks of another amount, another payment or another attempt than ours is not believed', async () => {
    const { payment, again } = await aDuplicate()
    await again()
    const { id, gatewayPaymentId } = await refundOf(payment._id)
    const said = {
      refundId: 'rfnd_x',
      paymentId: gatewayPaymentId,
      amountPaise: 49_900,
      key: `${id}-1`,
      status: 'processed',
    } as const
    for (const wrong of [{ amountPaise: 1 }, { paymentId: 'pay_x' }, { key: `${id}-2` }])
      await settleEvent(dependencies, {
        eventId: randomUUID(),
        payment: undefined,
        refund: { ...said, ...wrong },
      })
    expect((await refundOf(payment._id)).status).toBe('due')
    await settleEvent(dependencies, { eventId: randomUUID(), payment: undefined, refund: said })
    expect(await due()).toBe(0)
  })
})

test('the job does it by itself, and the sandbox’s signed webhook about it is taken', async () => {
  await dependencies.jobs.work(orderJobs(dependencies))
  await anOverpayment()
  expect(await due()).toBe(49_900)
  await app.jobs.run()
  expect(await due()).toBe(0)
  const told = webhooks.filter(({ body }) => body.includes('refund.processed'))
  expect(told).toHaveLength(1)
  expect(await postWebhook(app, told[0]!)).toBe(200)
  expect(await postWebhook(app, told[0]!)).toBe(200)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})
