import { expect, test } from '@playwright/test'

import { signUp } from './people.ts'
import { expectSound } from './sound.ts'

test('the pages of members have no accessibility findings and no overflow', async ({ page }) => {
  const email = `axe-${Date.now()}@e2e.example`
  await signUp(page, { name: 'Meera Iyer', email, phone: '9876543210' })
  await page.goto('/profile?tab=projects')
  await expect(page.getByText('No projects yet')).toBeVisible()
  await expectSound(page, { widths: [1280] })
  await page.getByRole('button', { name: 'Add New Project' }).click()
  await expectSound(page, { widths: [1280] })
  const { projects } = (await (await page.request.get('/api/projects')).json()) as {
    projects: { _id: string }[]
  }
  await page.goto(`/checkout?project=${projects[0]!._id}`)
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible()
  await expectSound(page, { widths: [1280] })
  await page.getByLabel('State').selectOption('Goa')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('button', { name: 'Succeed' })).toBeVisible()
  await expectSound(page, { widths: [1280] })
  await page.getByRole('link', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
  await expectSound(page, { widths: [1280] })
  await page.goto('/profile?tab=orders')
  await expect(page.getByText('Pending')).toBeVisible()
  await expectSound(page, { widths: [1280] })
})

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
