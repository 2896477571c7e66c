import fc from 'fast-check'
import { expect, test } from 'vitest'

import { priceRanges } from '#contract/projects/categories.ts'
import { ListQuery } from '#contract/projects/list.ts'

import { choiceIn, resultCountText, listAddress, priceText, queryOf, showResultsLabel } from './list-query.ts'

const read = (address: string) => choiceIn(new URL(address, 'http://shop.example').searchParams)

test('the choices of an address give the same address again', () => {
  const address =
    '/projects?search=hospital&category=Web+Development&maxPrice=999.5&needs=Node.js&ran=yes&sort=price-low&page=3'
  expect(listAddress(read(address), { page: 3 })).toBe(address)
})

test('a changed filter leads back to the first page', () => {
  expect(listAddress(read('/projects?page=4'), { difficulty: 'Beginner' })).toBe(
    '/projects?difficulty=Beginner',
  )
})

test('an invalid value counts as not selected', () => {
  expect(queryOf(read('/projects?minPrice=-5&maxPrice=abc&needs=Cobol&sort=best&page=0'))).toEqual({
    sort: 'featured',
    page: 1,
    limit: 12,
  })
})

test('categories and difficulties may be written in any case; unknown ones stay', () => {
  const { category, difficulty } = read('/projects?category=web%20development&difficulty=ADVANCED')
  expect([category, difficulty]).toEqual(['Web Development', 'Advanced'])
  expect(read('/projects?category=Blockchain').category).toBe('Blockchain')
})

test('the name of an inherited property is no sort order', () => {
  expect(read('/projects?sort=constructor').sort).toBe('featured')
})

test('any address gives a query that the API accepts, and the address of its choices gives the same choices', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(
          'search',
          'category',
          'technology',
          'difficulty',
          'minPrice',
          'maxPrice',
          'needs',
          'sort',
          'page',
        ),
        fc.oneof(fc.string({ maxLength: 300, unit: 'binary' }), fc.float().map(String)),
      ),
      (given) => {
        const choice = choiceIn(new URLSearchParams(given))
        expect(ListQuery.safeParse(queryOf(choice)).error).toBeUndefined()
        expect(read(listAddress(choice, { page: choice.page }))).toEqual(choice)
      },
    ),
    { numRuns: 500 },
  )
})

test('the heading has the exact number of projects, and a plus where a text search stopped counting', () => {
  expect(resultCountText({ total: 149_999 })).toBe('1,49,999 Projects Found')
  expect(resultCountText({ total: 1 })).toBe('1 Project Found')
  expect(resultCountText({ total: 1000 })).toBe('1,000 Projects Found')
  expect(resultCountText({ total: 1000, capped: true })).toBe('1,000+ Projects Found')
  expect(showResultsLabel({ total: 1000, capped: true })).toBe('Show 1,000+ projects')
  expect(showResultsLabel({ total: 1 })).toBe('Show 1 project')
})

test('the ranges to choose from read as prices', () => {
  expect(priceRanges.map(({ min, max }) => priceText(min, max))).toEqual([
    'Free',
    'Up to ₹500',
    '₹500–₹1,000',
    '₹1,000–₹2,000',
    '₹2,000 and above',
  ])
})

test.each([
  [undefined, undefined, 'Any price'],
  [0, undefined, 'Any price'],
  [undefined, 0, 'Free'],
  [499.5, 499.5, '₹499.50'],
])('from %s to %s reads %s', (min, max, text) => {
  expect(priceText(min, max)).toBe(text)
})
