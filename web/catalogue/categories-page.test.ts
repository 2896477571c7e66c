import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { aShop } from '../../test/shop.ts'
import { startSite } from '../../test/site.ts'

const site = await startSite()
await aShop(site)

test('a category opens its featured projects by its address, and closes them again', async () => {
  const closed = await site.pageAt('/categories')
  const opener = closed.getByRole('link', { name: 'Show Featured projects in AI/ML' })
  expect(opener.getAttribute('href')).toBe('/categories?category=AI%2FML')
  expect(closed.queryByRole('region', { name: 'Featured projects in AI/ML' })).toBeNull()
  const open = await site.pageAt('/categories?category=AI%2FML')
  const projects = within(open.getByRole('region', { name: 'Featured projects in AI/ML' }))
  expect(projects.getAllByRole('article')).toHaveLength(2)
  const all = projects.getByRole('link', { name: /^View All Projects/ })
  expect(all.getAttribute('href')).toBe('/projects?category=AI%2FML')
  const closer = open.getByRole('link', { name: 'Hide Featured projects in AI/ML' })
  expect(closer.getAttribute('href')).toBe('/categories')
})

test('on phones a card is folded to name, number and lowest price, and the open one is not, also without scripts', async () => {
  const page = await site.pageAt('/categories?category=AI%2FML')
  const cardOf = (name: string) => page.getByRole('heading', { name, level: 3 }).closest('article')!
  const { categories } = await site.api.categories.list()
  for (const { name, minPrice, maxPrice } of categories.filter(({ count }) => count > 0)) {
    const [fold, ...others] = cardOf(name).children
    within(fold as HTMLElement).getByText(`About ${name}`)
    expect([fold!.tagName, fold!.hasAttribute('open')]).toEqual(['DETAILS', name === 'AI/ML'])
    const shown = others.filter((part) => !part.classList.contains('folded'))
    expect(shown).toHaveLength(1)
    within(shown[0] as HTMLElement).getByRole('heading', { name })
    if (minPrice < maxPrice)
      expect(shown[0]!.querySelector('.sm\\:hidden')!.textContent).toMatch(
        /^\d+ projects, (from ₹|some free)/,
      )
  }
})

test('category cards, the table and the stats are made from the catalogue', async () => {
  const { categories } = await site.api.categories.list()
  const page = await site.pageAt('/categories')
  const total = categories.reduce((sum, { count }) => sum + count, 0)
  expect(page.getAllByRole('definition')[0]!.textContent).toBe(String(total))
  const stocked = categories.filter(({ count }) => count > 0)
  expect(stocked).toHaveLength(3)
  for (const { name, count, technologies } of stocked) {
    const card = within(page.getByRole('heading', { name, level: 3 }).closest('article')!)
    expect(card.getAllByText(new RegExp(`^${count} projects, `)).length).toBeGreaterThan(0)
    const words = within(card.getByRole('list', { name: 'Technologies' })).getAllByRole('listitem')
    const others = Number(/^\+(\d+)$/.exec(words.at(-1)!.textContent)?.[1] ?? 0)
    expect(others > 0 ? words.length - 1 + others : words.length).toBe(technologies.length)
    expect(within(card.getAllByRole('list')[0]!).getAllByRole('listitem').length).toBeLessThanOrEqual(4)
    const rows = within(page.getByRole('table')).getAllByRole('row')
    expect(rows.filter((row) => row.textContent.includes(name))).toHaveLength(1)
  }
  const main = within(page.getByRole('main'))
  for (const name of ['Contact Us', 'Browse Projects']) main.getByRole('link', { name })
})
