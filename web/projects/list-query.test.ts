import fc from 'fast-check'
import { expect, test } from 'vitest'

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

test('any address gives a query within the API’s limits', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('search', 'minPrice', 'maxPrice', 'sort', 'page', 'category'),
        fc.string(),
      ),
      (given) => {
        const { minPrice, page, search } = choiceIn(new URLSearchParams(given))
        expect(minPrice === '' || Number(minPrice) >= 0).toBe(true)
        expect(page).toBeGreaterThanOrEqual(1)
        expect(search.length).toBeLessThanOrEqual(200)
      },
    ),
  )
})
