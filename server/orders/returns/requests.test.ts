import { beforeEach, describe, expect, test } from 'vitest'

import { namedDay } from '#contract/kit/format.ts'
import { answerBy } from '#contract/orders/answer-times.ts'

import { startApp } from '../../../test/app.ts'
import { anAdmin, mailsTo, actionsOn } from '../../../test/makers.ts'
import { aBuyer, aListing, checkoutBy, collectWebhooks, source } from '../../../test/orders.ts'
import { type Purchase, reason, refundsIn } from '../../../test/refunds.ts'
import { timePasses } from '../../../test/time.ts'

const app = await startApp()
const { db } = app
const admin = await anAdmin(app)
beforeEach(() => void collectWebhooks(app))

const { aPurchase, ask, asked, statusOf } = refundsIn(app)
const approve = { decision: 'approve' as const }
const decline = { decision: 'decline' as const, note: 'It runs on our machine as the README says.' }
const daysPass = ({ of }: Purchase, days: number) =>
  timePasses(db, `${days} days`, 'orders', { id: of.params.id })

describe('a refund is asked for', () => {
  test('with a reason on a paid, completed order; it keeps the policy of its day, and its owner is mailed', async () => {
    const purchase = await aPurchase()
    const before = await purchase.buyer.api.refundRequests.get(purchase.of)
    expect(before.refund).toMatchObject({
      policy: expect.stringContaining('within 7 days'),
      request: null,
      money: null,
      allowed: ['ask'],
    })
    expect(Date.parse(before.refund.until!) - Date.now()).toBeCloseTo(7 * 86_400_000, -5)
    await expect(ask(purchase, { reason: ' no ' })).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await ask(purchase)).toMatchObject({ request: { reason, outcome: null }, allowed: ['withdraw'] })
    expect(await statusOf(purchase)).toBe('refund_requested')
    const [mail] = mailsTo(app, purchase.seller.email, 'refund-of-sale')
    expect(mail).toMatchObject({
      subject: 'A buyer asks for a refund: Library Desk',
      preference: 'notifications',
    })
    expect(mail!.text).toContain(reason)
    expect(mail!.unsubscribeUrl).toBeUndefined()
  })

  test('and its buyer is told by mail by which day staff decide, once for each request', async () => {
    const { buyer, of } = await asked()
    const { request } = (await buyer.api.refundRequests.get(of)).refund
    const by = namedDay(answerBy('refund', request!.requestedAt))
    const [mail, ...more] = mailsTo(app, buyer.email, 'refund asked for')
    expect(more).toEqual([])
    expect(mail!.subject).toMatch(/^We have your refund request: order RM-/)
    expect(mail!.text).toContain(`Our staff decide by ${by}`)
    expect(mail!.text).toContain('Library Desk')
    expect(mail!.preference).toBeUndefined()
    await buyer.api.refundRequests.withdraw(of)
    await ask({ buyer, of })
    expect(mailsTo(app, buyer.email, 'refund asked for')).toHaveLength(2)
  })

  test('by its buyer alone; of 20 at once one is written', async () => {
    const purchase = await aPurchase()
    const stranger = await aBuyer(app)
    for (const who of [stranger, purchase.seller])
      await expect(who.api.refundRequests.ask({ ...purchase.of, body: { reason } })).rejects.toMatchObject({
        code: 'not_found',
      })
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => ask(purchase)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(mailsTo(app, purchase.seller.email, 'refund-of-sale')).toHaveLength(1)
  })

  test('not for what cost nothing, not after the days that were promised, whatever is promised today', async () => {
    const free = await aPurchase(0)
    expect((await free.buyer.api.refundRequests.get(free.of)).refund).toMatchObject({
      policy: null,
      allowed: [],
    })
    await expect(ask(free)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Nothing was paid for this order.',
    })
    const late = await aPurchase()
    await daysPass(late, 8)
    await expect(ask(late)).rejects.toMatchObject({
      message: 'The 7 days in which a refund can be asked for are over.',
    })
    await db.updateTable('orders').set({ refundDays: 30 }).where('id', '=', late.of.params.id).execute()
    expect((await ask(late)).allowed).toEqual(['withdraw'])
    const open = await checkoutBy(late.buyer, source(await aListing(db, late.seller.id, 100)))
    await expect(
      late.buyer.api.refundRequests.ask({ params: { id: open.orders[0]!._id }, body: { reason } }),
    ).rejects.toMatchObject({ message: 'Only a completed order can be refunded.' })
  })

  test('and taken back, and asked for again; a declined one is final', async () => {
    const purchase = await aPurchase()
    await ask(purchase)
    expect(await purchase.buyer.api.refundRequests.withdraw(purchase.of)).toMatchObject({
      refund: { request: { outcome: 'withdrawn' }, allowed: ['ask'] },
    })
    expect(await statusOf(purchase)).toBe('completed')
    await expect(purchase.buyer.api.refundRequests.withdraw(purchase.of)).rejects.toMatchObject({
      code: 'conflict',
    })
    const { request } = await ask(purchase)
    await admin.api.refundRequests.decide({ params: { id: request!._id }, body: decline })
    expect(await statusOf(purchase)).toBe('completed')
    const { refund } = await purchase.buyer.api.refundRequests.get(purchase.of)
    expect(refund).toMatchObject({
      request: { outcome: 'declined', note: decline.note },
      money: null,
      allowed: [],
    })
    await expect(ask(purchase)).rejects.toMatchObject({ message: 'Our staff have decided about this order.' })
    const [declined] = mailsTo(app, purchase.buyer.email, 'refund')
    expect(declined!.text).toContain(decline.note)
    for (const way of ['write to us', 'grievance', 'Your bank']) expect(declined!.text).toContain(way)
  })
})

