import { expectSound } from './accessibility-findings.ts'
import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'

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
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(800)
  await sheet.getByRole('link', { name: /^Free/ }).click()
  await expect(page).toHaveURL('/projects?minPrice=0&maxPrice=0')
  await sheet.getByRole('button', { name: /^Show/ }).click()
  await expect(page.getByRole('article').first()).toBeInViewport({ ratio: 0.5 })
})

test('at 1440 × 900 the list shows at least four projects with their prices and on a phone at least three, in rows of 128 px, and with suggestions it has no accessibility findings', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/projects')
  await hydrated(page)
  const shown = () =>
    page
      .getByRole('article')
      .filter({ has: page.getByRole('heading') })
      .locator('.price-tag')
      .evaluateAll((tags) => tags.filter((tag) => tag.getBoundingClientRect().bottom <= innerHeight).length)
  const often = page.getByRole('list', { name: 'Often chosen' }).getByRole('link', { name: 'Free' })
  const ranking = page.getByRole('link', { name: 'How we rank' })
  await expect.poll(shown).toBeGreaterThanOrEqual(4)
  await expect(often).toBeHidden()
  const order = page.getByLabel('Sort by')
  const topOf = async (place: typeof order) => (await place.boundingBox())!.y
  expect(Math.abs((await topOf(ranking.filter({ visible: true }))) - (await topOf(order)))).toBeLessThan(20)
  // Near the pointer a card says its size, its lines and when it was verified.
  const second = page.getByRole('article').nth(1)
  await expect(second.getByText(/verified/)).toBeHidden()
  await second.hover()
  await expect(second.getByText(/\slines · verified\s[0-9]+\s[A-Z][a-z]+\s20[0-9]+$/)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(shown).toBeGreaterThanOrEqual(3)
  await expect(often).toBeVisible()
  const rows = page.getByRole('article')
  await expect(rows).toHaveCount(12)
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(new Set(heights)).toEqual(new Set([128]))
  expect(await topOf(ranking.filter({ visible: true }))).toBeGreaterThan(await topOf(rows.last()))

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('Search projects').pressSequentially('ma')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  // The old list is faint while the next one loads.
  await expect(page).toHaveURL(/search=ma/)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectSound(page)
  // The first Escape closes what is offered, the second one empties the field.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(page.getByLabel('Search projects')).toHaveValue('ma')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Search projects')).toHaveValue('')
  await expect(page).toHaveURL('/projects')
})

test.describe(() => {
  test.use({ own: true })

  test('a filter chosen before the scripts have arrived is carried out', async ({ page }) => {
    let scriptsArrive = () => {}
    const arrived = new Promise<void>((resolve) => (scriptsArrive = resolve))
    await page.route('**/*.js', async (route) => {
      await arrived
      await route.continue()
    })
    await page.goto('/projects', { waitUntil: 'commit' })
    await page.getByRole('radio', { name: /^AI\/ML/ }).check()
    scriptsArrive()
    await expect(page).toHaveURL('/projects?category=AI%2FML')
    await expect(page.getByRole('radio', { name: /^AI\/ML/ })).toBeChecked()
    await page.goBack()
    await expect(page).toHaveURL('/projects')
    await expect(page.getByRole('radio', { name: /^AI\/ML/ })).not.toBeChecked()
  })
})
