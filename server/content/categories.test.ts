import { beforeAll, describe, expect, test } from 'vitest'

import { categories, publicCategories } from '#contract/projects/categories.ts'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject, aPublishedProject, aRelease } from '../../test/makers.ts'
import { drawn } from '../../test/pictures.ts'
import { republish } from '../projects/save.ts'

const app = await startApp()
const { api, db } = app
const owner = await aMember(app)
const admin = await anAdmin(app)
const inCategory = (category: (typeof categories)[number], price: number, technologies: string[] = []) =>
  aPublishedProject(app, { owner, admin, category, price, technologies, title: `${category} ${price}` })
const aPicture = () => drawn(64, 40, 'teal').png().toBuffer()
const summaryOf = async (name: string) =>
  (await api.categories.list()).categories.find((category) => category.name === name)

beforeAll(async () => {
  await inCategory('AI/ML', 100, ['Python', 'NumPy'])
  await inCategory('AI/ML', 200.5, ['python'])
  await inCategory('AI/ML', 999, ['Python'])
  await inCategory('SaaS', 0)
})

test('every category is listed in its order, with a text, the empty ones with zeros', async () => {
  const { categories: listed } = await api.categories.list()
  expect(listed.map(({ name }) => name)).toEqual(categories)
  expect(publicCategories.every((name, index) => listed[index]!.name === name)).toBe(true)
  for (const { icon, description, features } of listed) {
    expect([icon, description]).not.toContain('')
    expect(features.length).toBeGreaterThanOrEqual(4)
  }
  expect(await summaryOf('Database')).toMatchObject({
    count: 0,
    avgPrice: 0,
    minPrice: 0,
    maxPrice: 0,
    avgRating: 0,
    technologies: [],
    thumbnails: [],
  })
})

test('a category shows the first pictures of its best projects, three at most', async () => {
  const pictures: string[] = []
  for (const isFeatured of [false, true, false, false]) {
    const { _id } = await inCategory('Security Tools', 10)
    const form = new FormData()
    for (const name of ['a.png', 'b.png'])
      form.append('images', new Blob([new Uint8Array(await aPicture())]), name)
    await owner.api.releases.addImages({ params: { id: _id }, form })
    await admin.api.projects.update({
      params: { id: _id },
      body: { verificationStatus: 'approved', isFeatured },
    })
    pictures.push((await api.projects.get({ params: { id: _id } })).project.images[0]!.url)
  }
  const { thumbnails } = (await summaryOf('Security Tools'))!
  expect(thumbnails).toEqual(
    [pictures[1], pictures[3], pictures[2]].map((url) => url!.replace('1280', '320')),
  )
  const { categories: inShort } = await api.catalogue.categories()
  expect(inShort.find(({ name }) => name === 'Security Tools')?.thumbnail).toBe(thumbnails[0])
})

test('the figures are those of the published projects', async () => {
  const { projects } = await api.projects.list({ query: { category: 'AI/ML' } })
  const prices = projects.map(({ price }) => price)
  expect(prices.toSorted((a, b) => a - b)).toEqual([100, 200.5, 999])
  expect(await summaryOf('AI/ML')).toMatchObject({
    count: 3,
    avgPrice: 433.17,
    minPrice: 100,
    maxPrice: 999,
    technologies: ['Python', 'NumPy'],
  })
  expect(await summaryOf('SaaS')).toMatchObject({ count: 1, avgPrice: 0, minPrice: 0, maxPrice: 0 })
})

test('the rating is the mean of all reviews in the category', async () => {
  const [first, second] = [await inCategory('Game Development', 10), await inCategory('Game Development', 20)]
  for (const [{ _id }, rating] of [
    [first, 5],
    [first, 4],
    [first, 5],
    [second, 2],
  ] as const)
    await db
      .updateTable('projects')
      .set((column) => ({
        ratingSum: column('ratingSum', '+', rating),
        ratingCount: column('ratingCount', '+', 1),
      }))
      .where('id', '=', _id)
      .execute()
  await republish(
    db,
    [first, second].map(({ _id }) => _id),
  )
  const summary = await summaryOf('Game Development')
  expect(summary!.reviews).toBe(4)
  expect(summary!.avgRating).toBeCloseTo(4, 1)
})

test('what is not published never counts', async () => {
  const of = ({ _id }: { _id: string }) => ({ params: { id: _id } })
  await aProject(owner, { category: 'E-commerce', price: 1, technologies: ['Ruby'] })
  const waiting = await aProject(owner, { category: 'E-commerce', price: 2, technologies: ['Ruby'] })
  await aRelease(owner, waiting._id)
  const rejected = await inCategory('E-commerce', 3, ['Ruby'])
  await admin.api.projects.update({
    ...of(rejected),
    body: { verificationStatus: 'rejected', verificationNotes: 'Not as described.' },
  })
  const inactive = await inCategory('E-commerce', 4, ['Ruby'])
  await owner.api.projects.ownerUpdate({ ...of(inactive), body: { isActive: false } })
  const deleted = await inCategory('E-commerce', 5, ['Ruby'])
  await owner.api.projects.remove(of(deleted))
  expect(await summaryOf('E-commerce')).toMatchObject({ count: 0, avgPrice: 0, technologies: [] })
  const params = { name: 'E-commerce' }
  expect((await api.categories.get({ params })).category.featuredProjects).toEqual([])
  for (const { api } of [app, owner, admin]) {
    const { projects, pagination } = await api.categories.projects({ params, query: {} })
    expect([projects, pagination.total]).toEqual([[], 0])
  }
})

describe('one category', () => {
  test.each(['AI/ML', 'ai/ml'])('%s, whose name holds a slash, is found', async (name) => {
    const { category } = await api.categories.get({ params: { name } })
    expect(category).toMatchObject({ ...(await summaryOf('AI/ML')) })
    expect(category.featuredProjects.map(({ price }) => price).toSorted((a, b) => a - b)).toEqual([
      100, 200.5, 999,
    ])
    expect((await app.send({ method: 'GET', url: '/api/categories/AI%2FML' })).status).toBe(200)
  })

  test('its projects take the query of the list, and no other category', async () => {
    const params = { name: 'AI/ML' }
    const query = { sort: 'price-high', limit: 2, minPrice: 150, category: 'SaaS' } as const
    const { projects, pagination } = await api.categories.projects({ params, query })
    expect(projects.map(({ price }) => price)).toEqual([999, 200.5])
    expect(pagination).toEqual({ page: 1, limit: 2, total: 2, pages: 1 })
    const second = await api.categories.projects({ params, query: { limit: 2, page: 2 } })
    expect(second.projects).toHaveLength(1)
  })

  test.each(['Nothing', 'AI', '%2F', '__proto__', ' '])('%j answers 404', async (name) => {
    const missing = { code: 'not_found', message: 'Category not found' }
    await expect(api.categories.get({ params: { name } })).rejects.toMatchObject(missing)
    await expect(api.categories.projects({ params: { name }, query: {} })).rejects.toMatchObject(missing)
  })
})
