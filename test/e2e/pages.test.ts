import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'

test('filters live in the address: shared, gone back from, and cleared', async ({ page }) => {
  await page.goto('/projects')
  await hydrated(page)
  await page.getByRole('radio', { name: /^AI\/ML/ }).check()
  await expect(page).toHaveURL('/projects?category=AI%2FML')
  await page.getByLabel('Sort by').selectOption('Price: Low to High')
  await expect(page).toHaveURL('/projects?category=AI%2FML&sort=price-low')
  await page.getByLabel('Search projects').fill('digit')
  await expect(page).toHaveURL(/search=digit/)
  await expect(page.getByRole('heading', { name: /^[12] Projects? Found$/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Handwritten Digit Recogniser' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/projects')
  await page.goto('/projects?search=nothinglikethis')
  await expect(page.getByText('No projects found')).toBeVisible()
  await page.getByRole('link', { name: 'Clear Filters' }).click()
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
