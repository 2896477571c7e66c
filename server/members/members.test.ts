import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { unknownId } from '../../test/calls.ts'
import { aMember, anAdmin, aProject, aPublishedProject, deactivate } from '../../test/makers.ts'
import { aBuyer, buyAndPay, collectWebhooks, source } from '../../test/orders.ts'
import { aBuyerOf } from '../../test/uploads.ts'

const app = await startApp()
let admin: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  collectWebhooks(app)
  admin = await anAdmin(app)
})

const aPublicMember = async (profile: Parameters<typeof aMember>[1] = {}) => {
  const member = await aMember(app, profile)
  await show(member, true)
  return member
}
const show = (member: Awaited<ReturnType<typeof aMember>>, publicProfile: boolean) =>
  member.api.accounts.updateProfile({ body: { preferences: { publicProfile } } })
const profileOf = (id: string, query: { page?: number; limit?: number } = {}) =>
  app.api.members.get({ params: { id }, query })
const failure = async (id: string) => {
  const { status, text } = await app.send({ method: 'GET', url: `/api/members/${id}` })
  return { status, body: await text() }
}

test('who has not switched it on, is deactivated or unknown has no profile: the same answer for all three', async () => {
  const hidden = await aMember(app)
  const deactivated = await aPublicMember()
  await deactivate(app.db, deactivated.id)
  const unknown = await failure(unknownId)
  expect(unknown).toMatchObject({ status: 404, body: expect.stringContaining('Member not found') })
  expect(await failure(hidden.id)).toEqual(unknown)
  expect(await failure(deactivated.id)).toEqual(unknown)
})

test('the switch acts at once, both ways', async () => {
  const member = await aMember(app)
  await show(member, true)
  expect((await profileOf(member.id)).member.name).toBe('Asha Rao')
  await show(member, false)
  expect((await failure(member.id)).status).toBe(404)
})

test('a profile says what everybody may know, and nothing else', async () => {
  const member = await aPublicMember({ name: 'Kavya Nair', college: 'NIT Calicut', phone: '9000000001' })
  const answer = await profileOf(member.id)
  expect(answer.member).toEqual({
    _id: member.id,
    name: 'Kavya Nair',
    college: 'NIT Calicut',
    profilePicture: null,
    memberSince: member.user.createdAt,
    rating: 0,
    reviews: 0,
    helpRequests: null,
    helpSolved: null,
    medianAnswerHours: null,
    followers: 0,
  })
  const { body } = await failure(member.id)
  expect(body).not.toContain(member.email)
  expect(body).not.toContain('9000000001')
})

test('it has the published projects, newest first and page by page, and none in another state', async () => {
  const owner = await aPublicMember()
  const published = []
  for (const title of ['First', 'Second', 'Third'])
    published.push((await aPublishedProject(app, { owner, admin, title }))._id)
  await aProject(owner, { title: 'Pending' })
  const { _id: off } = await aPublishedProject(app, { owner, admin, title: 'Switched off' })
  await owner.api.projects.ownerUpdate({ params: { id: off }, body: { isActive: false } })
  await aPublishedProject(app, { admin, title: 'Of somebody else' })
  const first = await profileOf(owner.id, { limit: 2 })
  expect(first.pagination).toEqual({ page: 1, limit: 2, total: 3, pages: 2 })
  const second = await profileOf(owner.id, { limit: 2, page: 2 })
  expect([...first.projects, ...second.projects].map(({ _id }) => _id)).toEqual(published.toReversed())
})

test('its rating is over all reviews of what is published', async () => {
  const owner = await aPublicMember()
  for (const [title, ratings] of [
    ['One', [5, 4]],
    ['Two', [2]],
  ] as const) {
    const { _id: id } = await aPublishedProject(app, { owner, admin, title, price: 100 })
    for (const rating of ratings) {
      const buyer = await aBuyer(app)
      await buyAndPay(app, buyer, source({ id }))
      await buyer.api.reviews.write({ params: { id }, body: { rating, text: 'Works' } })
    }
  }
  const { member } = await profileOf(owner.id)
  expect([member.rating, member.reviews]).toEqual([3.67, 3])
})

test('on project pages and reviews the picture shows only while the profile is public', async () => {
  const owner = await aPublicMember()
  const { _id: id } = await aPublishedProject(app, { owner, admin, price: 0 })
  const buyer = await aBuyerOf(app, id)
  await buyer.api.reviews.write({ params: { id }, body: { rating: 5, text: 'Works' } })
  await sql`update members set profile_picture = gen_random_uuid() where id in (${owner.id}, ${buyer.id})`.execute(
    app.db,
  )
  const of = { params: { id } }
  const seen = async () => [
    (await app.api.projects.get(of)).project.projectOwner,
    (await app.api.reviews.list(of)).reviews[0]!.profilePicture,
  ]
  const address = expect.stringMatching(/^\/media\/avatars\//)
  expect(await seen()).toEqual([
    { _id: owner.id, name: 'Asha Rao', isPublic: true, profilePicture: address },
    null,
  ])
  await show(owner, false)
  await buyer.api.accounts.updateProfile({ body: { preferences: { publicProfile: true } } })
  expect(await seen()).toEqual([
    { _id: owner.id, name: 'Asha Rao', isPublic: false, profilePicture: null },
    address,
  ])
})

test('public profiles are in the sitemap, others are not', async () => {
  const [shown, hidden] = [await aPublicMember(), await aMember(app)]
  expect((await app.app.inject('/sitemap.xml')).body).toContain('/sitemaps/members-1.xml</loc>')
  const { body, statusCode } = await app.app.inject('/sitemaps/members-1.xml')
  expect(statusCode).toBe(200)
  expect(body).toContain(`/members/${shown.id}</loc>`)
  expect(body).not.toContain(hidden.id)
})
