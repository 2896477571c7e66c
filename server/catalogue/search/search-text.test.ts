import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { repetitions } from '../../../test/long.ts'
import { aMember, anAdmin, aPublishedProject } from '../../../test/makers.ts'
import { timeLimit } from '../../../test/stall.ts'

const app = await startApp()
beforeAll(async () => {
  await aPublishedProject(app, {
    owner: await aMember(app),
    admin: await anAdmin(app),
    title: 'Hostel Room Booking',
    technologies: ['React', 'Node.js'],
    tags: ['booking'],
  })
})

// Inputs of the allowed length; longer ones answer a plain 400.
const addresses = ['/api/projects', '/api/projects/suggestions', '/api/categories/Web%20Development/projects']
async function answer(search: string) {
  const started = performance.now()
  const query = new URLSearchParams({ search })
  const statuses: number[] = []
  for (const url of addresses)
    statuses.push((await app.send({ method: 'GET', url: `${url}?${query}` })).status)
  return { statuses, milliseconds: performance.now() - started }
}

test.each([
  '-'.repeat(50),
  '-'.repeat(200),
  '- '.repeat(100),
  'or '.repeat(66),
  '-or '.repeat(50),
  '"'.repeat(200),
  '"a'.repeat(100),
  '-"'.repeat(100),
  '(a'.repeat(100),
  'a:*&'.repeat(50),
  '!'.repeat(200),
  '\\'.repeat(200),
  "'".repeat(200),
  ':*'.repeat(100),
  '<->'.repeat(66),
  'a-'.repeat(100),
  'a_'.repeat(100),
  'a/'.repeat(100),
  'a.b@c.d/'.repeat(25),
  '👩‍🚀'.repeat(40),
  'ﷺ'.repeat(200),
  'a\u0301'.repeat(100),
  '\u0301'.repeat(200),
  '\u202e'.repeat(200),
  'x'.repeat(200),
  'ab '.repeat(66),
  'zzz '.repeat(50),
  '-a '.repeat(66),
  '1'.repeat(200),
  'http://a/?'.repeat(20),
  '<a>'.repeat(66),
  '&amp;'.repeat(40),
])('a search for %j is answered soon', async (search) => {
  const { statuses, milliseconds } = await answer(search)
  expect(statuses).toEqual([200, 200, 200])
  expect(milliseconds).toBeLessThan(timeLimit(5000))
})

test('no text of search operators causes a server error or takes long', async () => {
  const signs = [
    '-',
    '--',
    '- ',
    '"',
    "'",
    '\\',
    ':',
    '*',
    ':*',
    '&',
    '|',
    '!',
    '<->',
    '(',
    ')',
    '<',
    '>',
    '/',
    '.',
    '@',
  ]
  const latin = [
    ' ',
    ' or ',
    'OR',
    ' and ',
    'the',
    'react',
    'a',
    'reactt',
    '#',
    '+',
    '%',
    '_',
    ',',
    '{',
    '}',
    '$$',
  ]
  const others = ['é', 'e\u0301', 'नमस्ते', '👩‍🚀', '\u202e', '\ufeff', '\u200d', '٣', '²', 'ß', 'İ', 'ﬁ']
  const pieces = fc.constantFrom(...signs, ...latin, ...others)
  const some = fc.array(pieces, { minLength: 1, maxLength: 4 }).map((group) => group.join(''))
  const texts = fc
    .array(fc.tuple(some, fc.integer({ min: 1, max: 60 })), { minLength: 1, maxLength: 5 })
    .map((runs) =>
      runs
        .map(([piece, times]) => piece.repeat(times))
        .join('')
        .slice(0, 200)
        .toWellFormed(),
    )
  await fc.assert(
    fc.asyncProperty(texts, async (search) => {
      const { statuses, milliseconds } = await answer(search)
      expect(
        statuses.every((status) => status < 500),
        JSON.stringify(statuses),
      ).toBe(true)
      expect(milliseconds).toBeLessThan(timeLimit(5000))
    }),
    { numRuns: repetitions(500, 100) },
  )
})
