import { projectWith } from './catalogue.ts'
import { unfold } from './folds.ts'
import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'
import { anUploadedProject } from './listings.ts'
import { enterCode, fillSignUp, openCoupon, signInAsStaff, signUp, newcomer } from './people.ts'
import { fillCart } from './storage.ts'
import { missedNodes, openTranslated, translate } from './translation.ts'

test('a visitor whose browser translates empties the cart by half, signs up and buys', async ({ page }) => {
  const missed = missedNodes(page)
  const address = await projectWith(page, ({ hasReport, price }) => hasReport && price > 0)
  const projectId = address.split('/').at(-1)!
  const main = page.getByRole('main')
  const items = (['source', 'report'] as const).map((kind) => ({ projectId, kind, title: 'Two things' }))
  await fillCart(page, items)
  await hydrated(page)
  await translate(page)
  await main
    .getByRole('button', { name: /^Remove/ })
    .last()
    .click()
  await expect(main.getByText('Total, 1 item')).toBeVisible()
  await main.getByRole('link', { name: 'Checkout' }).click()

  await expect(page).toHaveURL(/\/signin/)
  const somebody = newcomer('Asha Rao')
  await main.getByRole('button', { name: 'Send Code' }).click()
  await expect(main.locator('.field-error')).toHaveCount(1)
  await main.getByLabel('Email').fill(somebody.email)
  await main.getByRole('button', { name: 'Send Code' }).click()
  await expect(page).toHaveURL(/\/signup/)
  await fillSignUp(page, somebody)
  await expect(main.getByText(/^Resend Code in/)).toBeVisible()
  await main.getByLabel('6-digit code').fill('000000')
  await expect(main.locator('.field-error')).toHaveCount(1)
  await main.getByRole('button', { name: 'Back' }).click()
  await fillSignUp(page, somebody)
  await enterCode(page, somebody.email)
  await expect(main.getByText('Welcome, Asha Rao. Your account is ready.')).toBeVisible()

  await expect(page).toHaveURL(/\/checkout/)
  await main.getByRole('button', { name: /^Pay/ }).click()
  await expect(main.getByText('Choose your State')).toBeVisible()
  await openCoupon(page)
  await main.getByLabel('Coupon').fill('NOSUCHCODE')
  await main.getByRole('button', { name: 'Apply' }).click()
  await expect(main.getByText('There is no coupon with this code.')).toBeVisible()
  await main.getByRole('button', { name: 'Remove Coupon' }).or(main.getByLabel('Coupon')).last().click()
  await main.getByLabel('Coupon').fill('')
  await main.getByLabel('State').selectOption('Kerala')
  await main.getByRole('button', { name: /^Pay/ }).click()
  await expect(page).not.toHaveURL(/\/checkout/)
  expect(missed).toEqual([])
})

test('an owner and staff whose browsers translate save, are refused, filter and select', async ({ page }) => {
  const missed = missedNodes(page)
  const { headers } = await signUp(page, newcomer('Kavya Menon'))
  const title = `Translated desk ${Date.now()}`
  const id = await anUploadedProject(page, headers, { title, price: 499 })

  await openTranslated(page, `/owner/projects/${id}`)
  const features = page.getByRole('region', { name: 'Features & Requirements' })
  await features.getByRole('button', { name: 'Edit' }).click()
  await features.getByLabel('Key features').fill('Room search')
  await features.getByRole('button', { name: 'Save Changes' }).click()
  await expect(features.getByRole('listitem').filter({ hasText: 'Room search' })).toBeVisible()
  const source = await unfold(page, 'Project Files')
  await source.getByRole('button', { name: 'index.js' }).click()
  await openTranslated(page, '/profile?tab=settings')
  for (const box of await page.getByRole('switch').all()) await box.click()
  for (const tab of await page.getByRole('tablist').first().getByRole('tab').all()) await tab.click()
  await openTranslated(page, '/owner/coupons')
  await page.getByRole('button', { name: 'Create Coupon' }).click()
  await expect(page.getByText('Enter one of the two')).toBeVisible()

  await signInAsStaff(page)
  await openTranslated(page, '/admin/members')
  await page.getByRole('searchbox', { name: 'Search members' }).fill('De')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('Type three letters or more.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search members' }).fill('kavya')
  await expect(page.getByRole('main').getByText(/^[\d,]+\+? found/)).toBeVisible()
  await page.getByLabel('Status').selectOption('Active')
  await expect(page).toHaveURL(/standing=active/)
  await openTranslated(page, '/admin/projects')
  const boxes = page.getByRole('main').getByRole('checkbox')
  await boxes.nth(1).check()
  await expect(page.getByText('1 selected').first()).toBeVisible()
  await boxes.nth(2).check()
  await expect(page.getByText('2 selected').first()).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  const sidebar = page.getByRole('complementary', { name: 'Admin' })
  for (const link of await sidebar.getByRole('link').all()) {
    await link.click()
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
  expect(missed).toEqual([])
})
