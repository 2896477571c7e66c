import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ListQuery } from '#contract/catalogue/catalogue.ts'

import { choiceIn, listAddress, queryOf } from './list-query.ts'

const read = (address: string) => choiceIn(new URL(address, 'http://shop.example').searchParams)

test('an address and the choice it holds lead to each other', () => {
  const address = '/projects?search=hospital&category=Web+Development&maxPrice=999.5&sort=price-low&page=3'
  expect(listAddress(read(address), { page: 3 })).toBe(address)
})

test('a changed filter leads back to the first page', () => {
  expect(listAddress(read('/projects?page=4'), { difficulty: 'Beginner' })).toBe(
    '/projects?difficulty=Beginner',
  )
})

test('what makes no sense counts as not chosen', () => {
  expect(queryOf(read('/projects?minPrice=-5&maxPrice=abc&sort=best&page=0'))).toEqual({
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

test('no sort is taken from what every object has', () => {
  expect(read('/projects?sort=constructor').sort).toBe('featured')
})

test('any address gives a query that the API takes, and its own address gives it again', () => {
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
