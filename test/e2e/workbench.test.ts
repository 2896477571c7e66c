import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

import { signInAsStaff, signUp } from './people.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the pages of members and staff have no accessibility findings in the ${colorScheme} theme`, async ({
    browser,
  }) => {
    const page = await (await browser.newContext({ colorScheme })).newPage()
    const email = `axe-${colorScheme}-${Date.now()}@e2e.example`
    await signUp(page, { name: 'Meera Iyer', email, phone: '9876543210' })
    await page.goto('/profile')
    await expect(page.getByText('No projects yet')).toBeVisible()
    await sound(page)
    await page.getByRole('button', { name: 'Add New Project' }).click()
    await sound(page)
    const { projects } = (await (await page.request.get('/api/projects')).json()) as {
      projects: { _id: string }[]
    }
    await page.goto(`/checkout?project=${projects[0]!._id}`)
    await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible()
    await sound(page)
    await page.getByLabel('State').selectOption('Goa')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(page.getByRole('button', { name: 'Succeed' })).toBeVisible()
    await sound(page)
    await page.getByRole('link', { name: 'Close' }).click()
    await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
    await sound(page)
    await page.goto('/profile?tab=orders')
    await expect(page.getByText('Pending')).toBeVisible()
    await sound(page)
    await signInAsStaff(page)
    await page.getByLabel('Status').selectOption('')
    await expect(page.getByRole('link', { name: 'GST Invoice Maker', exact: true })).toBeVisible()
    await sound(page)
    await page.getByRole('link', { name: 'GST Invoice Maker', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Verification History' })).toBeVisible()
    await sound(page)
  })
}

test('staff and members who are signed out are led to their sign-in', async ({ page }) => {
  for (const address of [
    '/admin',
    '/admin/projects',
    '/admin/projects/01890000-0000-7000-8000-000000000000',
  ]) {
    await page.goto(address)
    await expect(page).toHaveURL('/admin/login')
  }
  await page.goto('/owner/projects/01890000-0000-7000-8000-000000000000')
  await expect(page).toHaveURL(/^.*\/signin\?next=/)
})

async function sound(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
