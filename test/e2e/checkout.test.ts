import type { ListedProject } from './catalogue.ts'
import { expect, type Page, test } from './journey.ts'
import { openCoupon, signUp } from './people.ts'
import { fillCart } from './storage.ts'

let people = 0
/** Signs a new member up in this page and opens the checkout with some projects. */
async function aBuyer(page: Page, count = 1) {
  const email = `checkout-${Date.now().toString(36)}-${people++}@e2e.example`
  const { headers } = await signUp(page, { name: 'Sana Sheikh', email, phone: '9876543210' })
  const { projects } = (await (await page.request.get('/api/projects?limit=50')).json()) as {
    projects: ListedProject[]
  }
  const chosen = projects.filter(({ price }) => price > 0).slice(0, count)
  await fillCart(
    page,
    chosen.map(({ _id, title }) => ({ projectId: _id, title })),
    '/checkout',
  )
  await page.getByLabel('State').selectOption('Kerala')
  return { email, headers, chosen }
}
const pay = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ })

test('a payment that failed offers Retry in the first screen of a phone, and says so to who does not see it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await aBuyer(page, 5)
  await pay(page).click()
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('heading', { name: 'The payment failed' })).toBeVisible()
  const retry = page.getByRole('link', { name: 'Retry' })
  for (const height of [844, 640]) {
    await page.setViewportSize({ width: height === 844 ? 390 : 360, height })
    await page.reload()
    await expect(retry).toBeInViewport({ ratio: 1 })
  }
  // The page of one of its orders offers Retry too.
  await page.getByRole('link', { name: 'View Details' }).first().click()
  await expect(page.getByText(/^Order RM-/)).toBeVisible()
  await expect(retry).toBeInViewport({ ratio: 1 })
})

test('a receipt is saved under its number', async ({ page }) => {
  await aBuyer(page)
  await pay(page).click()
  await page.getByRole('button', { name: 'Succeed' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Receipt' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^receipt-RM-\d\d-\d\d-\d{6}\.pdf$/)
})

test('Pay in a second tab of the same cart, when the first has paid, says that it is owned and where', async ({
  page,
  context,
}) => {
  const { chosen } = await aBuyer(page)
  const second = await context.newPage()
  await second.goto('/checkout')
  await second.getByLabel('State').selectOption('Kerala')
  await pay(page).click()
  await page.getByRole('button', { name: 'Succeed' }).click()
  await expect(page.getByText('Payment received')).toBeVisible()
  await pay(second).click()
  await expect(second.getByRole('heading', { name: 'There is nothing to buy' })).toBeVisible()
  await expect(second.getByText(`You already own ${chosen[0]!.title}`)).toBeVisible()
  await expect(second.getByRole('main').getByRole('link', { name: 'My Orders' })).toBeVisible()
  // Back does not lead to a finished payment either.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'There is nothing to buy' })).toBeVisible()
})

test('Pay without a connection charges nothing and keeps what was chosen; the next press pays', async ({
  page,
  context,
}) => {
  await aBuyer(page)
  await openCoupon(page)
  await page.getByLabel('Coupon').fill('TYPED')
  await context.setOffline(true)
  await pay(page).click()
  await expect(page.getByText('We could not be reached. Nothing was charged')).toBeVisible()
  await expect(page.getByLabel('Coupon')).toHaveValue('TYPED')
  await expect(page.getByLabel('State')).toHaveValue('Kerala')
  await context.setOffline(false)
  await page.getByLabel('Coupon').clear()
  await pay(page).click()
  await expect(page.getByRole('button', { name: 'Succeed' })).toBeVisible()
})
