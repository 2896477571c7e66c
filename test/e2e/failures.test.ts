import { expect, type Page, test } from './journey.ts'
import { signUp } from './people.ts'

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

for (const [how, fail] of [
  ['is cut', cut],
  ['is answered by a proxy', behindProxy],
] as const)
  test(`a new project with a picture that ${how} is not saved, in the words of its form`, async ({
    page,
  }) => {
    const email = `lata-${Date.now().toString(36)}@e2e.example`
    await signUp(page, { name: 'Lata Nair', email, phone: '9876543210' }, { open: '/profile?tab=projects' })
    await fail(page, '**/api/projects')
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
  })
