import fc from 'fast-check'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { repetitions } from '../../test/long.ts'
import { aMember, anAdmin, aPublishedProject } from '../../test/makers.ts'

const app = await startApp()
const admin = await anAdmin(app)
await aPublishedProject(app, { owner: await aMember(app), admin })

test('invalid numbers, and pages and limits out of bounds, answer 400', async () => {
  const wrong = [
    'minPrice=abc',
    'minPrice=-1',
    'maxPrice=NaN',
    'maxPrice=1e400',
    'page=0',
    'page=1.5',
    'page=-1',
    'page=x',
  ]
  wrong.push(
    'limit=0',
    'limit=101',
    'limit=1e9',
    'page=1000000',
    'sort=cheapest',
    'minPrice=1&minPrice=2',
    'search=a&search=b',
  )
  wrong.push(`search=${'x'.repeat(10_000)}`, 'search=%00', 'technology=%00', 'status=published')
  for (const query of wrong) {
    expect([query, (await app.send({ method: 'GET', url: `/api/projects?${query}` })).status]).toEqual([
      query,
      400,
    ])
  }
})

test('no query string causes a server error', async () => {
  const names = [
    'search',
    'category',
    'technology',
    'difficulty',
    'minPrice',
    'maxPrice',
    'sort',
    'page',
    'limit',
    'status',
  ]
  const injections = [
    "'",
    '"',
    '\\',
    '%',
    "';--",
    ':*',
    '&',
    '|',
    '!',
    '<->',
    '()',
    '\\0',
    '{',
    '}',
    ',',
    '-x',
    'a:*b',
    '٣',
    '²',
    '  ',
    '1e9',
  ]
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc
      .array(fc.constantFrom(...injections, 'react', 'or', 'the'), { maxLength: 6 })
      .map((parts) => parts.join(' ')),
    fc.double().map(String),
  )
  const raw = fc.string({ maxLength: 60 })
  const query = fc.array(fc.tuple(fc.constantFrom(...names, '__proto__', 'x[]'), value), { maxLength: 4 })
  const urls = fc.oneof(
    query.map((pairs) => new URLSearchParams(pairs).toString()),
    raw.map(encodeURI),
  )
  await fc.assert(
    fc.asyncProperty(
      urls,
      fc.constantFrom('', '/suggestions'),
      fc.boolean(),
      async (search, path, asStaff) => {
        const { status } = await app.send(
          { method: 'GET', url: `/api/projects${path}?${search}` },
          asStaff ? admin.token : undefined,
        )
        expect([200, 400]).toContain(status)
      },
    ),
    { numRuns: repetitions(600, 120) },
  )
})
