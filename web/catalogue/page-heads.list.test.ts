import { expect, test } from 'vitest'

import { choiceIn } from './list-query.ts'
import { listHead } from './page-heads.server.ts'

const origin = 'https://shop.example'

function headOf(search: string, titles = ['Library Desk', 'Hostel Mess']) {
  const choice = choiceIn(new URLSearchParams(search))
  const projects = titles.map((title) => ({ title }))
  return listHead(origin, { choice, projects, total: 26 })
}

test.each([
  ['', '/projects'],
  ['utm_source=mail&page=1', '/projects'],
  ['page=2', '/projects?page=2'],
  ['category=AI/ML', '/projects?category=AI%2FML'],
  ['page=3&category=Web%20Development&sort=featured', '/projects?category=Web+Development&page=3'],
])('?%s is listed as %s', (search, path) => {
  expect(headOf(search)).toMatchObject({ path, listed: true })
})

test.each([
  'search=library',
  'technology=Java',
  'difficulty=Beginner',
  'minPrice=100',
  'maxPrice=500&category=SaaS',
  'sort=newest',
])('?%s is followed, not listed', (search) => {
  expect(headOf(search)).toMatchObject({ listed: false })
})

test('a page without projects is not listed', () => {
  expect(headOf('category=Cooking', [])).toMatchObject({ listed: false })
})

test('title and description contain the category, the page number and the titles on it', () => {
  expect(headOf('category=SaaS&page=2')).toMatchObject({
    title: 'SaaS projects with source code, page 2 | Readymade',
    description: expect.stringMatching(/^26 SaaS projects .*: Library Desk, Hostel Mess$/) as string,
    about: [{ '@type': 'BreadcrumbList' }],
  })
  expect(headOf('').about).toEqual([])
})
