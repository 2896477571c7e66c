import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'

import { Pagination } from './pagination.tsx'

test.each([
  [1, 2, [1, 2]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 9, [1, 2, 3, 4, 5, 0, 9]],
  [4, 12, [1, 2, 3, 4, 5, 0, 12]],
  [5, 12, [1, 0, 4, 5, 6, 0, 12]],
  [9, 12, [1, 0, 8, 9, 10, 11, 12]],
  [12, 12, [1, 0, 8, 9, 10, 11, 12]],
])('page %d of %d shows %j', (page, pages, shown) => {
  const places = drawn(page, pages).matchAll(/aria-label="Page (\d+)"|…/g)
  expect([...places].map(([, number]) => Number(number ?? 0))).toEqual(shown)
})

test('without `to`, links keep the other parameters of this address', () => {
  const html = drawn(2, 3, '/admin/audit?kind=order&search=a+b&page=2')
  expect(html).toContain('href="/admin/audit?kind=order&amp;search=a+b&amp;page=3"')
})

function drawn(page: number, pages: number, address = '/'): string {
  const list = createElement(Pagination, { page, pages })
  return renderToStaticMarkup(createElement(MemoryRouter, { initialEntries: [address] }, list))
}
