import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject, aPublishedProject } from '../../test/makers.ts'

const app = await startApp()
const { db } = app
const owner = await aMember(app)
const admin = await anAdmin(app)
const of = (id: string) => ({ params: { id } })
const feature = (id: string, isFeatured = true) =>
  admin.api.projects.update({ ...of(id), body: { isFeatured } })

/** Three featured projects, each with more sales than the one before. */
let ids: string[]
beforeEach(async () => {
  await db.deleteFrom('publishedProjects').execute()
  await db.updateTable('projects').set({ isFeatured: false, featuredPlace: null }).execute()
  ids = []
  for (const salesCount of [1, 2, 3]) {
    const { _id } = await aPublishedProject(app, { owner, admin, title: `Sold ${salesCount} times` })
    await db.updateTable('projects').set({ salesCount }).where('id', '=', _id).execute()
    await feature(_id)
    ids.push(_id)
  }
})

const now = async () => (await admin.api.staffProjects.featured()).featured.map(({ _id }) => _id)
const order = (wanted: string[], basedOn: string[]) =>
  admin.api.staffProjects.orderFeatured({ body: { order: wanted, basedOn } })
/** The order of the featured projects, which must be the same in all public lists. */
async function shown() {
  const orders = await Promise.all([
    app.api.catalogue.featured(),
    app.api.projects.list({ query: { sort: 'featured' } }),
    app.api.projects.list({ query: { sort: 'featured', category: 'Web Development' } }),
  ])
  const [first, ...others] = orders.map(({ projects }) => projects.map(({ _id }) => _id))
  for (const other of others) expect(other).toEqual(first)
  return first
}

test('home and every list follow the order that staff put by hand; what is not placed follows by its sales', async () => {
  const [least, middle, most] = ids as [string, string, string]
  expect(await shown()).toEqual([most, middle, least])
  await order([least, most], [most, middle, least])
  expect(await shown()).toEqual([least, most, middle])
  expect((await admin.api.staffProjects.featured()).featured).toMatchObject([
    { _id: least, title: 'Sold 1 times', salesCount: 1, isListed: true, isPlaced: true },
    { _id: most, isPlaced: true },
    { _id: middle, isPlaced: false },
  ])
  await order([], [least, most, middle])
  expect(await shown()).toEqual([most, middle, least])
})

test('what staff feature stands first, before those that were put in order by hand; what is featured already stays where it is', async () => {
  const [least, middle, most] = ids as [string, string, string]
  await order([middle, most, least], [most, middle, least])
  const { _id: fresh } = await aPublishedProject(app, { owner, admin, title: 'Never sold' })
  await feature(fresh)
  expect(await shown()).toEqual([fresh, middle, most, least])
  const { _id: fresher } = await aPublishedProject(app, { owner, admin, title: 'Never sold either' })
  await feature(fresher)
  await feature(least)
  expect(await shown()).toEqual([fresher, fresh, middle, most, least])
  expect(await now()).toEqual([fresher, fresh, middle, most, least])
})

test('what is featured no more loses its place; featured again it stands first', async () => {
  const [least, middle, most] = ids as [string, string, string]
  await order([least, middle, most], [most, middle, least])
  await feature(middle, false)
  expect(await shown()).toEqual([least, most, middle])
  await feature(middle)
  expect(await shown()).toEqual([middle, least, most])
})

test('the call answers every featured project, 24 at most, the newest first; with fewer than seven the best sellers follow', async () => {
  const { _id: plain } = await aPublishedProject(app, { owner, admin, title: 'Not featured' })
  await db.updateTable('projects').set({ salesCount: 9 }).where('id', '=', plain).execute()
  const called = async () => (await app.api.catalogue.featured()).projects.map(({ _id }) => _id)
  expect((await called()).at(-1)).toBe(plain)
  const added: string[] = []
  for (let number = 0; number < 22; number++) {
    const { _id } = await aPublishedProject(app, { owner, admin, title: `Featured ${number}` })
    await feature(_id)
    added.unshift(_id)
    if (number === 4) expect(await called()).toEqual([...added, ...ids.toReversed()])
  }
  expect(await called()).toEqual([...added, ...ids.toReversed()].slice(0, 24))
})

test('a listing that is switched off keeps its place until it is back; an unlisted or unknown one harms nothing', async () => {
  const [least, middle, most] = ids as [string, string, string]
  const { _id: plain } = await aProject(owner)
  const unknown = crypto.randomUUID()
  await order([plain, least, unknown, most, middle, least], [most, middle, least])
  expect(await now()).toEqual([least, most, middle])
  await admin.api.projects.update({ ...of(least), body: { isActive: false } })
  expect(await shown()).toEqual([most, middle])
  expect((await admin.api.staffProjects.featured()).featured[0]).toMatchObject({
    _id: least,
    isListed: false,
  })
  await admin.api.projects.update({ ...of(least), body: { isActive: true } })
  expect(await shown()).toEqual([least, most, middle])
})

test('of many who save an order of the same list at once one wins, the others are told, and nothing is mixed', async () => {
  const before = await now()
  const [least, middle, most] = ids as [string, string, string]
  const wanted = [
    [least, middle, most],
    [middle, least, most],
    [least, most, middle],
    [middle, most, least],
  ]
  const answers = await Promise.allSettled(wanted.map((one) => order(one, before)))
  const won = answers.findIndex(({ status }) => status === 'fulfilled')
  expect(await shown()).toEqual(wanted[won])
  for (const [index, answer] of answers.entries())
    if (index !== won)
      expect(answer).toMatchObject({
        reason: {
          code: 'conflict',
          message: expect.stringContaining('have changed while you put them in order') as unknown,
        },
      })
  const another = await aPublishedProject(app, { owner, admin, title: 'New one' })
  const seen = await now()
  await feature(another._id)
  await expect(order(seen, seen)).rejects.toMatchObject({ code: 'conflict' })
})

test('who put what in order is in the audit log, once; putting it as it is writes nothing, and no project counts as edited', async () => {
  const before = await now()
  const wanted = before.toReversed()
  const stamps = () => db.selectFrom('projects').select(['id', 'updatedAt']).orderBy('id').execute()
  const edited = await stamps()
  await order(wanted, before)
  await order(wanted, wanted)
  expect(await stamps()).toEqual(edited)
  const { entries } = await admin.api.audit.list({ query: { about: 'featured', limit: 1 } })
  expect(entries).toMatchObject([
    {
      staff: { _id: admin.id },
      action: 'order featured projects',
      about: { kind: 'settings' },
      before: { order: before },
      after: { order: wanted },
    },
  ])
})
