import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'

import type { Api } from '#contract/client.ts'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject, aPublishedProject } from '../../test/makers.ts'
import {
  aBuyer,
  aListing,
  type Buyer,
  cartOf,
  collectWebhooks,
  postWebhook,
  source,
} from '../../test/orders.ts'
import { refundsIn } from '../../test/refunds.ts'
import { timePasses } from '../../test/time.ts'

const app = await startApp()
const webhooks = collectWebhooks(app)
const { asked } = refundsIn(app)

/** Makes a purchase and pays for it at the sandbox gateway. */
async function buys(buyer: Pick<Buyer, 'api'>, project: { id: string }) {
  const { payment } = await buyer.api.orders.checkout({ body: cartOf(source(project)) })
  if (payment.gateway) {
    const params = { orderId: payment.gateway.orderId }
    await app.api.sandbox.pay({ params, body: { outcome: 'succeed' } })
    await postWebhook(app, webhooks.pop()!)
  }
  return payment.orders[0]!
}
const reviews = (buyer: Pick<Buyer, 'api'>, project: { id: string }, rating: number) =>
  buyer.api.reviews.write({ params: { id: project.id }, body: { rating, text: 'It runs.' } })
const referrals = (api: Api) => api.referrals.mine({ query: {} })

test('a new member has figures of nothing, and the sign-up as the only thing that happened', async () => {
  const member = await aMember(app)
  expect(await member.api.profile.overview()).toEqual({
    success: true,
    stats: { totalDownloads: 0, avgRating: null, reviews: 0, commission: 0 },
    completion: {
      percent: 25,
      done: ['name', 'phone'],
      missing: ['college', 'course', 'year', 'address', 'picture', 'socialMedia'],
    },
    recentActivity: [{ kind: 'signed_up', at: member.user.createdAt }],
  })
  expect(await member.api.profile.counts()).toEqual({ success: true, projects: 0, orders: 0, referrals: 0 })
})

test('the profile is complete when all that it asks for is there, and a part of an address is no address', async () => {
  const { api, id } = await aMember(app, { college: 'IIT Madras', course: 'B.Tech', year: '3rd Year' })
  const completion = async () => (await api.profile.overview()).completion
  expect((await completion()).percent).toBe(63)
  await api.accounts.updateProfile({
    body: { address: { street: '1 MG Road', city: 'Bengaluru', state: 'Karnataka' }, socialMedia: {} },
  })
  expect((await completion()).missing).toEqual(['address', 'picture', 'socialMedia'])
  await api.accounts.updateProfile({
    body: { address: { pincode: '560001' }, socialMedia: { linkedin: 'https://linkedin.com/in/asha' } },
  })
  await app.db.updateTable('members').set({ profilePicture: uuid() }).where('id', '=', id).execute()
  expect(await completion()).toMatchObject({ percent: 100, missing: [] })
})

test('downloads and ratings are those of all own projects, each review counting the same', async () => {
  const [owner, stranger] = [await aMember(app), await aMember(app)]
  const [one, other] = [await aListing(app.db, owner.id, 100), await aListing(app.db, owner.id, 100)]
  const [first, second] = [await aBuyer(app), await aBuyer(app)]
  for (const [buyer, project, rating] of [
    [first, one, 5],
    [second, one, 5],
    [first, other, 2],
  ] as const) {
    await buys(buyer, project)
    await reviews(buyer, project, rating)
  }
  await app.db.updateTable('projects').set({ downloadCount: 3 }).where('id', '=', one.id).execute()
  await app.db.updateTable('projects').set({ downloadCount: 4 }).where('id', '=', other.id).execute()
  expect((await owner.api.profile.overview()).stats).toEqual({
    totalDownloads: 7,
    avgRating: 4,
    reviews: 3,
    commission: 0,
  })
  expect((await stranger.api.profile.overview()).stats).toMatchObject({ totalDownloads: 0, reviews: 0 })
  expect(await owner.api.profile.counts()).toMatchObject({ projects: 2, orders: 0 })
  expect(await first.api.profile.counts()).toMatchObject({ projects: 0, orders: 2 })
})

