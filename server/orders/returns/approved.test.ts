import { beforeEach, describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { anAdmin, mailsTo } from '../../../test/makers.ts'
import {
  aBuyer,
  balanceOf,
  collectWebhooks,
  balancedLedger,
  atGateway,
  returnedAtGateway,
} from '../../../test/orders.ts'
import { refundsIn } from '../../../test/refunds.ts'
import { ledgerFaults, postPayout } from '../../money/ledger/service.ts'
import { accounts, sharesOf } from '../../money/ledger/shares.ts'
import { sendRefunds } from './send.ts'

const app = await startApp()
const { db, dependencies } = app
const admin = await anAdmin(app)
beforeEach(() => void collectWebhooks(app))
const { asked, bought, statusOf } = refundsIn(app)
const balance = (account: string) => balanceOf(db, account)

const approve = { decision: 'approve' as const }
const decline = { decision: 'decline' as const, note: 'It runs on our machine as the README says.' }

/** Posts an approved payout, which debits a member's balance. */
const aPayoutOf = (memberId: string, amountPaise: number) =>
  db.transaction().execute(async (trx) => {
    const id = crypto.randomUUID()
    const approvedAt = new Date()
    await trx
      .insertInto('payouts')
      .values({ id, memberId, amountPaise, method: 'upi', masked: '', status: 'approved', approvedAt })
      .execute()
    await postPayout(trx, id, { [accounts.owner(memberId)]: amountPaise })
  })

describe('an approved refund', () => {
  test('takes back in one go what owner, referrer and platform earned, the download, the review and the sale', async () => {
    const purchase = await asked()
    const { seller, referrer, buyer, project, at } = purchase
    const fees = await balance(accounts.fees)
    const { owner, referrer: commission, platform } = sharesOf(49_900, { referred: true })
    expect(await balance(accounts.owner(seller.id))).toBe(owner)
    expect(await balance(accounts.commission(referrer.id))).toBe(commission)
    await buyer.api.reviews.write({
      params: { id: project.id },
      body: { rating: 1, text: 'It does not run' },
    })
    const clearing = await balance(accounts.clearing('sandbox'))
    await admin.api.refundRequests.decide({ ...at, body: approve })
    expect(await balance(accounts.owner(seller.id))).toBe(0)
    expect(await balance(accounts.commission(referrer.id))).toBe(0)
    expect(await balance(accounts.fees)).toBe(fees - platform)
    expect(await balance(accounts.refundsDue)).toBeGreaterThanOrEqual(49_900)
    expect(await statusOf(purchase)).toBe('refunded')
    await expect(
      buyer.api.downloads.archive({ params: { id: project.id }, query: {} }),
    ).rejects.toMatchObject({
      status: 403,
    })
    const { project: shown } = await app.api.projects.get({ params: { id: project.id } })
    expect(shown).toMatchObject({ rating: 0, reviews: 0, salesCount: 0 })
    expect((await app.api.reviews.list({ params: { id: project.id } })).reviews).toEqual([])
    await sendRefunds(dependencies)
    expect(await balance(accounts.clearing('sandbox'))).toBeGreaterThanOrEqual(clearing + 49_900)
    expect(await balance(accounts.refundsDue)).toBe(0)
    expect((await buyer.api.refundRequests.get(purchase.of)).refund.money).toMatchObject({
      status: 'returned',
      amount: 499,
    })
    const [approved] = mailsTo(app, buyer.email, 'refund')
    expect(approved!.subject).toMatch(/^Your refund is approved: order RM-/)
    expect(approved!.text).not.toContain('What you can still do')
    expect(mailsTo(app, seller.email, 'refund-of-sale')).toHaveLength(2)
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
    const again = await bought(buyer, project)
    expect(again.params.id).not.toBe(purchase.of.params.id)
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('approved 50 times at once, among declines and a change of mind, ends once and pays back at most once', async () => {
    for (const others of [0, 10]) {
      const purchase = await asked()
      const { at, buyer, of } = purchase
      const decisions = await Promise.allSettled([
        ...Array.from({ length: 50 }, () => admin.api.refundRequests.decide({ ...at, body: approve })),
        ...Array.from({ length: others }, () => admin.api.refundRequests.decide({ ...at, body: decline })),
        ...(others > 0 ? [buyer.api.refundRequests.withdraw(of)] : []),
      ])
      expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await Promise.all(Array.from({ length: 10 }, () => sendRefunds(dependencies)))
      const { paymentId } = (await buyer.api.orders.get(of)).order
      const paid = await returnedAtGateway(app, (await atGateway(db, paymentId)).gatewayPaymentId)
      const isRefunded = (await statusOf(purchase)) === 'refunded'
      expect(paid).toEqual(isRefunded ? [49_900] : [])
      if (others === 0) expect(isRefunded).toBe(true)
      expect(await ledgerFaults(db)).toEqual(balancedLedger)
    }
  })

  test('of what was paid out already leaves a debt, which later sales fill', async () => {
    const { seller, project, at } = await asked()
    const own = accounts.owner(seller.id)
    await aPayoutOf(seller.id, 39_920)
    expect(await balance(own)).toBe(0)
    await admin.api.refundRequests.decide({ ...at, body: approve })
    expect(await balance(own)).toBe(-39_920)
    await bought(await aBuyer(app), project)
    expect(await balance(own)).toBe(0)
    await bought(await aBuyer(app), project)
    expect(await balance(own)).toBe(39_920)
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })
})
