import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { expectSound } from './sound.ts'

test('beside every value stands how many projects it finds, with what else is chosen', async ({ page }) => {
  await page.goto('/projects')
  await hydrated(page)
  const inAI = await countOf(page, 'AI/ML')
  await page.getByRole('radio', { name: 'AI/ML' }).check()
  await expect(heading(page)).toHaveText(found(inAI))
  const beginners = await countOf(page, 'Beginner')
  expect(beginners).toBeGreaterThan(0)
  expect(beginners).toBeLessThan(inAI)
  await page.getByRole('radio', { name: 'Beginner' }).check()
  await expect(heading(page)).toHaveText(found(beginners))
  const option = page.getByLabel('Technology').locator('option', { hasText: /^Python \([1-9]\d*\)$/ })
  const withPython = Number(/\d+/.exec((await option.textContent()) ?? '')?.[0])
  await page.getByLabel('Technology').selectOption('Python')
  await expect(heading(page)).toHaveText(found(withPython))
  await expect(page).toHaveURL('/projects?category=AI%2FML&technology=Python&difficulty=Beginner')
})

test('a price range is one click, and marked; with its limits it can be changed', async ({ page }) => {
  await page.goto('/projects?category=AI%2FML')
  const range = page.getByRole('link', { name: /^₹500–₹1,000/ })
  const count = Number(/\d+$/.exec((await range.textContent()) ?? '')?.[0])
  await range.click()
  await expect(page).toHaveURL('/projects?category=AI%2FML&minPrice=500&maxPrice=1000')
  await expect(heading(page)).toHaveText(found(count))
  await expect(range).toHaveAttribute('aria-current', 'true')
  await expect(page.getByLabel('Lowest price')).toHaveValue('500')
  await page.getByLabel('Highest price').fill('2000')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL('/projects?category=AI%2FML&minPrice=500&maxPrice=2000')
  await expect(range).not.toHaveAttribute('aria-current')
  await page.getByLabel('Lowest price').fill('3000')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('The lowest price is above the highest.')).toBeVisible()
  await page.getByRole('link', { name: 'Show ₹2,000–₹3,000' }).click()
  await expect(page).toHaveURL('/projects?category=AI%2FML&minPrice=2000&maxPrice=3000')
  await page.goBack()
  await page.goBack()
  await page.getByRole('link', { name: 'Remove filter ₹500–₹2,000' }).click()
  await expect(page).toHaveURL('/projects?category=AI%2FML')
  await expect(page.getByLabel('Lowest price')).toHaveValue('')
})

test('on a phone the filters stay open while one chooses, and their button says what it will show', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/projects')
  await hydrated(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('region', { name: 'Filters' })
  await sheet.getByRole('link', { name: /^Free/ }).click()
  await expect(page).toHaveURL('/projects?minPrice=0&maxPrice=0')
  await expect(sheet.getByText('1 chosen')).toBeVisible()
  const show = sheet.getByRole('button', { name: /^Show \d+ projects?$/ })
  const found = (await page.getByRole('heading', { level: 1 }).textContent())!
  await expect(show).toContainText(/\d+/.exec(found)![0])
  await show.click()
  await expect(sheet.getByText('1 chosen')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(found)
  await page.goto('/projects')
  await hydrated(page)
  // The filters are still reachable far down the list, and a shorter list is shown from its beginning.
  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Filters' }).click()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1000)
  await sheet.getByRole('link', { name: /^Free/ }).click()
  await expect(page).toHaveURL('/projects?minPrice=0&maxPrice=0')
  await sheet.getByRole('button', { name: /^Show/ }).click()
  await expect(page.getByRole('article').first()).toBeInViewport({ ratio: 0.5 })
})

test('at 1440 × 900 the list shows at least four prices; on a phone twelve projects are 2,600 px high at most', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/projects')
  const shown = () =>
    page
      .getByRole('article')
      .locator('.price-tag')
      .evaluateAll((tags) => tags.filter((tag) => tag.getBoundingClientRect().bottom <= innerHeight).length)
  await expect.poll(shown).toBeGreaterThanOrEqual(4)
  // Near the pointer a card says its size, its lines and when it was verified.
  const second = page.getByRole('article').nth(1)
  await expect(second.getByText(/^verified/)).toBeHidden()
  await second.hover()
  await expect(second.getByText(/^verified [0-9]+ [A-Z][a-z]+ 20[0-9]+$/)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('article')).toHaveCount(12)
  const { height } = (await page.getByRole('region', { name: 'Results' }).boundingBox())!
  expect(height).toBeLessThanOrEqual(2600)
})

