import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'

test.use({ own: true })

test('before the scripts have come links and the search act, the menu of a phone opens and stays open, and a form that needs them cannot be sent, but then once', async ({
  page,
}) => {
  let letScriptsCome = await holdScripts(page)
  await page.goto('/about', { waitUntil: 'commit' })
  await page.getByRole('banner').getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page).toHaveURL('/projects')
  await page.getByLabel('Search projects').fill('library')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/search=library/)
  await expect(page.getByRole('article').first()).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  letScriptsCome()
  await hydrated(page)
  const menu = page.getByRole('region', { name: 'Menu' })
  await menu.getByTitle('Dark').click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(menu).toBeVisible()

  letScriptsCome = await holdScripts(page)
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

test('where scripts are off, a sign-in link says what to do and offers nothing that does nothing', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL: baseURL!, javaScriptEnabled: false })
  await page.goto('/signin/link#token')
  await expect(page.locator('noscript span').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign In' })).toHaveCount(0)
})

async function holdScripts(page: Page) {
  const { promise: mayCome, resolve } = Promise.withResolvers<void>()
  await page.unrouteAll()
  await page.route('**/*.js', async (route) => {
    await mayCome
    await route.continue()
  })
  return resolve
}
