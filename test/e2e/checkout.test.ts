import { expect, type Page, test } from '@playwright/test'

import type { Listed } from './catalogue.ts'
import { mailTo, signUpByCalls } from './people.ts'

let people = 0
/** A new member in this page, on their way to buy these many projects. */
async function aBuyer(page: Page, count = 1) {
  const email = `checkout-${Date.now().toString(36)}-${people++}@e2e.example`
  const { headers } = await signUpByCalls(
    page,
    { name: 'Sana Sheikh', email, phone: '9876543210' },
    { open: '/about' },
  )
  const { projects } = (await (await page.request.get('/api/projects?limit=50')).json()) as {
    projects: Listed[]
  }
  const chosen = projects.filter(({ price }) => price > 0).slice(0, count)
  const items = chosen.map(({ _id, title }) => ({ projectId: _id, kind: 'source', title }))
  await page.evaluate((items) => localStorage.setItem('cart', JSON.stringify(items)), items)
  await page.goto('/checkout')
  await page.getByLabel('State').selectOption('Kerala')
  return { email, headers, chosen }
}
const pay = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ })

test('after a wrong coupon was cleared, the first press on Pay pays', async ({ page }) => {
  await aBuyer(page)
  await page.getByLabel('Coupon').fill('NOSUCHCODE')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('There is no coupon with this code.')).toBeVisible()
  await page.getByLabel('Coupon').clear()
  await pay(page).click()
  await expect(page.getByRole('button', { name: 'Succeed' })).toBeVisible()
})

test('a payment that failed offers Retry in the first screen of a phone, and says so to who does not see it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await aBuyer(page, 5)
  await pay(page).click()
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The payment failed' })).toBeVisible()
  const retry = page.getByRole('link', { name: 'Retry' })
  for (const height of [844, 640]) {
    await page.setViewportSize({ width: height === 844 ? 390 : 360, height })
    await page.reload()
    await expect(retry).toBeInViewport({ ratio: 1 })
  }
  // The page of one of its orders has it too.
  await page.getByRole('link', { name: 'View Details' }).first().click()
  await expect(page.getByText(/^Order RM-/)).toBeVisible()
  await expect(retry).toBeInViewport({ ratio: 1 })
})

test('one payment has one paper, and without GST it is a receipt on every page and in the mail', async ({
  page,
}) => {
  const { email } = await aBuyer(page, 3)
  await expect(page.getByText('No tax is charged')).toBeVisible()
  await expect(page.getByText('You get a receipt.')).toBeVisible()
  await expect(page.getByText('tax rules')).toHaveCount(0)
  await pay(page).click()
  await page.getByRole('button', { name: 'Succeed' }).click()
  await expect(page.getByText('Payment received')).toBeVisible()
  const paper = page.getByRole('button', { name: 'Receipt' })
  await expect(paper).toHaveCount(1)
  const saving = page.waitForEvent('download')
  await paper.click()
  expect((await saving).suggestedFilename()).toMatch(/^receipt-RM-\d\d-\d\d-\d{6}\.pdf$/)
  await page.goto('/profile?tab=orders')
  await expect(page.getByRole('link', { name: 'View Details' })).toHaveCount(3)
  await expect(paper).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Invoice' })).toHaveCount(0)
  await page.getByRole('link', { name: 'View Details' }).last().click()
  await expect(page.getByText(/^Order RM-/)).toBeVisible()
  await expect(paper).toHaveCount(1)
  await expect(page.getByText('receipt', { exact: true })).toBeVisible()
  expect(mailTo(email, 'Your receipt from Readymade')).toContain('Your receipt is RM/')
})
