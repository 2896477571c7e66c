import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { hydrated } from './hydrated.ts'
import { expect, type Page, type Route, test } from './journey.ts'
import { enterCode, fillSignUp, openMoreFields, signUp } from './people.ts'

const newcomer = (name: string) => ({
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}-${Date.now().toString(36)}@e2e.example`,
  phone: '9876543210',
})

test('the code field has the focus when it appears, takes a pasted "123 456" and digits only; the countdown outlives a reload', async ({
  page,
}) => {
  const person = newcomer('Mitra Bose')
  await page.goto('/signup')
  await hydrated(page)
  await fillSignUp(page, person)
  const field = page.getByLabel('6-digit code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await page.keyboard.type('12a-')
  await expect(field).toHaveValue('12')
  const again = page.getByRole('button', { name: /^Resend Code in \d+s$/ })
  await expect(again).toBeDisabled()
  await page.waitForTimeout(2000)
  await page.reload()
  await expect(field).toBeFocused()
  expect(Number((await again.innerText()).match(/\d+/)![0])).toBeLessThanOrEqual(58)
  const sent = page.waitForRequest('**/verify-otp')
  await field.evaluate((input: HTMLInputElement) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    set.call(input, '123 456')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect((await sent).postDataJSON()).toMatchObject({ otp: '123456' })
})

test('when check-email is closed, a right code leads an unknown email to sign-up, and the same code finishes it', async ({
  page,
}) => {
  const person = newcomer('Devi Kumar')
  await page.route('**/check-email', (route) =>
    route.fulfill({
      status: 429,
      json: { success: false, code: 'too_many_requests', message: 'Too many requests' },
    }),
  )
  await page.goto('/signin')
  await hydrated(page)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send Code' }).click()
  await enterCode(page, person.email)
  await expect(
    page.getByRole('main').getByText('No account found for that email. Please complete signup to continue.'),
  ).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Phone').fill('+91 98765 43210')
  await page.getByRole('button', { name: 'Send Code' }).click()
  await enterCode(page, person.email)
  await expect(page.getByText('Welcome, Devi Kumar.')).toBeVisible()
  await expect(page).toHaveURL('/')
  for (const address of ['/signin', '/signup']) {
    await page.goto(address)
    await expect(page).toHaveURL('/')
  }
})

test('in a small window what failed is in sight and announced', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await page.route('**/send-otp', (route) => route.abort())
  await page.goto('/signup')
  await hydrated(page)
  await openMoreFields(page)
  await page.getByLabel('Referral code').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByText('Name is required')).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Name')).toBeFocused()
  await fillSignUp(page, { ...newcomer('Ila Das'), phone: '123' })
  await expect(page.getByText('Phone number must be 10 digits')).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Phone').fill('098765 43210')
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to send OTP' })).toBeInViewport({ ratio: 1 })
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Send Code' }).click()
  const field = page.getByLabel('6-digit code')
  await field.fill('000000')
  await expect(page.getByRole('main').getByText('OTP verification failed')).toBeInViewport({ ratio: 1 })
  await expect(field).toBeFocused()
})

test('calls that fail with 401 one after the other share one refresh, and tabs that refresh at once stay signed in', async ({
  page,
  context,
}) => {
  await signUp(page, newcomer('Tara Singh'))
  await staleToken(page)
  let refreshes = 0
  context.on('request', (request) => void (refreshes += Number(request.url().endsWith('/auth/refresh'))))
  // Delays the second answer until the first call has been refreshed and repeated.
  let second = () => {}
  const held = new Promise<void>((resolve) => (second = resolve))
  let counted = 0
  await page.route('**/api/users/profile/counts', async (route) => {
    const answer = await route.fetch()
    if (counted++ === 0) await held
    await route.fulfill({ response: answer })
  })
  const again = page.waitForResponse((answer) => answer.url().endsWith('/refresh'))
  await page.goto('/profile')
  await again
  await page.waitForTimeout(300)
  second()
  await expect(page.getByRole('heading', { name: 'Tara Singh' })).toBeVisible()
  expect(refreshes).toBe(1)

  await staleToken(page)
  const tabs = await Promise.all([1, 2, 3, 4].map(() => context.newPage()))
  await Promise.all(tabs.map((tab) => tab.goto('/profile?tab=orders')))
  for (const tab of tabs) await expect(tab.getByRole('heading', { name: 'Tara Singh' })).toBeVisible()
})

test('a refresh that nobody answers signs nobody out: the call says what failed', async ({ page }) => {
  await signUp(page, newcomer('Rekha Iyer'))
  await page.goto('/profile?tab=settings')
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await page.getByLabel('Full Name').fill('Rekha R. Iyer')
  await staleToken(page)
  await page.route('**/auth/refresh', (route) => route.abort())
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Failed to update profile')).toBeInViewport()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
})

test('whose session ends over a form is told so, signs in, and finds the form as it was left', async ({
  page,
}) => {
  test.slow()
  const person = newcomer('Uma Sen')
  await signUp(page, person)
  await page.goto('/profile?tab=settings')
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await page.getByLabel('City').fill('Mysuru')
  await page.getByLabel('Year').selectOption('2nd Year')
  await endSession(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await signInAgain(page, person.email)
  await expect(page.getByLabel('City')).toHaveValue('Mysuru')
  await expect(page.getByLabel('Year')).toHaveValue('2nd Year')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()

  await page.goto('/profile?tab=projects')
  await page.getByRole('button', { name: 'Add New Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Project' })
  await dialog.getByLabel('Title').fill('Hostel Desk')
  await dialog.getByLabel('Description').fill('Rooms and mess bills.')
  await dialog.getByLabel('Category').selectOption('SaaS')
  await dialog.getByRole('spinbutton', { name: 'Price' }).fill('10')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'one.png', mimeType: 'image/png', buffer: onePixel })
  await endSession(page)
  await dialog.getByRole('button', { name: 'Continue to Files' }).click()
  await signInAgain(page, person.email)
  await expect(dialog.getByLabel('Title')).toHaveValue('Hostel Desk')
  await expect(dialog.getByLabel('Category')).toHaveValue('SaaS')
})

test('an access token that ends in the middle of an upload is renewed, and the upload goes on', async ({
  page,
}) => {
  test.slow()
  const person = newcomer('Usha Rani')
  await signUp(page, person)
  await page.goto('/profile?tab=projects')
  await page.getByRole('button', { name: 'Add New Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Project' })
  await dialog.getByLabel('Title').fill('Hostel Desk')
  await dialog.getByLabel('Description').fill('Rooms and mess bills.')
  await dialog.getByLabel('Category').selectOption('SaaS')
  await dialog.getByRole('spinbutton', { name: 'Price' }).fill('10')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'one.png', mimeType: 'image/png', buffer: onePixel })
  await dialog.getByRole('button', { name: 'Continue to Files' }).click()
  let uploads = 0
  await page.route('**/api/upload/re-upload/**', async (route: Route) => {
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

  // A section of the project's own page opens again with its input.
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Edit(?! Profile)/ })
    .click()
  await page.getByRole('button', { name: 'Edit Description' }).click()
  const section = page.getByRole('region', { name: 'Description' })
  await section.getByLabel('Description').fill('Rooms, mess bills and leave.')
  await endSession(page)
  await section.getByRole('button', { name: 'Save Changes' }).click()
  await signInAgain(page, person.email, /\/owner\/projects\//)
  await expect(section.getByLabel('Description')).toHaveValue('Rooms, mess bills and leave.')
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

/** Replaces the token with one that looks valid to the browser but that the server refuses. */
const staleToken = (page: Page) =>
  page.evaluate(() => {
    const [head, body] = localStorage.getItem('accessToken')!.split('.')
    localStorage.setItem('accessToken', `${head}.${body}.${'x'.repeat(43)}`)
  })

/** Ends the session on the server without the browser knowing. */
const endSession = (page: Page) =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` }
    await fetch('/api/users/auth/logout', { method: 'POST', headers })
  })

async function signInAgain(page: Page, email: string, address = /\/profile/) {
  await expect(page).toHaveURL(/\/signin\?next=/)
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Code' }).click()
  await enterCode(page, email)
  await expect(page.getByText('Welcome back')).toBeVisible()
  await expect(page).toHaveURL(address)
}
