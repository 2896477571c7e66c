import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aPublishedProject, mailsTo } from '../../../test/makers.ts'
import { buyAndPay, checkoutBy, collectWebhooks, source } from '../../../test/orders.ts'

const app = await startApp()
beforeEach(() => void collectWebhooks(app))
const owner = await aMember(app)
const admin = await anAdmin(app)
const of = ({ _id }: { _id: string }) => ({ params: { id: _id } })
const shown = async (project: { _id: string }) => (await app.api.projects.get(of(project))).project

/** Creates a project, and returns functions that create its buyers and their reviews. */
async function aSoldProject(price = 100) {
  const project = await aPublishedProject(app, { owner, admin, price })
  const aBuyer = async (name = 'Ravi Kumar Shah') => {
    const buyer = await aMember(app, { name })
    await buyAndPay(app, buyer, source({ id: project._id }))
    return buyer
  }
  const review = (buyer: { api: typeof app.api }, rating: number, text = 'Clear and complete.') =>
    buyer.api.reviews.write({ ...of(project), body: { rating, text } })
  return { project, aBuyer, review }
}

test('a buyer reviews once; the average, the count and the list show it', async () => {
  const { project, aBuyer, review } = await aSoldProject()
  const first = await aBuyer()
  const { review: written } = await review(first, 4, '  Good start.\nWorks.  ')
  expect(written).toMatchObject({ name: 'Ravi S.', rating: 4, text: 'Good start.\nWorks.' })
  await expect(review(first, 1)).rejects.toMatchObject({
    code: 'conflict',
    message: 'You have reviewed this project already',
  })
  await review(await aBuyer('Meera'), 5)
  await review(await aBuyer('  लता   मंगेशकर '), 5)
  expect(await shown(project)).toMatchObject({ rating: 4.67, reviews: 3 })
  const { reviews, distribution } = await app.api.reviews.list(of(project))
  expect(reviews.map(({ name, rating }) => [name, rating])).toEqual([
    ['लता मं.', 5],
    ['Meera', 5],
    ['Ravi S.', 4],
  ])
  expect(distribution).toEqual([0, 0, 0, 1, 2])
  const { projects } = await app.api.projects.list({ query: { sort: 'rating' } })
  expect(projects[0]).toMatchObject({ _id: project._id, rating: 4.67, reviews: 3 })
})

test('ten attempts at once leave one review and count it once', async () => {
  const { project, aBuyer, review } = await aSoldProject()
  const buyer = await aBuyer()
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => review(buyer, 3)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await shown(project)).toMatchObject({ rating: 3, reviews: 1 })
  expect((await app.api.reviews.list(of(project))).reviews).toHaveLength(1)
})

test('reviews by many at once are all counted', async () => {
  const { project, aBuyer, review } = await aSoldProject()
  const buyers = await Promise.all(Array.from({ length: 8 }, () => aBuyer()))
  await Promise.all(buyers.map((buyer, index) => review(buyer, 1 + (index % 5))))
  const { distribution } = await app.api.reviews.list(of(project))
  expect(distribution).toEqual([2, 2, 2, 1, 1])
  expect(await shown(project)).toMatchObject({ rating: 2.63, reviews: 8 })
})

test('whoever has not bought may not review: the owner, a member, one whose order is not paid', async () => {
  const project = await aPublishedProject(app, { owner, admin, price: 100 })
  const unpaid = await aMember(app)
  await checkoutBy(unpaid, source({ id: project._id }))
  const body = { rating: 5, text: 'Best.' }
  for (const { api } of [owner, await aMember(app), unpaid]) {
    await expect(api.reviews.write({ ...of(project), body })).rejects.toMatchObject({ code: 'not_allowed' })
  }
  await expect(app.api.reviews.write({ ...of(project), body })).rejects.toMatchObject({ code: 'signed_out' })
  await expect(admin.api.reviews.write({ ...of(project), body })).rejects.toMatchObject({
    code: 'not_allowed',
  })
  expect(await shown(project)).toMatchObject({ rating: 0, reviews: 0 })
})

test('a buyer of a project that is not listed may still review it; a stranger does not learn that it exists', async () => {
  const { project, aBuyer, review } = await aSoldProject()
  const buyer = await aBuyer()
  await owner.api.projects.ownerUpdate({ ...of(project), body: { isActive: false } })
  await expect(review(await aMember(app), 5)).rejects.toMatchObject({ code: 'not_found' })
  await review(buyer, 2)
  expect((await owner.api.projects.get(of(project))).project).toMatchObject({ rating: 2, reviews: 1 })
  await owner.api.projects.remove(of(project))
  await expect(review(buyer, 2)).rejects.toMatchObject({ code: 'not_found' })
})

