import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aPublishedProject } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  buyAndPay,
  cartOf,
  changePrice,
  collectWebhooks,
  pay,
  report,
  source,
} from '../../../test/orders.ts'

const app = await startApp()
beforeEach(() => void collectWebhooks(app))
const owner = await aMember(app)
const admin = await anAdmin(app)
const of = ({ _id }: { _id: string }) => ({ params: { id: _id } })
const shown = async (project: { _id: string }) => (await app.api.projects.get(of(project))).project
let count = 0

/** Buys a project of the owner with a coupon of a percentage, or without, and reviews it. */
async function reviewed(project: { _id: string }, percent: number, rating: number) {
  const code = percent > 0 ? `DISCOUNT${count++}` : undefined
  if (code) await owner.api.coupons.create({ body: { code, percent } })
  const buyer = await aMember(app)
  const body = { ...cartOf(source({ id: project._id })), ...(code && { coupon: code }) }
  const { payment } = await buyer.api.orders.checkout({ body })
  await pay(app, buyer, payment)
  const { review } = await buyer.api.reviews.write({ ...of(project), body: { rating, text: 'I read it.' } })
  return { buyer, review }
}

test('a review of what was bought for less than a quarter of its price is shown, marked, and makes no average', async () => {
  const project = await aPublishedProject(app, { owner, admin, price: 400 })
  const { review } = await reviewed(project, 76, 5)
  expect(review).toMatchObject({ isDiscounted: true, isFree: false })
  for (let gift = 0; gift < 2; gift++)
    expect((await reviewed(project, 99, 5)).review).toMatchObject({ isDiscounted: true })
  expect(await shown(project)).toMatchObject({ rating: 0, reviews: 0 })
  const counted = await reviewed(project, 75, 2)
  expect(counted.review).toMatchObject({ isDiscounted: false })
  await reviewed(project, 0, 1)
  expect(await shown(project)).toMatchObject({ rating: 1.5, reviews: 2 })
  const { reviews, distribution, free } = await app.api.reviews.list(of(project))
  expect(reviews.map(({ isDiscounted }) => isDiscounted)).toEqual([false, false, true, true, true])
  expect(distribution).toEqual([1, 1, 0, 0, 0])
  expect(free).toEqual({ count: 0, rating: 0 })
})

test('what a coupon made free is bought at a discount, what has no price is free', async () => {
  const project = await aPublishedProject(app, { owner, admin, price: 400 })
  const { review, buyer } = await reviewed(project, 100, 5)
  expect(review).toMatchObject({ isDiscounted: true, isFree: false })
  expect((await app.api.reviews.list(of(project))).free).toEqual({ count: 0, rating: 0 })
  await buyer.api.reviews.edit({ ...of(project), body: { rating: 4, text: 'I read it again.' } })
  expect(await shown(project)).toMatchObject({ rating: 0, reviews: 0 })
  const free = await aPublishedProject(app, { owner, admin, price: 0 })
  expect((await reviewed(free, 0, 5)).review).toMatchObject({ isDiscounted: false, isFree: true })
})

test('staff hide and show such a review without a change of the average', async () => {
  const project = await aPublishedProject(app, { owner, admin, price: 400 })
  await reviewed(project, 0, 4)
  const { review } = await reviewed(project, 90, 1)
  const decide = (decision: 'keep' | 'hide') =>
    admin.api.moderation.decideReview({ params: { id: review._id }, body: { decision, reason: 'Spam' } })
  for (const decision of ['hide', 'keep'] as const) {
    await decide(decision)
    expect(await shown(project)).toMatchObject({ rating: 4, reviews: 1 })
  }
  const { reviews } = await admin.api.moderation.reviews({ query: { state: 'all' } })
  expect(reviews.find(({ _id }) => _id === review._id)).toMatchObject({ isDiscounted: true })
})

test('the part is a setting, which holds for purchases from then on', async () => {
  const project = await aPublishedProject(app, { owner, admin, price: 400 })
  await reviewed(project, 50, 5)
  const { fees } = (await admin.api.settings.get()).settings
  await admin.api.settings.fees({
    query: { version: fees.version },
    body: { ...fees.value, reviewPercent: 60 },
  })
  await reviewed(project, 50, 1)
  expect(await shown(project)).toMatchObject({ rating: 5, reviews: 1 })
})

