import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aColleague, anAdmin } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  buyAndPay,
  balancedLedger,
  collectWebhooks,
  source,
  soldDaysAgo,
} from '../../../test/orders.ts'
import { payoutsIn } from '../../../test/payouts.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { recallJobs } from '../jobs.ts'

const app = await startApp()
const { db, jobs, mails } = app
collectWebhooks(app)
await jobs.work(recallJobs(app.dependencies))
const boss = await anAdmin(app)
const [first, second] = [await aColleague(app, boss), await aColleague(app, boss)]
type Staff = Pick<typeof boss, 'id' | 'api'>

/** A listing of ₹2,000 with a buyer for each of these ages of a sale, in days. */
async function sold(...days: number[]) {
  const owner = await aBuyer(app)
  const project = await aListing(db, owner.id, 200_000, { title: 'Hostel Desk' })
  const buyers = []
  for (const age of days) {
    const buyer = await aBuyer(app)
    const { orders } = await buyAndPay(app, buyer, source(project))
    const orderId = orders[0]!._id
    await soldDaysAgo(db, orderId, age)
    const status = async () => (await buyer.api.orders.get({ params: { id: orderId } })).order.status
    buyers.push({ ...buyer, status })
  }
  const params = { id: project.id, number: '1' }
  const recall = ({ api }: Staff, refund = true) =>
    api.recalls.recall({
      params,
      body: { reason: 'It steals passwords', instructions: 'Delete it.', refund },
    })
  const release = async ({ api }: Staff) => (await api.recalls.list({ params })).releases[0]!
  return { owner, project, buyers, params, recall, release }
}
const mailText = ({ email }: { email: string }, kind: string) =>
  mails
    .filter(({ to, kind: of }) => to === email && of === kind)
    .map(({ text }) => text.replaceAll('\n', ' '))
    .join(' ')
const entriesOf = async (action: string) => {
  const { entries } = await boss.api.audit.list({ query: { search: action } })
  return entries.filter((entry) => entry.action === action).map(({ isAlone, after }) => ({ isAlone, after }))
}
const toDo = async () => (await boss.api.dashboard.toDo()).toDo.recallRefunds

test('one admin recalls at once; recent sales go back, and those beyond the refund days wait until another confirms them', async () => {
  const { owner, project, buyers, params, recall, release } = await sold(60, 3)
  const [old, recent] = buyers as [(typeof buyers)[0], (typeof buyers)[0]]
  expect(await release(first)).toMatchObject({ paid: 2, finalSales: 1, recall: null })
  const { releases, needsSecondPerson } = await recall(first)
  expect(needsSecondPerson).toBe(true)
  expect(releases[0]!.recall).toMatchObject({
    unconfirmed: { refunds: 1, amount: 2000, by: 'Ravi' },
    allowed: ['withdraw'],
  })
  await expect(app.api.projects.get({ params })).rejects.toMatchObject({ status: 404 })
  await Promise.all([1, 2].map(() => jobs.run()))
  expect([await old.status(), await recent.status()]).toEqual(['completed', 'refunded'])
  expect((await release(first)).recall).toMatchObject({ notified: 2, refunded: 1, waiting: 0 })
  expect(mailText(recent, 'recall')).toContain('You get your money back')
  expect(mailText(old, 'recall')).toContain('still have to decide whether you get your money back')
  expect(mailText(old, 'recall')).not.toContain('You get your money back')
  expect(mailText(owner, 'recall-of-own')).toContain('1 sale of it is refunded')
  expect(mailText(owner, 'recall-of-own')).toContain('still have to decide about 1 earlier sale')
  expect(await toDo()).toEqual({
    count: 1,
    amount: 2000,
    oldest: { _id: project.id, title: 'Hostel Desk', since: expect.stringMatching(/^20/) },
  })

  await expect(first.api.recalls.refund({ params })).rejects.toMatchObject({ code: 'not_allowed' })
  expect((await release(second)).recall!.allowed).toEqual(['confirm', 'withdraw'])
  const both = await Promise.allSettled([1, 2].map(() => second.api.recalls.refund({ params })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await Promise.all([1, 2].map(() => jobs.run()))
  expect(await old.status()).toBe('refunded')
  expect(mailText(old, 'refund')).toContain('₹2,000')
  expect((await release(first)).recall).toMatchObject({ refunded: 2, waiting: 0, unconfirmed: null })
  expect((await toDo()).count).toBe(0)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
  expect(await entriesOf('recall release')).toMatchObject([
    { isAlone: false, after: { refunds: true, refunded: 1, waiting: 1 } },
  ])
  expect(await entriesOf('confirm refunds of recall')).toMatchObject([
    { isAlone: false, after: { refunded: 1 } },
  ])
})

test('what was paid out to the owner waits too, however recently it was sold; what their balance still has does not', async () => {
  const { owner, buyers, recall } = await sold(20, 8)
  const [paidOut, left] = buyers as [(typeof buyers)[0], (typeof buyers)[0]]
  const { _id } = await payoutsIn(app).asked(owner, 1600)
  await first.api.payouts.act({ body: { action: 'approve', ids: [_id] } })
  // Both within the refund days now: of two shares the balance has one.
  await soldDaysAgo(db, owner.id, 0)
  await recall(first)
  await jobs.run()
  expect([await paidOut.status(), await left.status()].toSorted()).toEqual(['completed', 'refunded'])
  expect((await toDo()).count).toBe(1)
})

test('a super admin refunds all at once, and the audit log says that one person decided it', async () => {
  const { buyers, recall, release } = await sold(60, 3)
  expect((await recall(boss)).releases[0]!.recall).toMatchObject({ unconfirmed: null, allowed: [] })
  await jobs.run()
  for (const { status } of buyers) expect(await status()).toBe('refunded')
  expect((await release(boss)).recall).toMatchObject({ refunded: 2, waiting: 0 })
  expect((await entriesOf('recall release'))[0]).toMatchObject({ isAlone: true, after: { refunded: 2 } })
})

test('what waits can be withdrawn by one person, and be decided anew', async () => {
  const { buyers, params, recall, release } = await sold(60)
  await recall(first)
  await jobs.run()
  await second.api.recalls.withdraw({ params })
  await jobs.run()
  expect(await buyers[0]!.status()).toBe('completed')
  expect((await release(second)).recall).toMatchObject({ refunds: false, allowed: ['refund'] })
  await expect(second.api.recalls.withdraw({ params })).rejects.toMatchObject({ code: 'conflict' })
  await second.api.recalls.refund({ params })
  await jobs.run()
  expect(await buyers[0]!.status()).toBe('completed')
  await first.api.recalls.refund({ params })
  await jobs.run()
  expect(await buyers[0]!.status()).toBe('refunded')
})
