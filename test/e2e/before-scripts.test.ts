import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'

test.use({ own: true })

test('a form that needs the scripts cannot be sent before they have come, and then is sent once', async ({
  page,
}) => {
  const letScriptsCome = await holdScripts(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await page.goto('/signin', { waitUntil: 'commit' })
  const email = page.getByLabel('Email')
  await email.fill('nobody@e2e.example')
  const send = page.getByRole('button', { name: 'Send Code' })
  await expect(send).toBeDisabled()
  await email.press('Enter')
  expect(sent).toEqual([])
  letScriptsCome()
  await expect(email).toHaveValue('nobody@e2e.example')
  await send.click()
  await expect(page.getByText('No account found')).toBeVisible()
  expect(sent).toEqual(['/api/users/auth/check-email'])
})

test('links and the search act before the scripts have come', async ({ page }) => {
  await holdScripts(page)
  await page.goto('/about', { waitUntil: 'commit' })
  await page.getByRole('banner').getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page).toHaveURL('/projects')
  await page.getByLabel('Search projects').fill('library')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/search=library/)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('the menu of a phone opened before the scripts have come stays open when they are there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const letScriptsCome = await holdScripts(page)
  await page.goto('/about', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  letScriptsCome()
  await hydrated(page)
  const menu = page.getByRole('region', { name: 'Menu' })
  await menu.getByTitle('Dark').click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(menu).toBeVisible()
})

async function holdScripts(page: Page) {
  const { promise: mayCome, resolve } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await mayCome
    await route.continue()
  })
  return resolve
}