test('stars alone are a review: they count, and the owner is mailed without a quotation', async () => {
  const { project, aBuyer } = await aSoldProject()
  const buyer = await aBuyer()
  await buyer.api.reviews.write({ ...of(project), body: { rating: 4 } })
  expect((await app.api.reviews.list(of(project))).reviews).toMatchObject([{ rating: 4, text: '' }])
  expect(await shown(project)).toMatchObject({ rating: 4, reviews: 1 })
  const mail = app.mails.find(({ kind, text }) => kind === 'review' && text.includes(project._id))
  expect(mail!.text).toContain('4 out of 5 stars.')
  expect(mail!.text).not.toContain('“”')
})

test('a review without a rating of 1 to 5 stars or with a text of more than 2000 letters is refused', async () => {
  const { project, aBuyer } = await aSoldProject()
  const buyer = await aBuyer()
  for (const [rating, text] of [
    [0, 'x'],
    [6, 'x'],
    [4.5, 'x'],
    ['5', 'x'],
    [null, 'x'],
    [5, 'x'.repeat(2001)],
    [5, 'a\u0000'],
    [5, 7],
  ]) {
    const body = JSON.stringify({ rating, text })
    const call = { method: 'POST', url: `/api/projects/${project._id}/reviews`, body }
    expect((await app.send(call, buyer.token)).status, body).toBe(400)
  }
})

test('the owner gets a mail about each review, once, and none about a refused one', async () => {
  const { project, aBuyer, review } = await aSoldProject()
  const buyer = await aBuyer()
  await review(buyer, 4, 'Clear and <b>complete</b>.')
  await review(buyer, 1, 'Again').catch(() => {})
  const mails = app.mails.filter(({ kind, text }) => kind === 'review' && text.includes(project._id))
  expect(mails).toMatchObject([
    { to: owner.email, subject: `New review of ${project.title}`, preference: 'notifications' },
  ])
  expect(mails[0]!.text).toContain('4 out of 5 stars.\n\n“Clear and <b>complete</b>.”')
  expect(mails[0]!.html).not.toContain('<b>')
})

test('a review of what cost nothing counts apart, so that nobody lifts an average for ₹0', async () => {
  const { project, aBuyer, review } = await aSoldProject(0)
  await review(await aBuyer(), 5)
  await review(await aBuyer(), 4)
  const { reviews, distribution, free } = await app.api.reviews.list(of(project))
  expect(reviews.map(({ isFree }) => isFree)).toEqual([true, true])
  expect({ distribution, free }).toEqual({ distribution: [0, 0, 0, 0, 0], free: { count: 2, rating: 4.5 } })
  expect(await shown(project)).toMatchObject({ rating: 0, reviews: 0 })
})

test('its writer changes a review, and the average follows; a stranger has none to change', async () => {
  const { project, aBuyer, review } = await aSoldProject()
  const [buyer, other] = [await aBuyer(), await aBuyer()]
  expect(await buyer.api.reviews.mine(of(project))).toMatchObject({ review: null, mayWrite: true })
  await expect(
    buyer.api.reviews.edit({ ...of(project), body: { rating: 1, text: 'No' } }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
  await review(buyer, 1, 'It does not start.')
  await review(other, 5)
  const body = { rating: 4, text: 'It starts with MySQL 8.' }
  await Promise.all(Array.from({ length: 8 }, () => buyer.api.reviews.edit({ ...of(project), body })))
  expect(await shown(project)).toMatchObject({ rating: 4.5, reviews: 2 })
  const { review: mine, mayWrite } = await buyer.api.reviews.mine(of(project))
  expect(mine).toMatchObject({ ...body, editedAt: expect.any(String) })
  expect(mayWrite).toBe(false)
  const stranger = await aMember(app)
  expect(await stranger.api.reviews.mine(of(project))).toMatchObject({ review: null, mayWrite: false })
  await expect(stranger.api.reviews.edit({ ...of(project), body })).rejects.toMatchObject({
    code: 'not_allowed',
  })
  const written = app.mails.filter(({ kind, text }) => kind === 'review' && text.includes(project._id))
  expect(written).toHaveLength(2)
})

test('the owner replies once; a second reply takes the place of the first, and only the first is mailed', async () => {
  const { project, aBuyer, review } = await aSoldProject()
  const buyer = await aBuyer()
  const { review: written } = await review(buyer, 2)
  const at = { params: { id: project._id, review: written._id } }
  for (const { api } of [buyer, await aMember(app)])
    await expect(api.reviews.reply({ ...at, body: { text: 'Hm' } })).rejects.toMatchObject({
      code: 'not_found',
    })
  for (const text of ['Which version?', 'Which version of PHP do you have?'])
    await owner.api.reviews.reply({ ...at, body: { text } })
  const { reviews } = await app.api.reviews.list(of(project))
  expect(reviews).toMatchObject([{ rating: 2, reply: { text: 'Which version of PHP do you have?' } }])
  const mails = mailsTo(app, buyer.email, 'review-reply')
  expect(mails).toMatchObject([{ preference: 'notifications' }])
  const elsewhere = await aPublishedProject(app, { owner, admin })
  await expect(
    owner.api.reviews.reply({ params: { ...at.params, id: elsewhere._id }, body: { text: 'Hm' } }),
  ).rejects.toMatchObject({ code: 'not_found' })
})
