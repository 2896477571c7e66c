import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { anAdmin, actionsOn, mailsTo } from '../../../test/makers.ts'
import { aBuyer, aListing, buyAndPay, collectWebhooks, source } from '../../../test/orders.ts'
import { refundsIn, refundBy } from '../../../test/refunds.ts'

const app = await startApp()
collectWebhooks(app)
const admin = await anAdmin(app)
const { aPurchase } = refundsIn(app)

/** Creates a paid project with a review of 5 stars and one of 1 star, which `buyer` wrote. */
async function reviewed() {
  const purchase = await aPurchase()
  const { buyer, project } = purchase
  const other = await aBuyer(app)
  await buyAndPay(app, other, source(project))
  await other.api.reviews.write({ params: { id: project.id }, body: { rating: 5, text: 'Good' } })
  const { review } = await buyer.api.reviews.write({
    params: { id: project.id },
    body: { rating: 1, text: 'Call me on Telegram' },
  })
  return { ...purchase, other, review, at: { params: { id: project.id, review: review._id } } }
}
const hide = (id: string, reason = 'An advert') =>
  admin.api.moderation.decideReview({ params: { id }, body: { decision: 'hide', reason } })
const keep = (id: string) => admin.api.moderation.decideReview({ params: { id }, body: { decision: 'keep' } })
const spam = { reason: 'spam' as const, text: 'It sells something' }
const shown = async (id: string) => {
  const { reviews, distribution } = await app.api.reviews.list({ params: { id } })
  const { rating, reviews: count } = (await app.api.projects.get({ params: { id } })).project
  return { ids: reviews.map(({ _id }) => _id), distribution, rating, count }
}

test('a member reports a review once; staff see it first, with what was said', async () => {
  const { other, seller, review, at, project } = await reviewed()
  await other.api.complaints.sendAboutReview({ ...at, body: spam })
  await seller.api.complaints.sendAboutReview({
    ...at,
    body: { reason: 'other', text: 'Not a buyer of mine' },
  })
  await expect(other.api.complaints.sendAboutReview({ ...at, body: spam })).rejects.toMatchObject({
    status: 409,
    message: 'You have reported this review already',
  })
  const { reviews, reported } = await admin.api.moderation.reviews({ query: {} })
  expect(reported).toBeGreaterThanOrEqual(1)
  expect(reviews.find(({ _id }) => _id === review._id)).toMatchObject({
    projectTitle: project.title,
    rating: 1,
    hidden: null,
    complaints: [
      { reason: 'other', isOpen: true },
      { reason: 'spam', text: 'It sells something', isOpen: true },
    ],
  })
  const { reviews: all } = await admin.api.moderation.reviews({ query: { state: 'all' } })
  expect(all.findIndex(({ complaints }) => complaints.length === 0)).toBeGreaterThan(
    all.findIndex(({ _id }) => _id === review._id),
  )
})

test('nobody reports their own review, one that is not there, or without a reason; many at once count once', async () => {
  const { buyer, other, seller, at } = await reviewed()
  await expect(buyer.api.complaints.sendAboutReview({ ...at, body: spam })).rejects.toMatchObject({
    status: 403,
  })
  const another = await aListing(app.db, seller.id, 100)
  const wrong = { params: { ...at.params, id: another.id } }
  await expect(other.api.complaints.sendAboutReview({ ...wrong, body: spam })).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    other.api.complaints.sendAboutReview({ ...at, body: { reason: 'other' } }),
  ).rejects.toMatchObject({
    status: 400,
  })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => other.api.complaints.sendAboutReview({ ...at, body: spam })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a member reports at most 20 reviews a day', async () => {
  const { at, other } = await reviewed()
  const { review } = at.params
  const row = await app.db
    .selectFrom('reviews')
    .selectAll()
    .where('id', '=', review)
    .executeTakeFirstOrThrow()
  let last: unknown
  for (let count = 0; count < 21; count++) {
    const writer = await aBuyer(app)
    const { orders } = await buyAndPay(app, writer, source({ id: row.projectId }))
    const id = crypto.randomUUID()
    await app.db
      .insertInto('reviews')
      .values({
        id,
        orderId: orders[0]!._id,
        projectId: row.projectId,
        memberId: writer.id,
        rating: 3,
        text: 'x',
      })
      .execute()
    last = await other.api.complaints
      .sendAboutReview({ params: { id: row.projectId, review: id }, body: spam })
      .catch((error: unknown) => error)
  }
  expect(last).toMatchObject({ status: 429 })
})

test('a hidden review leaves the page and the average, its writer is told why, and it comes back when it is kept', async () => {
  const { buyer, other, review, at, project } = await reviewed()
  const before = await shown(project.id)
  expect(before).toMatchObject({ rating: 3, count: 2 })
  await other.api.complaints.sendAboutReview({ ...at, body: spam })
  await Promise.all([hide(review._id), hide(review._id), hide(review._id)])
  expect(await shown(project.id)).toMatchObject({ rating: 5, count: 1, distribution: [0, 0, 0, 0, 1] })
  expect((await shown(project.id)).ids).not.toContain(review._id)
  const mine = await buyer.api.reviews.mine({ params: { id: project.id } })
  expect(mine).toMatchObject({ review: { hiddenReason: 'An advert' }, mayWrite: false })
  const told = mailsTo(app, buyer.email, 'review-hidden')
  expect(told).toHaveLength(1)
  expect(told[0]!.text).toContain('An advert')
  await buyer.api.reviews.edit({ params: { id: project.id }, body: { rating: 4, text: 'Sorry' } })
  expect(await shown(project.id)).toMatchObject({ rating: 5, count: 1 })
  const { reviews } = await admin.api.moderation.reviews({ query: { state: 'hidden' } })
  expect(reviews[0]).toMatchObject({ hidden: { reason: 'An advert' }, complaints: [{ isOpen: false }] })
  await keep(review._id)
  expect(await shown(project.id)).toMatchObject({ rating: 4.5, count: 2 })
  expect((await actionsOn(admin, review._id)).at(-1)).toMatchObject({ action: 'keep review' })
})

test('a review that is hidden and refunded leaves the average once', async () => {
  const { review, project, ...purchase } = await reviewed()
  await hide(review._id)
  await refundBy(admin, purchase)
  expect(await shown(project.id)).toMatchObject({ rating: 5, count: 1 })
  await expect(keep(review._id)).rejects.toMatchObject({ status: 404 })
})

test('members and visitors neither list nor decide', async () => {
  const { buyer, review } = await reviewed()
  await expect(buyer.api.moderation.reviews({ query: {} })).rejects.toMatchObject({ status: 403 })
  await expect(
    buyer.api.moderation.decideReview({ params: { id: review._id }, body: { decision: 'keep' } }),
  ).rejects.toMatchObject({ status: 403 })
  await expect(hide(review._id, '')).rejects.toMatchObject({ status: 400 })
})