test('whether it ran counts for nobody who paid so little either', async () => {
  const project = await aPublishedProject(app, { owner, admin, price: 400 })
  const { buyer } = await reviewed(project, 90, 5)
  const { orders } = await buyer.api.orders.mine({ query: {} })
  await buyer.api.downloads.archive({ ...of(project), query: {} })
  await buyer.api.runAnswers.set({ params: { id: orders[0]!._id }, body: { ran: true } })
  const { runs } = await owner.api.runAnswers.received(of(project))
  expect(runs).toEqual({ ran: 0, of: 0, freeRan: 0, freeOf: 0 })
})

test('who paid ₹1 for what costs more, then or now, makes no average, no sale and no rank', async () => {
  const project = await aPublishedProject(app, { owner, admin, price: 1 })
  for (let buyer = 0; buyer < 3; buyer++) await reviewed(project, 0, 5)
  expect(await shown(project)).toMatchObject({ rating: 5, reviews: 3, salesCount: 3 })
  await changePrice(owner, project._id, 400)
  expect(await shown(project)).toMatchObject({ rating: 0, reviews: 0, salesCount: 0 })
  const { reviews, distribution } = await app.api.reviews.list(of(project))
  expect(reviews.map(({ isDiscounted }) => isDiscounted)).toEqual([true, true, true])
  expect(distribution).toEqual([0, 0, 0, 0, 0])
  await reviewed(project, 0, 2)
  expect(await shown(project)).toMatchObject({ rating: 2, reviews: 1, salesCount: 1 })
})

test('a price that goes down after the approval makes no reputation', async () => {
  const project = await aPublishedProject(app, { owner, admin, price: 400 })
  await changePrice(owner, project._id, 1)
  await reviewed(project, 0, 5)
  expect(await shown(project)).toMatchObject({ rating: 0, reviews: 0, salesCount: 0 })
})

test('reports for ₹1 make no sale and no rank of the project that they are about', async () => {
  const project = await aListing(app.db, owner.id, 40_000, { reportPricePaise: 100 })
  for (let buyer = 0; buyer < 3; buyer++) await buyAndPay(app, await aBuyer(app), report(project))
  expect(await shown({ _id: project.id })).toMatchObject({ salesCount: 0 })
  await buyAndPay(app, await aBuyer(app), source(project))
  expect(await shown({ _id: project.id })).toMatchObject({ salesCount: 1 })
})

test('an approval at a lower price counts those who paid a quarter of it', async () => {
  const project = await aPublishedProject(app, { owner, admin, price: 400 })
  await changePrice(owner, project._id, 50)
  await reviewed(project, 0, 3)
  expect(await shown(project)).toMatchObject({ rating: 0, reviews: 0, salesCount: 0 })
  await owner.api.projects.ownerUpdate({ ...of(project), body: { title: 'Hospital Desk' } })
  await admin.api.projects.update({ ...of(project), body: { verificationStatus: 'approved' } })
  expect(await shown(project)).toMatchObject({ rating: 3, reviews: 1, salesCount: 1 })
})

test('what is free for everybody has ratings, and counts in no sales', async () => {
  const project = await aPublishedProject(app, { owner, admin, price: 0 })
  await reviewed(project, 0, 5)
  expect(await shown(project)).toMatchObject({ salesCount: 0, reviews: 0 })
  expect((await app.api.reviews.list(of(project))).free).toEqual({ count: 1, rating: 5 })
})

test('sales of the same project at the same time are all counted', async () => {
  const project = await aPublishedProject(app, { owner, admin, price: 400 })
  await Promise.all(Array.from({ length: 8 }, () => reviewed(project, 0, 5)))
  expect(await shown(project)).toMatchObject({ salesCount: 8, reviews: 8 })
})

test('a sale of what sells well costs no call of a function for each earlier sale', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain verbose select * from reputation_of(${owner.id}::uuid)`.execute(app.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('amount_paise')
  expect(plan).not.toContain('counts_for_reputation')
})
