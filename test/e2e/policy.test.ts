import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { signInAsStaff, signUp } from './people.ts'

test.use({ own: true })

// The walk expects the same of every page that is only opened.
test('home, list and detail come without zod, for members too; what is uploaded, bought and described breaks no Content-Security-Policy and writes no error to the console', async ({
  page,
}) => {
  const troubles = await troublesOf(page)
  const address = await projectWith(page, ({ price }) => price > 0)
  const id = address.split('/')[2]
  const email = `tara-${Date.now().toString(36)}@e2e.example`
  await signUp(page, { name: 'Tara Bose', email, phone: '9876543210' })
  const scripts: Promise<string>[] = []
  page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) scripts.push(answer.text())
  })
  for (const place of ['/', '/projects', address]) {
    await page.goto(place)
    await hydrated(page)
    for (const text of await Promise.all(scripts)) expect(text, place).not.toContain('__zod_globalConfig')
  }
  expect(scripts.length).toBeGreaterThan(0)
  page.removeAllListeners('response')
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.goto('/profile?tab=projects')
  await page.getByRole('button', { name: 'Add New Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Project' })
  await dialog.getByLabel('Title').fill('Policy Desk')
  await dialog.getByLabel('Description').fill('A project for looking at its page.')
  await dialog.getByLabel('Category').selectOption('Web Development')
  await dialog.getByRole('spinbutton', { name: 'Price' }).fill('10')
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'one.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
  const made = page.waitForResponse((answer) => answer.url().endsWith('/api/projects') && answer.ok())
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/images') && answer.ok())
  await dialog.getByRole('button', { name: 'Continue to Files' }).click()
  const own = ((await (await made).json()) as { _id: string })._id
  await stored
  await page.goto(`/owner/projects/${own}#images`)
  await expect(page.getByRole('img').first()).toBeVisible()
  await page.goto(`/checkout?project=${id}`)
  await page.getByLabel('State').selectOption('Goa')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('button', { name: 'Succeed' }).click()
  await expect(page.getByText('Payment received')).toBeVisible()
  await page.goto('/api/docs')
  await expect(page.getByText('/users/auth/email/send-otp').first()).toBeVisible()
  await signInAsStaff(page)
  await page.goto(`/admin/projects/${own}?tab=pictures`)
  await expect(page.getByRole('img').first()).toBeVisible()
  expect(troubles).toEqual([])
})

/** Collects all violations of the Content-Security-Policy and all errors in this tab. */
async function troublesOf(page: Page): Promise<string[]> {
  const troubles: string[] = []
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      console.error(`violation of ${effectiveDirective} by ${blockedURI} in ${sourceFile}`),
    ),
  )
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`))
  return troubles
}
