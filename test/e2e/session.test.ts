import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { hydrated } from './hydrated.ts'
import { expect, type Route, test } from './journey.ts'
import { codeMailedTo } from './mails.ts'
import { enterCode, fillSignUp, openMoreFields, signUp } from './people.ts'
import { expectSound } from './sound.ts'

const newcomer = (name: string) => ({
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}-${Date.now().toString(36)}@e2e.example`,
  phone: '9876543210',
})

test('in a small window what failed and what was done is in sight and announced', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await page.route('**/send-otp', (route) => route.abort())
  await page.goto('/signup')
  await hydrated(page)
  await openMoreFields(page)
  await page.getByLabel('Referral code').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByText('Name is required')).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Name')).toBeFocused()
  const person = newcomer('Ila Das')
  await fillSignUp(page, { ...person, phone: '123' })
  await expect(page.getByText('Phone number must be 10 digits')).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Phone').fill('098765 43210')
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to send OTP' })).toBeInViewport({ ratio: 1 })
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Send Code' }).click()
  const field = page.getByLabel('6-digit code')
  await field.fill(codeMailedTo(person.email) === '000000' ? '111111' : '000000')
  await expect(page.getByRole('main').getByText('OTP verification failed')).toBeInViewport({ ratio: 1 })
  await expect(field).toBeFocused()
  await enterCode(page, person.email)
  await expect(page.getByText('Welcome, Ila Das. Your account is ready.')).toBeInViewport({ ratio: 1 })
})

test('tabs that refresh at once stay signed in', async ({ page, context }) => {
  await signUp(page, newcomer('Tara Singh'), { open: '/about' })
  // It looks valid to the browser, but the server refuses it.
  await page.evaluate(() => {
    const [head, body] = localStorage.getItem('accessToken')!.split('.')
    localStorage.setItem('accessToken', `${head}.${body}.${'x'.repeat(43)}`)
  })
  const tabs = await Promise.all([1, 2, 3, 4].map(() => context.newPage()))
  await Promise.all(tabs.map((tab) => tab.goto('/profile?tab=orders')))
  for (const tab of tabs) await expect(tab.getByRole('heading', { name: 'Tara Singh' })).toBeVisible()
})

test('a new project that is not saved stays in its form, also when the session ends over it; a token that ends in the middle of its upload is renewed, and whoever is signed out is asked to log in', async ({
  page,
}) => {
  test.slow()
  const person = newcomer('Usha Rani')
  const { headers } = await signUp(page, person, { open: '/profile?tab=projects' })
  await page.getByRole('button', { name: 'Add New Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Project' })
  const proceed = dialog.getByRole('button', { name: 'Continue to Files' })
  await dialog.getByLabel('Title').fill('Hostel Desk')
  await dialog.getByLabel('Description').fill('Rooms and mess bills.')
  await dialog.getByLabel('Category').selectOption('SaaS')
  await dialog.getByRole('spinbutton', { name: 'Price' }).fill('10')
  const choosePicture = () =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'one.png', mimeType: 'image/png', buffer: onePixel })
  await choosePicture()
  for (const fail of [cut, behindProxy]) {
    await page.route('**/api/projects', fail)
    const sent = page.waitForRequest('**/api/projects')
    await proceed.click()
    await sent
    await expect(dialog.getByText('Failed to save project')).toBeVisible()
    await expect(proceed).not.toHaveAttribute('aria-disabled', 'true')
    await page.unroute('**/api/projects')
  }
  await page.request.post('/api/users/auth/logout', { headers })
  await proceed.click()
  await expect(page).toHaveURL('/signin?next=%2Fprofile%3Ftab%3Dprojects')
  const before = codeMailedTo(person.email)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect.poll(() => codeMailedTo(person.email)).not.toBe(before)
  await enterCode(page, person.email)
  await expect(dialog.getByLabel('Title')).toHaveValue('Hostel Desk')
  await expect(dialog.getByLabel('Category')).toHaveValue('SaaS')

  await choosePicture()
  await proceed.click()
  let uploads = 0
  await page.route('**/api/upload/re-upload/**', async (route) => {
    if (++uploads > 1) return route.continue()
    await route.fulfill({
      status: 401,
      json: { success: false, code: 'signed_out', message: 'Authentication required' },
    })
  })
  const refreshed = page.waitForResponse('**/auth/refresh')
  await dialog.locator('input[webkitdirectory]').setInputFiles(await aFolder())
  await dialog.getByRole('button', { name: /^Upload/ }).click()
  expect((await refreshed).status()).toBe(200)
  await expect(page.getByText('Your project is uploaded.')).toBeVisible()
  expect(uploads).toBe(2)
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.evaluate(() => {
    for (const entry of ['accessToken', 'refreshToken', 'user']) localStorage.removeItem(entry)
  })
  await page.getByRole('button', { name: 'Add New Project' }).click()
  await expect(page.getByRole('dialog', { name: 'Login Required' })).toBeVisible()
  await expectSound(page)
})

async function aFolder() {
  const folder = join(await mkdtemp(join(tmpdir(), 'readymade-upload-')), 'desk')
  await mkdir(folder)
  await writeFile(join(folder, 'README.md'), '# Hostel Desk')
  await writeFile(join(folder, 'main.py'), 'print(1)')
  return folder
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const cut = (route: Route) => route.abort('connectionreset')
const behindProxy = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' })
