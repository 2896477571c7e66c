import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { address, failing, field, startJourneys, user, visit } from '../../test/in-process.tsx'
import { aListing } from '../../test/orders.ts'
import { aShop } from '../../test/shop.ts'

const app = await startJourneys()
const { owner } = await aShop(app)
await aListing(app.db, owner.id, 69_900, { title: 'Report Desk', reportPricePaise: 9_900 })

const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) })
/** Reads the number beside a radio button. */
const countOf = (name: string) => Number(/\d+$/.exec(radio(name).closest('label')!.textContent)![0])
const found = (count: number) => `${count} ${count === 1 ? 'Project' : 'Projects'} Found`

test('beside every value stands how many projects it finds, with what else is chosen', async () => {
  await visit('/projects')
  const inAI = countOf('AI/ML')
  await user.click(radio('AI/ML'))
  await expect.poll(heading).toBe(found(inAI))
  const beginners = countOf('Beginner')
  expect(beginners).toBeGreaterThan(0)
  expect(beginners).toBeLessThan(inAI)
  await user.click(radio('Beginner'))
  await expect.poll(heading).toBe(found(beginners))
  const option = within(field('Technology')).getByRole('option', { name: /^Python \([1-9]\d*\)$/ })
  const withPython = Number(/\d+/.exec(option.textContent)![0])
  await user.selectOptions(field('Technology'), 'Python')
  await expect.poll(address).toBe('/projects?category=AI%2FML&technology=Python&difficulty=Beginner')
  await expect.poll(heading).toBe(found(withPython))
})

test('a price range is one click, and marked; with its limits it can be changed', async () => {
  await visit('/projects?category=AI%2FML')
  const range = () => screen.getByRole('link', { name: /^₹500–₹1,000/ })
  const count = Number(/\d+$/.exec(range().textContent)![0])
  await user.click(range())
  await expect.poll(address).toBe('/projects?category=AI%2FML&minPrice=500&maxPrice=1000')
  await expect.poll(() => range().getAttribute('aria-current')).toBe('true')
  expect(heading()).toBe(found(count))
  expect(field('Lowest price').value).toBe('500')
  await retype('Highest price', '2000')
  await expect.poll(address).toBe('/projects?category=AI%2FML&minPrice=500&maxPrice=2000')
  await expect.poll(() => range().hasAttribute('aria-current')).toBe(false)
  await retype('Lowest price', '3000')
  await screen.findByText('The lowest price is above the highest.')
  await user.click(screen.getByRole('link', { name: 'Show ₹2,000–₹3,000' }))
  await expect.poll(address).toBe('/projects?category=AI%2FML&minPrice=2000&maxPrice=3000')
  history.back()
  await expect.poll(address).toBe('/projects?category=AI%2FML&minPrice=3000&maxPrice=2000')
  history.back()
  await user.click(await screen.findByRole('link', { name: 'Remove filter ₹500–₹2,000' }))
  await expect.poll(address).toBe('/projects?category=AI%2FML')
  await expect.poll(() => field('Lowest price').value).toBe('')
})

test('a choice that fails says so, and Try Again brings what was chosen', async () => {
  await visit('/projects')
  const mend = failing('/projects.data')
  await user.click(radio('Database'))
  await screen.findByRole('heading', { name: 'Failed to fetch projects' })
  mend()
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await expect.poll(address).toBe('/projects?category=Database')
  await expect.poll(() => screen.queryAllByRole('article').length).toBeGreaterThan(0)
  expect(radio('Database').checked).toBe(true)
})

test('what students ask for first is one press, and can be taken back', async () => {
  await visit('/projects?category=Web+Development')
  const often = () => within(screen.getByRole('list', { name: 'Often chosen' }))
  await user.click(often().getByRole('link', { name: 'Under ₹500' }))
  await expect.poll(address).toBe('/projects?category=Web+Development&maxPrice=500')
  await user.click(await screen.findByRole('link', { name: 'Remove filter Up to ₹500' }))
  await expect.poll(() => screen.queryByRole('link', { name: 'Remove filter Up to ₹500' })).toBeNull()
  expect(address()).toBe('/projects?category=Web+Development')
  await user.click(await often().findByRole('link', { name: 'With report' }))
  await expect.poll(address).toBe('/projects?category=Web+Development&report=yes')
  await expect.poll(heading).toBe(found(1))
  expect(screen.getAllByRole('article')[0]!.textContent).toContain('Report Desk')
  history.back()
  await expect.poll(() => often().queryByRole('link', { name: 'With report' })).not.toBeNull()
})

test('where no project was seen running the filter by that is not offered', async () => {
  await visit('/projects')
  await screen.findByRole('list', { name: 'Often chosen' })
  for (const role of ['link', 'radio'] as const)
    expect(screen.queryByRole(role, { name: 'Runs: seen' })).toBeNull()
})

test('filters live in the address: Back and Forward bring every control to what it says, and they are cleared', async () => {
  const controls = () => [field('Search projects').value, field('Sort by').value, radio('AI/ML').checked]
  await visit('/projects')
  await user.click(radio('AI/ML'))
  await expect.poll(address).toBe('/projects?category=AI%2FML')
  await user.selectOptions(field('Sort by'), 'Price: Low to High')
  await expect.poll(address).toBe('/projects?category=AI%2FML&sort=price-low')
  await user.type(field('Search projects'), 'digit')
  await expect.poll(address).toBe('/projects?search=digit&category=AI%2FML&sort=price-low')
  await expect.poll(heading).toBe(found(1))
  screen.getByRole('heading', { name: 'Handwritten Digit Recogniser' })
  history.back()
  await expect.poll(address).toBe('/projects?category=AI%2FML')
  await expect.poll(controls).toEqual(['', 'featured', true])
  history.forward()
  await expect.poll(controls).toEqual(['digit', 'price-low', true])
  history.back()
  await expect.poll(address).toBe('/projects?category=AI%2FML')
  history.back()
  await expect.poll(address).toBe('/projects')
  await expect.poll(controls).toEqual(['', 'featured', false])
  await visit('/projects?search=nothinglikethis')
  screen.getByText('No projects found')
  await user.click(screen.getByRole('link', { name: 'Clear Filters' }))
  await expect.poll(address).toBe('/projects')
})

/** Fills a limit of the price anew and applies it. */
async function retype(name: string, value: string) {
  await user.clear(field(name))
  await user.type(field(name), value)
  await user.click(screen.getByRole('button', { name: 'Apply' }))
}
