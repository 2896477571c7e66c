import { beforeEach, describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { repetitions } from '../../../test/long.ts'
import { aMember, anAdmin, deactivate } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  balanceOf,
  buyAndPay,
  type Buyer,
  collectWebhooks,
  balancedLedger,
  source,
} from '../../../test/orders.ts'
import { payoutsIn } from '../../../test/payouts.ts'
import { refundBy } from '../../../test/refunds.ts'
import { ledgerFaults } from '../ledger/service.ts'
import { accounts } from '../ledger/shares.ts'

const app = await startApp()
const { db } = app
beforeEach(() => void collectWebhooks(app))
const { sale, asked, byStaff } = payoutsIn(app)
const boss = await anAdmin(app)

const referredBy = (id: string, referredBy: string | null) =>
  db.updateTable('members').set({ referredBy }).where('id', '=', id).execute()
const buys = async (buyer: Pick<Buyer, 'api'>) => {
  const owner = await aBuyer(app)
  await buyAndPay(app, buyer, source(await aListing(db, owner.id, 100_000)))
}
const commission = ({ id }: { id: string }) => balanceOf(db, accounts.commission(id))
/** The number of repetitions of each test of a rule about commission. */
const rounds = repetitions(100)
const anAgent = async () => {
  const agent = await aBuyer(app)
  await boss.api.staffMembers.setAgent({ params: { id: agent.id }, body: { isAgent: true } })
  return agent
}

describe('commission', () => {
  test('goes to whose code was typed at sign-up, 10% of each purchase', async () => {
    const referrer = await aMember(app)
    const buyer = await aMember(app, { referralCode: referrer.user.referralCode.toLowerCase() })
    await buys(buyer)
    await buys(buyer)
    expect(await commission(referrer)).toBe(20_000)
  })

  test(`D11: of ${rounds} orders each stays with who referred its buyer when it was made`, async () => {
    for (let round = 0; round < rounds; round++) {
      const [first, second] = [await aBuyer(app), await aBuyer(app)]
      const buyer = await aBuyer(app, { referredBy: first.id })
      await buys(buyer)
      await referredBy(buyer.id, second.id)
      expect([await commission(first), await commission(second)]).toEqual([10_000, 0])
    }
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test(`D11: ${rounds} times it is nobody’s where two referred each other, or three in a circle`, async () => {
    for (let round = 0; round < rounds; round++) {
      const [a, b, c] = [await aBuyer(app), await aBuyer(app), await aBuyer(app)]
      await referredBy(a.id, b.id)
      await referredBy(b.id, a.id)
      for (const one of [a, b]) await buys(one)
      expect([await commission(a), await commission(b)]).toEqual([0, 0])
      await referredBy(a.id, b.id)
      await referredBy(b.id, c.id)
      await referredBy(c.id, a.id)
      for (const one of [a, b, c]) await buys(one)
      expect(await Promise.all([a, b, c].map(commission))).toEqual([0, 0, 0])
      // A member who only signed up with the code of a member of a circle is not part of it.
      await buys(await aBuyer(app, { referredBy: a.id }))
      expect(await commission(a)).toBe(10_000)
    }
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('is never one’s own, and not of an account that is closed', async () => {
    const [owner, closed] = [await aBuyer(app), await aBuyer(app)]
    await expect(referredBy(owner.id, owner.id)).rejects.toThrow('check')
    await deactivate(db, closed.id)
    await buys(await aBuyer(app, { referredBy: closed.id }))
    expect(await commission(closed)).toBe(0)
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test(`D11: ${rounds} times it waits for 7 days, is payable then, and is taken back once when the purchase is refunded`, async () => {
    const admin = await anAdmin(app)
    for (let round = 0; round < rounds; round++) {
      const [referrer, owner] = [await aBuyer(app), await aBuyer(app)]
      const { buyer, of } = await sale(owner, 100_000, { daysAgo: 6, referredBy: referrer.id })
      const payable = async () => (await referrer.api.payouts.mine({ query: {} })).balance
      expect(await payable()).toMatchObject({ payable: 0, held: 100 })
      const { refund } = await buyer.api.refundRequests.ask({ ...of, body: { reason: 'It does not run.' } })
      const decide = { params: { id: refund.request!._id }, body: { decision: 'approve' as const } }
      await Promise.allSettled([1, 2, 3].map(() => admin.api.refundRequests.decide(decide)))
      expect(await payable()).toMatchObject({ payable: 0, held: 0 })
      await sale(owner, 100_000, { daysAgo: 8, referredBy: referrer.id })
      expect(await payable()).toMatchObject({ payable: 100, held: 0 })
    }
  })
})

describe('an agent', () => {
  test('sees each sale with what became of its commission, newest first, page by page and as a file', async () => {
    const [agent, owner] = [await anAgent(), await aBuyer(app)]
    const sold = (rupees: number, daysAgo: number) =>
      sale(owner, rupees * 100, { daysAgo, referredBy: agent.id })
    await sold(6000, 30)
    await sold(900, 20)
    await sold(100, 2)
    const { buyer, of } = await sold(700, 1)
    const { act, pay, admin } = await byStaff()
    await refundBy(admin, { buyer, of })
    const read = async (query = {}) => (await agent.api.referrals.sales({ query })).sales
    const states = async () => (await read()).map(({ commission, state }) => [commission, state])
    const open = [
      [70, 'reversed'],
      [10, 'pending'],
      [90, 'payable'],
    ]
    expect(await states()).toEqual([...open, [600, 'payable']])
    const payout = await asked(agent, 600)
    await act('approve', [payout._id])
    expect(await states()).toEqual([...open, [600, 'payable']])
    await pay(payout.number, 'UTR-AGENT')
    expect(await states()).toEqual([...open, [600, 'paid']])
    expect(await read({ page: 2, limit: 3 })).toMatchObject([
      { projectTitle: 'Library Desk', amount: 6000, commission: 600, state: 'paid' },
    ])
    const lines = (await (await agent.api.referrals.salesFile()).text()).trim().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toBe('Date,Project,Amount in rupees,Commission in rupees,Status')
    expect(lines[4]).toMatch(/^\d{4}-\d\d-\d\d,Library Desk,6000\.00,600\.00,paid$/)
  })

  test('is known as one by the next call, and no longer once staff ended it', async () => {
    const member = await aBuyer(app)
    const isAgent = async () => (await member.api.referrals.mine({ query: {} })).isAgent
    expect(await isAgent()).toBe(false)
    await boss.api.staffMembers.setAgent({ params: { id: member.id }, body: { isAgent: true } })
    expect(await isAgent()).toBe(true)
  })

  test('sees only what those bought whom they referred; who is no agent sees no sales', async () => {
    const [agent, other, member] = [await anAgent(), await anAgent(), await aBuyer(app)]
    await sale(await aBuyer(app), 100_000, { referredBy: other.id })
    expect((await agent.api.referrals.sales({ query: {} })).sales).toEqual([])
    await expect(member.api.referrals.sales({ query: {} })).rejects.toMatchObject({ status: 404 })
    await expect(member.api.referrals.salesFile()).rejects.toMatchObject({ status: 404 })
  })
})