describe('its owner', () => {
  test('sees it without the buyer’s name, and answers until it is decided', async () => {
    const { seller, buyer, at, of } = await asked()
    const { refunds } = await seller.api.refundRequests.received({ query: {} })
    expect(refunds).toMatchObject([{ orderId: of.params.id, reason, share: 399.2, answer: null }])
    expect(JSON.stringify(refunds)).not.toContain(buyer.email)
    const body = { answer: 'Use MySQL 8, see the README.' }
    for (const { api } of [buyer, await aBuyer(app)])
      await expect(api.refundRequests.answer({ ...at, body })).rejects.toMatchObject({ code: 'not_found' })
    await seller.api.refundRequests.answer({ ...at, body })
    expect((await buyer.api.refundRequests.get(of)).refund.request).toMatchObject(body)
    await admin.api.refundRequests.decide({ ...at, body: approve })
    await expect(seller.api.refundRequests.answer({ ...at, body })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect((await buyer.api.refundRequests.received({ query: {} })).refunds).toEqual([])
  })
})

describe('staff', () => {
  test('see what waits with the evidence beside it, then what was decided, by whom', async () => {
    const { buyer, seller, project, at, of } = await asked()
    await db
      .insertInto('downloads')
      .values({ memberId: buyer.id, releaseId: project.releaseId, times: 3 })
      .execute()
    const { refunds, waiting } = await admin.api.refundRequests.cases({ query: { limit: 50 } })
    expect(waiting).toBe(refunds.length)
    expect(refunds.at(-1)).toMatchObject({
      _id: at.params.id,
      orderId: of.params.id,
      number: expect.stringMatching(/^RM-/),
      amount: 499,
      buyer: { email: buyer.email },
      owner: { email: seller.email },
      policy: expect.any(String),
      money: null,
      evidence: {
        downloads: [{ release: 1, times: 3 }],
        findings: { summary: expect.any(String) },
        rating: null,
        buyer: { paidOrders: 1, requests: 1, approved: 0 },
      },
    })
    await admin.api.refundRequests.decide({ ...at, body: { ...approve, note: 'We saw it too.' } })
    const decided = await admin.api.refundRequests.cases({ query: { state: 'decided', limit: 1 } })
    expect(decided.refunds).toMatchObject([
      {
        outcome: 'approved',
        note: 'We saw it too.',
        decidedBy: expect.any(String),
        money: { status: 'due' },
      },
    ])
    expect(await actionsOn(admin, of.params.id)).toEqual([
      {
        staffId: admin.id,
        action: 'approve refund',
        before: { status: 'refund_requested' },
        after: { status: 'refunded', note: 'We saw it too.' },
      },
    ])
  })

  test('say why they decline, and members decide nothing', async () => {
    const { at, seller } = await asked()
    await expect(
      admin.api.refundRequests.decide({ ...at, body: { decision: 'decline', note: ' ' } }),
    ).rejects.toMatchObject({ code: 'invalid_input', details: { fields: { note: 'Tell the buyer why' } } })
    await expect(seller.api.refundRequests.decide({ ...at, body: approve })).rejects.toMatchObject({
      code: 'not_allowed',
    })
  })
})
