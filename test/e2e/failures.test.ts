import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, type Page, type Route, test } from './journey.ts'
import { fillSignUp, signInAsStaff, signUp } from './people.ts'

test.use({ own: true })

const proxyPage = '<html><body><h1>502 Bad Gateway</h1></body></html>'
// A real picture, because others are refused before anything is sent.
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const cut = (page: Page, call: string) => page.route(call, (route) => route.abort('connectionreset'))
const behindProxy = (page: Page, call: string) =>
  page.route(call, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: proxyPage }))

test('a sign-in that nobody answers ends with its first call', async ({ page }) => {
  await page.clock.install()
  const asked: string[] = []
  await page.route('**/api/users/auth/**', (route) => void asked.push(route.request().url()))
  await page.goto('/signin')
  await hydrated(page)
  await page.getByLabel('Email').fill('lata-waits@e2e.example')
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect.poll(() => asked).toHaveLength(1)
  await page.clock.fastForward('00:11')
  await expect(page.getByText('Failed to send OTP')).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('what nobody saved stays on the page with a message, which is not read again from the same silence', async ({
  page,
}) => {
  await signInAsStaff(page)
  await page.goto('/admin/account')
  await hydrated(page)
  await page.clock.install()
  const asked: string[] = []
  await page.route('**/api/**', (route) => void asked.push(route.request().url()))
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Lata Nair')
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  const before = asked.length
  await page.clock.fastForward('00:11')
  await expect(page.getByText('Failed to save')).toBeVisible()
  await page.clock.fastForward('00:11')
  await expect(name).toHaveValue('Lata Nair')
  expect(asked.length).toBe(before)
})

for (const [how, fail] of [
  ['is cut', cut],
  ['is answered by a proxy', behindProxy],
] as const)
  test(`a call that ${how} says what failed, in the words of its page`, async ({ page }) => {
    const person = {
      name: 'Lata Nair',
      email: `lata-${Date.now().toString(36)}@e2e.example`,
      phone: '9876543210',
    }
    await fail(page, '**/api/users/auth/email/send-otp')
    await page.goto('/signup')
    await hydrated(page)
    await fillSignUp(page, person)
    await expect(page.getByText('Failed to send OTP')).toBeVisible()
    await page.unrouteAll()

    await signUp(page, person)
    await fail(page, '**/api/orders/checkout')
    await page.goto(`/checkout?project=${(await projectWith(page, ({ price }) => price > 0)).split('/')[2]}`)
    await page.getByLabel('State').selectOption('Kerala')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(
      page.getByText('We could not be reached. Nothing was charged; please try again.'),
    ).toBeVisible()
    await expect(page.getByLabel('State')).toHaveValue('Kerala')

    await fail(page, '**/api/projects')
    await page.goto('/profile?tab=projects')
    await page.getByRole('button', { name: 'Add New Project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Project' })
    await dialog.getByLabel('Title').fill('Never Made')
    await dialog.getByLabel('Description').fill('It does not come to be.')
    await dialog.getByLabel('Category').selectOption('Web Development')
    await dialog.getByRole('spinbutton', { name: 'Price' }).fill('10')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'one.png', mimeType: 'image/png', buffer: onePixel })
    await dialog.getByRole('button', { name: 'Continue to Files' }).click()
    await expect(dialog.getByText('Failed to save project')).toBeVisible()

    await fail(page, '**/api/auth/login')
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill('admin@readymade.example')
    await page.getByLabel('Password').fill('readymade-demo')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Login failed. Please check your credentials.')).toBeVisible()
  })

test('a call that nobody answers within 10 seconds says what failed', async ({ page }) => {
  await page.clock.install()
  await page.route('**/api/users/auth/email/send-otp', () => {})
  await page.goto('/signup')
  await hydrated(page)
  const asked = page.waitForRequest('**/api/users/auth/email/send-otp')
  await fillSignUp(page, { name: 'Lata Nair', email: 'lata-waits@e2e.example', phone: '9876543210' })
  await asked
  await expect(page.getByRole('button', { name: 'Sending the code...' })).toBeVisible()
  await page.clock.fastForward('00:11')
  await expect(page.getByText('Failed to send OTP')).toBeVisible()
})

for (const [how, fail] of [
  ['is cut', (route: Route) => route.abort('connectionreset')],
  ['is answered by a proxy', (route: Route) => route.fulfill({ status: 502, body: proxyPage })],
  ['nobody answers within 10 seconds', () => {}],
] as const)
  test(`a message to us that ${how} stays in its form`, async ({ page }) => {
    await page.clock.install()
    await page.goto('/contact')
    await hydrated(page)
    await page.route('**/contact.data*', (route) =>
      route.request().method() === 'POST' ? fail(route) : route.continue(),
    )
    await page.getByLabel('Name').fill('Lata Nair')
    await page.getByLabel('Email').fill('lata@e2e.example')
    await page.getByLabel('Subject').selectOption('General Inquiry')
    await page.getByLabel('Message').fill('Do you sell hardware too?')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.clock.runFor(11_000)
    await expect(page.getByText('Failed to send message. Please try again.')).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue('Do you sell hardware too?')
  })
