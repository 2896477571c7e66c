import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'

test('public pages arrive whole without JavaScript', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goto('/projects?category=Database&sort=price-low')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^[1-9][0-9,]* Projects Found$/)
  await expect(page.getByRole('article')).not.toHaveCount(0)
  await page.getByLabel('Search projects').fill('library')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page.getByRole('link', { name: 'Purchase Now' }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What is inside' })).toBeVisible()
})

test('only a page that takes a form reads one, and what is no form is refused', async ({ request }) => {
  const form = { name: '', email: 'asha@example.in', subject: 'Support', message: 'Hello' }
  const status = async (address: string, sent: Parameters<typeof request.post>[1]) =>
    (await request.post(address, sent)).status()
  expect(await status('/contact', { multipart: form })).toBe(400)
  for (const address of ['/contact', '/contact.data', '/contact/']) {
    // Once each, because all journeys together may send as many messages an hour as one visitor.
    const answer = await request.post(address, { form })
    expect(await answer.text()).toContain('asha@example.in')
    expect(answer.status()).toBe(400)
    expect(await status(address, { data: form })).toBe(415)
    expect(await status(address, { form: { name: 'a'.repeat(1024 * 1024) } })).toBe(413)
  }
  for (const address of ['/', '/about', '/about.data', '/signin', '/projects'])
    expect(await status(address, { data: 'a'.repeat(2 * 1024 * 1024) })).toBe(404)
})

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

test('old and unknown addresses lead where the specification says', async ({ page, request }) => {
  for (const [from, to] of [
    ['/login', '/signin'],
    ['/auth', '/signin'],
    ['/register', '/signup'],
    ['/no/such/page', '/'],
  ] as const) {
    await page.goto(from)
    await expect(page).toHaveURL(to)
  }
  expect((await request.get('/projects/01890000-0000-7000-8000-000000000000')).status()).toBe(404)
  await page.goto('/projects/01890000-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
  await page.goto('/profile')
  await expect(page).toHaveURL('/signin?next=%2Fprofile')
})
