import { randomUUID } from 'node:crypto'

import { beforeEach, expect, test } from 'vitest'

import { checkoutTerms } from '#contract/orders/terms.ts'

import { startApp } from '../../../test/app.ts'
import { disputesIn } from '../../../test/disputes.ts'
import { hideLog } from '../../../test/log.ts'
import { anAdmin } from '../../../test/makers.ts'
import { aBuyer, collectWebhooks } from '../../../test/orders.ts'
import { mailWorker } from '../../../test/send-mails.ts'
import { newCode } from '../licences/service.ts'

const app = await startApp()
const { db } = app
const { sendEvent, aSale, disputeOf } = disputesIn(app)
const admin = await anAdmin(app)
beforeEach(() => {
  collectWebhooks(app)
  return hideLog()
})

const idOf = async (paymentId: string) => (await disputeOf(paymentId)).id
const caseOf = async (paymentId: string) => {
  const params = { id: await idOf(paymentId) }
  return (await admin.api.disputes.case({ params })).dispute
}
const listed = async (state: 'open' | 'ended') =>
  (await admin.api.disputes.list({ query: { state } })).disputes.map(
    ({ gatewayPaymentId }) => gatewayPaymentId,
  )

test('staff see open disputes, those to be answered first at the top, and the others once they are over', async () => {
  const [late, soon, over] = [await aSale(), await aSale(), await aSale()]
  const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400
  await sendEvent('created', { ...late, respondBy: inDays(9) })
  await sendEvent('created', { ...soon, respondBy: inDays(2) })
  await sendEvent('created', over)
  await sendEvent('won', { ...over, after: 60 })
  expect(await listed('open')).toEqual([soon.paymentId, late.paymentId])
  expect(await listed('ended')).toEqual([over.paymentId])
  const { disputes, open } = await admin.api.disputes.list({ query: {} })
  expect(open).toBe(2)
  expect(disputes[0]).toMatchObject({ amount: 499, titles: ['Library Desk'], status: 'open', deducted: 0 })
})

test('a dispute stands with what proves the sale: downloads, emails, terms, address, invoice, the listing', async () => {
  const sale = await aSale()
  const { releaseId } = sale.project
  await db.insertInto('downloads').values({ memberId: sale.buyer.id, releaseId, times: 2 }).execute()
  await sendEvent('created', sale)
  const dispute = await caseOf(sale.paymentId)
  expect(dispute).toMatchObject({
    reason: 'Goods or services not received',
    status: 'open',
    buyer: { name: 'Asha Rao', email: sale.buyer.email },
    payment: { amount: 499, state: 'Karnataka' },
    accepted: { terms: checkoutTerms, address: '127.0.0.1' },
    orders: [
      {
        title: 'Library Desk',
        outcome: 'frozen',
        downloads: [{ release: 1, times: 2 }],
        refundAskedAt: null,
        asBought: { listing: { description: 'Issues and returns books.' } },
        listing: { release: 1, files: 1 },
      },
    ],
  })
  expect(dispute.orders[0]!.invoice).toMatch(/\d/)
  await sendEvent('lost', { ...sale, after: 60 })
  const over = await caseOf(sale.paymentId)
  expect(over).toMatchObject({ status: 'lost', deducted: 499, orders: [{ outcome: 'refunded' }] })
  expect(over.orders[0]!.creditNote).toMatch(/\d/)
})

test('the emails that a mail server took are among the evidence, and only they', async () => {
  const sent: string[] = []
  app.mails.splice(0)
  const sale = await aSale()
  await sendEvent('created', sale)
  expect((await caseOf(sale.paymentId)).mails).toEqual([])
  const deliver = mailWorker(app, async ({ to }) => void sent.push(to))
  for (const [index, mail] of app.mails.entries())
    await deliver(mail, `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)
  expect(sent.length).toBeGreaterThan(1)
  const { mails } = await caseOf(sale.paymentId)
  expect(mails.map(({ kind }) => kind)).toEqual(['receipt'])
})

test('the evidence is a text file that says only what is known, ready to be sent', async () => {
  const sale = await aSale()
  await sendEvent('created', sale)
  const { statusCode, headers, body } = await app.app.inject({
    url: `/api/admin/disputes/${await idOf(sale.paymentId)}/evidence`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(headers['content-disposition']).toContain(`evidence-disp_${sale.paymentId}.txt`)
  for (const words of [
    'Reason given: Goods or services not received',
    `Asha Rao, ${sale.buyer.email}`,
    'from the address 127.0.0.1',
    checkoutTerms,
    'Not downloaded.',
    'The buyer did not ask us for a refund.',
    'Issues and returns books.',
  ])
    expect(body).toContain(words)
  expect(body).not.toContain('undefined')
})

test('a dispute about no payment of ours has no evidence, and members see none at all', async () => {
  await sendEvent('created', { paymentId: 'pay_elsewhere', amount: 5000 })
  expect(await caseOf('pay_elsewhere')).toMatchObject({ buyer: null, orders: [], titles: [] })
  const member = await aBuyer(app)
  await expect(member.api.disputes.list({ query: {} })).rejects.toMatchObject({ code: expect.any(String) })
})

test('what the team of a buyer downloaded is evidence, which does not say then that nothing was', async () => {
  const sale = await aSale()
  const friend = await aBuyer(app)
  const accepted = { acceptedAt: new Date(), memberId: friend.id, name: 'Imran Khan', code: newCode() }
  await db
    .insertInto('seats')
    .values({ id: randomUUID(), orderId: sale.orderId, place: 1, expiresAt: new Date(), ...accepted })
    .execute()
  const { releaseId } = sale.project
  await db.insertInto('downloads').values({ memberId: friend.id, releaseId, times: 2 }).execute()
  await sendEvent('created', sale)
  const [order] = (await caseOf(sale.paymentId)).orders
  expect(order).toMatchObject({ downloads: [], seatDownloads: { people: 1, times: 2 } })
  const { body } = await app.app.inject({
    url: `/api/admin/disputes/${await idOf(sale.paymentId)}/evidence`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(body).toContain("Downloaded 2 times by 1 member of the buyer's team")
  expect(body).not.toContain('Not downloaded.')
  expect(body).not.toContain('Imran')
})
