import { expect, test } from '@playwright/test'

import { signInAsStaff, signUp } from './people.ts'

test("who signs out in one tab is signed out in the others: their heads say so, members' pages lead to sign-in", async ({
  context,
  page,
}) => {
  await signUp(page, { name: 'Farah Khan', email: `tabs-${Date.now()}@e2e.example`, phone: '9876543210' })
  const [about, profile] = [await context.newPage(), await context.newPage()]
  await about.goto('/about')
  await profile.goto('/profile?tab=orders')
  await expect(about.getByRole('link', { name: 'Hi, Farah' })).toBeVisible()
  await expect(profile.getByRole('heading', { name: 'Farah Khan' })).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(about.getByRole('link', { name: 'Hi, Farah' })).toBeHidden()
  await expect(about.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(about).toHaveURL('/about')
  await expect(profile).toHaveURL('/signin?next=%2Fprofile%3Ftab%3Dorders')
})

test('who signs in in one tab is greeted in the others', async ({ context, page }) => {
  const about = await context.newPage()
  await about.goto('/about')
  await signUp(page, { name: 'Farah Khan', email: `greets-${Date.now()}@e2e.example`, phone: '9876543210' })
  await expect(about.getByRole('link', { name: 'Hi, Farah' })).toBeVisible()
  await expect(about.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeHidden()
})

test('staff who sign out in one tab are signed out in the others', async ({ context, page }) => {
  await signInAsStaff(page)
  const other = await context.newPage()
  await other.goto('/admin/projects')
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/admin/login')
  await expect(other).toHaveURL('/admin/login')
})

test('where the browser keeps nothing, one can still sign in and choose a theme', async ({ page }) => {
  await page.addInitScript(() => {
    const closed = {
      get: () => {
        throw new DOMException('closed', 'SecurityError')
      },
    }
    Object.defineProperty(window, 'localStorage', closed)
    Object.defineProperty(window, 'sessionStorage', closed)
  })
  await signUp(page, { name: 'Farah Khan', email: `closed-${Date.now()}@e2e.example`, phone: '9876543210' })
  await page.getByRole('radio', { name: 'Dark' }).first().check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('link', { name: 'Hi, Farah' }).click()
  await expect(page.getByRole('heading', { name: 'Farah Khan' })).toBeVisible()
})
