import { decodeJwt } from 'jose'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'

import { limits } from '#contract/kit/limits.ts'

import { startApp } from '../../../test/app.ts'
import { anAdmin, aPublishedProject } from '../../../test/makers.ts'
import { aBuyer, aListing, unlist } from '../../../test/orders.ts'
import { writeAccessToken } from '../../platform/sessions/access-token.ts'

const app = await startApp()
const owner = await aBuyer(app)
const listed = async (title: string) => (await aListing(app.db, owner.id, 49_900, { title })).id
const coverOf = (title: string) => ({
  title,
  category: 'Web Development',
  technologies: [],
  tags: [],
  languages: [],
  fileTree: [],
})
const idsOf = async ({ api }: Pick<typeof owner, 'api'>) =>
  (await api.wishlist.mine()).items.map(({ projectId }) => projectId)

test('saved projects come newest first, each once, as they are today, until they are removed', async () => {
  const member = await aBuyer(app)
  const [library, hostel] = [await listed('Library'), await listed('Hostel')]
  for (const id of [library, hostel, library]) await member.api.wishlist.save({ params: { id } })
  expect((await member.api.wishlist.mine()).items).toEqual([
    {
      projectId: hostel,
      title: 'Hostel',
      price: 499,
      image: null,
      thumbnail: null,
      cover: coverOf('Hostel'),
      available: true,
    },
    {
      projectId: library,
      title: 'Library',
      price: 499,
      image: null,
      thumbnail: null,
      cover: coverOf('Library'),
      available: true,
    },
  ])
  for (const _again of [1, 2]) await member.api.wishlist.remove({ params: { id: library } })
  expect(await idsOf(member)).toEqual([hostel])
})

test('what is withdrawn stays, named as it was saved and said not to be available; what comes back is available', async () => {
  const [seller, member, admin] = [await aBuyer(app), await aBuyer(app), await anAdmin(app)]
  const { _id } = await aPublishedProject(app, { owner: seller, admin, title: 'Clinic' })
  const change = (isActive: boolean, title: string) =>
    seller.api.projects.ownerUpdate({ params: { id: _id }, body: { isActive, title } })
  await member.api.wishlist.save({ params: { id: _id } })
  await change(false, 'A name nobody has checked')
  expect((await member.api.wishlist.mine()).items).toEqual([
    {
      projectId: _id,
      title: 'Clinic',
      price: null,
      image: null,
      thumbnail: null,
      cover: null,
      available: false,
    },
  ])
  // Saving it again is no error, and it can be removed.
  await member.api.wishlist.save({ params: { id: _id } })
  await change(true, 'A name nobody has checked')
  await admin.api.projects.update({ params: { id: _id }, body: { verificationStatus: 'approved' } })
  expect((await member.api.wishlist.mine()).items).toMatchObject([
    { title: 'A name nobody has checked', available: true },
  ])
})

test('only what is published can be saved, one by one or merged', async () => {
  const member = await aBuyer(app)
  const withdrawn = await listed('Gone')
  await unlist(owner, withdrawn)
  for (const id of [withdrawn, uuid()])
    await expect(member.api.wishlist.save({ params: { id } })).rejects.toMatchObject({
      code: 'not_found',
      message: 'Project not found',
    })
  const { saved } = await member.api.wishlist.merge({ body: { projectIds: [withdrawn, uuid()] } })
  expect(saved).toEqual([])
})

test("a browser's wishlist is merged in its order, before what was there; to merge it again changes nothing", async () => {
  const member = await aBuyer(app)
  const [old, one, two] = [await listed('Old'), await listed('One'), await listed('Two')]
  await member.api.wishlist.save({ params: { id: old } })
  const merge = () => member.api.wishlist.merge({ body: { projectIds: [two, one, old, two] } })
  const merged = [
    { projectId: two, title: 'Two' },
    { projectId: one, title: 'One' },
    { projectId: old, title: 'Old' },
  ]
  expect((await merge()).saved).toEqual(merged)
  expect((await merge()).saved).toEqual(merged)
})

test('a wishlist has room for so many: one more is refused, of a merge the newest fit, however many come at once', async () => {
  const member = await aBuyer(app)
  const ids = await Promise.all(Array.from({ length: limits.wishlist + 2 }, (_, n) => listed(`Project ${n}`)))
  const rest = ids.slice(limits.wishlist - 3)
  await member.api.wishlist.merge({ body: { projectIds: ids.slice(0, limits.wishlist - 3) } })
  const outcomes = await Promise.allSettled(rest.map((id) => member.api.wishlist.save({ params: { id } })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  await expect(member.api.wishlist.save({ params: { id: await listed('More') } })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Your wishlist is full: it has room for 200 projects. Remove one first.',
  })
  await member.api.wishlist.remove({ params: { id: ids[0]! } })
  const [newer, older] = [await listed('Newer'), await listed('Older')]
  const { saved, leftOut } = await member.api.wishlist.merge({ body: { projectIds: [newer, older] } })
  expect(leftOut).toBe(1)
  expect(saved).toHaveLength(limits.wishlist)
  expect(saved.map(({ projectId }) => projectId)).toContain(newer)
  await expect(member.api.wishlist.merge({ body: { projectIds: [...ids, newer] } })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test("a visitor sees what projects are today, in the browser's order, and of what is not public nothing", async () => {
  const [library, withdrawn] = [await listed('Library'), await listed('Secret')]
  await unlist(owner, withdrawn)
  const { items } = await app.api.wishlist.look({ body: { projectIds: [withdrawn, library] } })
  expect(items).toEqual([
    {
      projectId: withdrawn,
      title: null,
      price: null,
      image: null,
      thumbnail: null,
      cover: null,
      available: false,
    },
    {
      projectId: library,
      title: 'Library',
      price: 499,
      image: null,
      thumbnail: null,
      cover: coverOf('Library'),
      available: true,
    },
  ])
})

test('a wishlist is its own member’s: others, no token, one that is over and staff reach nothing of it', async () => {
  const [member, other, admin] = [await aBuyer(app), await aBuyer(app), await anAdmin(app)]
  const id = await listed('Library')
  await member.api.wishlist.save({ params: { id } })
  expect(await idsOf(other)).toEqual([])
  await other.api.wishlist.remove({ params: { id } })
  const { sid } = decodeJwt<{ sid: string }>(member.token)
  const expired = await writeAccessToken(
    app.dependencies.secret,
    'member',
    { id: member.id, sessionId: sid },
    -60,
  )
  const callers: [string | undefined, number][] = [
    [undefined, 401],
    [expired, 401],
    [admin.token, 403],
  ]
  const body = JSON.stringify({ projectIds: [] })
  for (const [token, status] of callers) {
    for (const call of [
      { method: 'GET', url: '/api/users/wishlist' },
      { method: 'POST', url: '/api/users/wishlist', body },
      { method: 'PUT', url: `/api/users/wishlist/${id}` },
      { method: 'DELETE', url: `/api/users/wishlist/${id}` },
    ])
      expect((await app.send(call, token)).status, `${call.method} ${status}`).toBe(status)
  }
  expect(await idsOf(member)).toEqual([id])
})
