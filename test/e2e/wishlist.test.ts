import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { signUp, newcomer } from './people.ts'

test.use({ own: true })

test('hearts follow what other tabs save, remove and sign in or out; on a phone they are large enough for a thumb, and move nothing', async ({
  context,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/wishlist')
  // An empty page does not go on with what the shop promises.
  const promise = page.getByRole('contentinfo').getByText('every file name, before you pay')
  const foot = page.getByRole('contentinfo').getByText('Links and help')
  await foot.click()
  await expect(promise).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'Browse Projects' }).click()
  await expect(promise).toBeVisible()
  await hydrated(page)
  const titles = (await page.getByRole('main').getByRole('heading', { level: 3 }).allInnerTexts()).slice(0, 2)
  const [one, two] = titles as [string, string]
  for (const title of titles) await heart(page, title).click()
  const box = (await heart(page, one).boundingBox())!
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)

  const other = await context.newPage()
  await other.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) document.title += ` shift ${(entry as { value?: number }).value}`
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await other.setViewportSize({ width: 390, height: 844 })
  await other.goto('/projects')
  await hydrated(other)
  for (const title of titles) await expect(heart(other, title)).toHaveAttribute('aria-pressed', 'true')
  expect(await other.title()).not.toContain('shift')

  const person = newcomer('Farah Khan')
  await signUp(page, person, { open: '/wishlist' })
  await expect(rows(page)).toHaveCount(2)
  await heart(other, one).click()
  await expect(rows(page).filter({ hasText: one })).toHaveCount(0)
  await heart(other, one).click()
  await expect(rows(page).filter({ hasText: one })).toBeVisible()
  await page.getByRole('button', { name: `Remove ${two}` }).click()
  await expect(heart(other, two)).toHaveAttribute('aria-pressed', 'false')
  await expect(rows(page)).toHaveCount(1)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(heart(other, one)).toHaveAttribute('aria-pressed', 'false')
})

const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

const heart = (page: Page, title: string) =>
  page
    .getByRole('button', { name: `Save ${title}`, exact: true })
    .or(page.getByRole('button', { name: `Saved: ${title}`, exact: true }))