test('commission is what the ledger says of paid purchases: in all, this month in India, and by each friend', async () => {
  const [referrer, owner] = [await aMember(app), await aMember(app)]
  const dear = await aListing(app.db, owner.id, 49_990)
  const free = await aListing(app.db, owner.id, 0)
  const friend = await aMember(app, { name: 'Ravi Kumar Menon', referralCode: referrer.user.referralCode })
  const idle = await aMember(app, { name: 'Zoya', referralCode: referrer.user.referralCode })
  await buys(friend, dear)
  await buys(friend, free)
  await buys(await aBuyer(app), dear)
  expect(await referrals(referrer.api)).toEqual({
    success: true,
    referralCode: referrer.user.referralCode,
    isAgent: false,
    totalCommission: 49.99,
    thisMonth: 49.99,
    referrals: [
      { id: idle.id, referredUser: 'Zoya', date: idle.user.createdAt, status: 'pending', commission: 0 },
      {
        id: friend.id,
        referredUser: 'Ravi M.',
        date: friend.user.createdAt,
        status: 'active',
        commission: 49.99,
      },
    ],
    pagination: { page: 1, limit: 10, total: 2, pages: 1 },
  })
  expect((await referrer.api.profile.overview()).stats.commission).toBe(49.99)
  expect(await referrer.api.profile.counts()).toMatchObject({ referrals: 2 })
  expect(await referrals(friend.api)).toMatchObject({ totalCommission: 0, referrals: [] })
})

test('this month begins at midnight in India, and a refund takes its commission back', async () => {
  const [referrer, owner] = [await aMember(app), await aMember(app)]
  const friend = await aMember(app, { referralCode: referrer.user.referralCode })
  const inIndia = new Date(Date.now() + 5.5 * 3600_000)
  const monthBegan = Date.UTC(inIndia.getUTCFullYear(), inIndia.getUTCMonth()) - 5.5 * 3600_000
  const earns = async (at: number, paise: number, { orderId = '', kind = 'sale' } = {}) => {
    orderId ||= (
      await friend.api.orders.checkout({
        body: cartOf(source(await aListing(app.db, owner.id, 1000))),
      })
    ).payment.orders[0]!.id
    const id = uuid()
    await app.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('ledgerTransactions')
        .values({ id, kind, orderId, happenedAt: new Date(at) })
        .execute()
      const entry = (account: string, amountPaise: number) => ({ transactionId: id, account, amountPaise })
      const entries = [entry(`member:${referrer.id}:commission`, paise), entry('platform:fees', -paise)]
      await trx.insertInto('ledgerEntries').values(entries).execute()
    })
    return orderId
  }
  await earns(monthBegan - 1000, 3000)
  expect(await referrals(referrer.api)).toMatchObject({ totalCommission: 30, thisMonth: 0 })
  const orderId = await earns(monthBegan, 1000)
  expect(await referrals(referrer.api)).toMatchObject({ totalCommission: 40, thisMonth: 10 })
  await earns(monthBegan + 1, -1000, { orderId, kind: 'refund' })
  expect(await referrals(referrer.api)).toMatchObject({
    totalCommission: 30,
    thisMonth: 0,
    referrals: [{ commission: 30, status: 'active' }],
  })
})