test('an address may write its values in any case; unknown ones find nothing and can be removed', async ({
  page,
}) => {
  await page.goto('/projects?category=web%20development&difficulty=INTERMEDIATE&technology=php')
  await expect(page.getByRole('radio', { name: 'Web Development' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Intermediate' })).toBeChecked()
  await expect(page.getByLabel('Technology')).toHaveValue('PHP')
  await expect(page.getByRole('article')).not.toHaveCount(0)
  await page.goto('/projects?technology=Cobol')
  await expect(page.getByLabel('Technology')).toHaveValue('Cobol')
  await expect(page.getByRole('link', { name: 'Remove filter Cobol' })).toBeVisible()
  await page.goto('/projects?search=library&minPrice=90000')
  await page.getByRole('link', { name: 'Keep Only the Word' }).click()
  await expect(page).toHaveURL('/projects?search=library')
  await expect(page.getByRole('article')).not.toHaveCount(0)
  await page.goto('/projects?search=nothinglikethis&category=SaaS')
  await expect(page.getByRole('link', { name: 'Clear Filters' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Keep Only the Word' })).toBeHidden()
  await page.goto('/projects?category=Blockchain&difficulty=beginner')
  await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Popular projects' }).getByRole('article')).toHaveCount(6)
  await page.getByRole('link', { name: 'Remove filter Blockchain' }).click()
  await expect(page).toHaveURL('/projects?difficulty=Beginner')
  await expect(page.getByRole('article')).not.toHaveCount(0)
})

test('a misspelt search shows what was meant, and says so', async ({ page }) => {
  await page.goto('/projects?search=hosptal+managment')
  const notice = page.locator('main .callout')
  await expect(notice).toHaveText('No project has “hosptal managment”. Showing “hospital management”.')
  await expect(page.getByRole('link', { name: 'Hospital Management System' })).toBeVisible()
  await notice.getByRole('link').click()
  await expect(page).toHaveURL('/projects?search=hospital+management')
  await expect(notice).toHaveCount(0)
  await expect(page.getByLabel('Search projects')).toHaveValue('hospital management')
})

test('back brings every control to what the address says', async ({ page }) => {
  await page.goto('/projects')
  await hydrated(page)
  await page.getByRole('radio', { name: 'Database' }).check()
  await expect(page).toHaveURL('/projects?category=Database')
  await page.getByLabel('Sort by').selectOption('Newest')
  await page.getByLabel('Search projects').fill('library')
  await expect(page).toHaveURL('/projects?search=library&category=Database&sort=newest')
  await page.goBack()
  await expect(page).toHaveURL('/projects?category=Database')
  await expect(page.getByLabel('Search projects')).toHaveValue('')
  await expect(page.getByLabel('Sort by')).toHaveValue('featured')
  await expect(page.getByRole('radio', { name: 'Database' })).toBeChecked()
  await page.goForward()
  await expect(page.getByLabel('Search projects')).toHaveValue('library')
  await expect(page.getByLabel('Sort by')).toHaveValue('newest')
})

test('pages are links that lead on and back; one beyond the last says so', async ({ page }) => {
  await page.goto('/projects?sort=price-low')
  await expect(page.getByRole('link', { name: 'Next page' })).toHaveAttribute('rel', 'next')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/projects?sort=price-low&page=2')
  await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page.getByRole('link', { name: 'Previous page' })).toHaveAttribute('rel', 'prev')
  const reply = await page.goto('/projects?category=Database&page=40')
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There is no page 40' })).toBeVisible()
  await page.getByRole('link', { name: 'First Page' }).click()
  await expect(page).toHaveURL('/projects?category=Database')
  await expect(page.getByRole('article')).not.toHaveCount(0)
})

test('a choice that fails says so, and Try Again brings what was chosen', async ({ page }) => {
  await page.goto('/projects')
  await hydrated(page)
  await page.route('**/projects.data*', (route) => route.fulfill({ status: 500, body: 'out of order' }))
  await page.getByRole('radio', { name: 'Database' }).click()
  await expect(page.getByRole('heading', { name: 'Failed to fetch projects' })).toBeVisible()
  await page.unroute('**/projects.data*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page).toHaveURL('/projects?category=Database')
  await expect(page.getByRole('radio', { name: 'Database' })).toBeChecked()
  await expect(page.getByRole('article')).not.toHaveCount(0)
})

test('without JavaScript every filter works, prices and all', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto('/projects')
  await page.getByRole('link', { name: /^Up to ₹500/ }).click()
  await expect(page).toHaveURL('/projects?maxPrice=500')
  await expect(page.getByRole('link', { name: /^Up to ₹500/ })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('radio', { name: 'Beginner' }).check()
  await page.getByLabel('Search projects').fill('a')
  await page.getByLabel('Highest price').fill('700')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/maxPrice=700/)
  await expect(page.getByRole('link', { name: 'Remove filter Up to ₹700' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Remove filter Beginner' })).toBeVisible()
  await page.getByRole('link', { name: 'Clear All' }).click()
  await expect(page.getByRole('link', { name: 'Clear All' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/projects?page=2')
  await expect(page.getByRole('article')).not.toHaveCount(0)
})

test('the list with suggestions has no accessibility findings', async ({ page }) => {
  await page.goto('/projects')
  await hydrated(page)
  await page.getByLabel('Search projects').pressSequentially('ma')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  // The old list is faint while the next one loads.
  await expect(page).toHaveURL(/search=ma/)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectSound(page)
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Reads the number beside a radio button. */
async function countOf(page: Page, value: string): Promise<number> {
  const label = page.locator('label', { has: page.getByRole('radio', { name: value }) })
  return Number(/\d+$/.exec((await label.textContent()) ?? '')?.[0])
}

const found = (count: number) => `${count} ${count === 1 ? 'Project' : 'Projects'} Found`
