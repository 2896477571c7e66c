import { beforeAll, expect, test } from 'vitest'

import type { StaffOrder } from '#contract/projects/list.ts'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject } from '../../../test/makers.ts'

const app = await startApp()
const admin = await anAdmin(app)
const list = (query: Parameters<typeof admin.api.projects.list>[0]['query']) =>
  admin.api.projects.list({ query })
const titles = async (query: Parameters<typeof list>[0]) =>
  (await list(query)).projects.map(({ title }) => title)

beforeAll(async () => {
  const owner = await aMember(app)
  const made = [
    { title: 'banana shop', category: 'SaaS', price: 300, description: 'Sells 100% of node.js fruit' },
    { title: 'Apple care', category: 'AI/ML', price: 100, description: 'Repairs phones' },
    { title: 'cherry_picker', category: 'Web Development', price: 200, description: 'Merges branches' },
  ] as const
  for (const project of made) await aProject(owner, project)
})

test('the list is ordered by each column, both ways, page by page', async () => {
  const ascending: Record<StaffOrder, string[]> = {
    title: ['Apple care', 'banana shop', 'cherry_picker'],
    category: ['Apple care', 'banana shop', 'cherry_picker'],
    price: ['Apple care', 'cherry_picker', 'banana shop'],
    created: ['banana shop', 'Apple care', 'cherry_picker'],
    // All are pending, so the newest comes first.
    status: ['cherry_picker', 'Apple care', 'banana shop'],
  }
  for (const [orderBy, expected] of Object.entries(ascending) as [StaffOrder, string[]][]) {
    expect(await titles({ orderBy, order: 'asc' })).toEqual(expected)
    expect(await titles({ orderBy, order: 'desc' })).toEqual(expected.toReversed())
    const pages = [1, 2, 3].map((page) => titles({ orderBy, order: 'asc', page, limit: 1 }))
    expect((await Promise.all(pages)).flat()).toEqual(expected)
  }
})

test('a search finds parts of titles and beginnings of words in descriptions, signs taken as they are', async () => {
  expect(await titles({ search: 'NAN' })).toEqual(['banana shop'])
  expect(await titles({ search: 'rep pho' })).toEqual(['Apple care'])
  expect(await titles({ search: 'node.js' })).toEqual(['banana shop'])
  expect(await titles({ search: 'y_p' })).toEqual(['cherry_picker'])
  expect(await titles({ search: 'a%e' })).toEqual([])
  expect(await titles({ search: 'pl' })).toEqual(['Apple care'])
  for (const search of ["'", "\\' | !", '%', '_', ':*', 'a & (b', '<->'])
    expect((await list({ search })).success).toBe(true)
})

test('filters combine, and the counts are those of what is found', async () => {
  const { projects, pagination } = await list({ category: 'SaaS', status: 'pending', limit: 1 })
  expect([projects.map(({ title }) => title), pagination]).toEqual([
    ['banana shop'],
    { page: 1, limit: 1, total: 1, pages: 1 },
  ])
  expect((await list({ status: 'rejected' })).pagination.total).toBe(0)
})

test('a page far behind the last one is empty and costs nothing', async () => {
  const { projects, pagination } = await list({ page: 100_000, limit: 100 })
  expect([projects, pagination.total]).toEqual([[], 3])
})