test('what happened is real, newest first, and tells no names but the first', async () => {
  const admin = await anAdmin(app)
  const owner = await aMember(app)
  const project = await aPublishedProject(app, { owner, admin, price: 100, title: 'Bus Pass Desk' })
  const about = { title: 'Bus Pass Desk', projectId: project._id }
  await aMember(app, { name: 'Ravi Kumar', referralCode: owner.user.referralCode })
  const friend = await aMember(app)
  await buys(friend, { id: project._id })
  await reviews(friend, { id: project._id }, 4)
  const kindsOf = async (api: Api) =>
    (await api.profile.overview()).recentActivity.map((event) => ({ ...event, at: undefined }))
  expect(await kindsOf(owner.api)).toEqual([
    { kind: 'review_received', rating: 4, ...about },
    { kind: 'project_sold', amount: 100, ...about },
    { kind: 'referral_joined', name: 'Ravi K.' },
    { kind: 'project_decided', status: 'approved', release: 1, ...about },
    { kind: 'project_listed', ...about },
    { kind: 'signed_up' },
  ])
  expect(await kindsOf(friend.api)).toEqual([
    { kind: 'review_written', rating: 4, ...about },
    { kind: 'order_completed', amount: 100, ...about },
    { kind: 'signed_up' },
  ])
  const referrer = await aMember(app)
  const sold = { id: project._id }
  await buys(await aBuyer(app, { referredBy: referrer.id }), sold)
  expect((await kindsOf(referrer.api))[0]).toEqual({ kind: 'commission_earned', amount: 10 })
  const body = { verificationStatus: 'needs_changes' as const, verificationNotes: 'No README' }
  await admin.api.projects.update({ params: { id: project._id }, body })
  expect((await kindsOf(owner.api))[0]).toEqual({
    kind: 'project_decided',
    status: 'needs_changes',
    release: 1,
    ...about,
  })
  for (let more = 0; more < 12; more++) await aProject(owner, { title: `Project ${more}` })
  const newest = await kindsOf(owner.api)
  expect(newest.map(({ title }) => title)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Project ${11 - index}`),
  )
})

test('a sale that was refunded is told as that, to its owner, its buyer and who referred them', async () => {
  const staff = await anAdmin(app)
  const purchase = await asked()
  const { seller, buyer, referrer, project, at } = purchase
  const kept = await aBuyer(app)
  await buys(kept, project)
  await staff.api.refundRequests.decide({ ...at, body: { decision: 'approve' } })
  const told = async ({ api }: { api: Api }) =>
    (await api.profile.overview()).recentActivity
      .filter(({ amount }) => amount !== undefined)
      .map(({ kind, amount, more }) => ({ kind, amount, more }))
  expect(await told(seller)).toEqual([
    { kind: 'sale_refunded', amount: 499 },
    { kind: 'project_sold', amount: 499 },
  ])
  expect(await told(buyer)).toEqual([{ kind: 'order_refunded', amount: 499 }])
  expect(await told(referrer)).toEqual([])
})

test('what was bought on one day is told as one thing, and leaves room for what else happened', async () => {
  const [owner, buyer] = [await aBuyer(app), await aBuyer(app)]
  const titles = Array.from({ length: 12 }, (_, n) => `Project ${n}`)
  const sold: { id: string }[] = []
  for (const title of titles) sold.push(await aListing(app.db, owner.id, 10_000, { title }))
  for (const project of sold.slice(0, 11)) await buys(buyer, project)
  await reviews(buyer, sold[3]!, 5)
  await buys(buyer, sold[11]!)
  const told = (await buyer.api.profile.overview()).recentActivity
  expect(told).toMatchObject([
    { kind: 'order_completed', title: 'Project 11', more: 11, amount: 1200 },
    { kind: 'review_written', title: 'Project 3' },
    { kind: 'signed_up' },
  ])
  await timePasses(app.db, '2 days', 'orders', { projectId: sold[0]!.id })
  expect((await buyer.api.profile.overview()).recentActivity.at(-1)).toMatchObject({
    kind: 'order_completed',
    title: 'Project 0',
    amount: 100,
  })
})

test('referrals and orders come in pages; orders are found by title and id', async () => {
  const referrer = await aMember(app)
  const owner = await aMember(app)
  for (let index = 0; index < 3; index++) await aBuyer(app, { referredBy: referrer.id })
  const page = await referrer.api.referrals.mine({ query: { page: 2, limit: 2 } })
  expect(page).toMatchObject({ pagination: { page: 2, total: 3, pages: 2 }, referrals: [{}] })

  const buyer = await aBuyer(app)
  const titles = ['Bus Pass Desk', '100% Quiz_App', 'Hostel Desk']
  const orders = []
  for (const title of titles) orders.push(await buys(buyer, await aListing(app.db, owner.id, 0, { title })))
  const found = async (query: { search?: string; page?: number; limit?: number }) => {
    const answer = await buyer.api.orders.mine({ query })
    return [answer.pagination.total, ...answer.orders.map(({ projectTitle }) => projectTitle)]
  }
  expect(await found({ search: 'desk' })).toEqual([2, 'Hostel Desk', 'Bus Pass Desk'])
  expect(await found({ search: '%' })).toEqual([1, '100% Quiz_App'])
  const { number } = orders[0]!
  for (const part of [number, number.toLowerCase(), number.slice(-6)])
    expect(await found({ search: part })).toEqual([1, 'Bus Pass Desk'])
  expect(await found({ search: '', limit: 2, page: 2 })).toEqual([3, 'Bus Pass Desk'])
  expect((await referrer.api.orders.mine({ query: { search: 'desk' } })).orders).toEqual([])
})

test('an order says what its payment is as a whole, also when the page shows only a part of it', async () => {
  const owner = await aMember(app)
  const buyer = await aBuyer(app)
  const items = [
    source(await aListing(app.db, owner.id, 10_000)),
    source(await aListing(app.db, owner.id, 5000)),
  ]
  await buyer.api.orders.checkout({ body: cartOf(...items) })
  const { orders } = await buyer.api.orders.mine({ query: { limit: 1 } })
  expect(orders).toMatchObject([{ payment: { amount: 150, orders: 2 } }])
})
