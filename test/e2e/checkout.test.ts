import type { ListedProject } from './catalogue.ts'
import { expect, type Page, test } from './journey.ts'
import { codeMailedTo, mailTo } from './mails.ts'
import { enterCode, openCoupon, signUp } from './people.ts'
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

test('after a wrong coupon was cleared, the first press on Pay pays', async ({ page }) => {
  await aBuyer(page)
  await openCoupon(page)
  await expect(page.getByLabel('Coupon')).toBeFocused()
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

test('one payment has one document, and without GST it is a receipt on every page and in the mail', async ({
  page,
}) => {
  const { email } = await aBuyer(page, 3)
  await expect(page.getByText('No tax is charged')).toBeVisible()
  await expect(page.getByText('You get a receipt.')).toBeVisible()
  await expect(page.getByText('tax rules')).toHaveCount(0)
  await pay(page).click()
  await page.getByRole('button', { name: 'Succeed' }).click()
  await expect(page.getByText('Payment received')).toBeVisible()
  const receipt = page.getByRole('button', { name: 'Receipt' })
  await expect(receipt).toHaveCount(1)
  const saving = page.waitForEvent('download')
  await receipt.click()
  expect((await saving).suggestedFilename()).toMatch(/^receipt-RM-\d\d-\d\d-\d{6}\.pdf$/)
  await page.goto('/profile?tab=orders')
  await expect(page.getByRole('link', { name: 'View Details' })).toHaveCount(3)
  await expect(receipt).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Invoice' })).toHaveCount(0)
  await page.getByRole('link', { name: 'View Details' }).last().click()
  await expect(page.getByText(/^Order RM-/)).toBeVisible()
  await expect(receipt).toHaveCount(1)
  await expect(page.getByText('receipt', { exact: true })).toBeVisible()
  expect(mailTo(email, 'Your receipt from Readymade')).toContain('Your receipt is RM/')
})

test('with GST the price says so before anybody pays, and the document is an invoice', async ({ page }) => {
  // Adds a GST registration to the server's answers only, because a real one would affect all other journeys.
  await page.route('**/api/orders/**', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const body = text
      .replace('"gstPercent":null', '"gstPercent":18')
      .replaceAll('"invoiceKind":"receipt"', '"invoiceKind":"tax invoice"')
    await route.fulfill({ response, body })
  })
  await aBuyer(page)
  await expect(page.getByText('contains 18% GST')).toBeVisible()
  await expect(page.getByText('No tax is charged')).toHaveCount(0)
  await pay(page).click()
  await page.getByRole('button', { name: 'Succeed' }).click()
  await expect(page.getByText('Payment received')).toBeVisible()
  const invoice = page.getByRole('button', { name: 'Invoice' })
  await expect(page.getByRole('button', { name: 'Receipt' })).toHaveCount(0)
  await expect(page.getByText('invoice', { exact: true })).toBeVisible()
  // One that is under way is answered first.
  await page.unrouteAll({ behavior: 'wait' })
  const saving = page.waitForEvent('download')
  await invoice.click()
  expect((await saving).suggestedFilename()).toMatch(/^invoice-RM-/)
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

test('a session that ended on the way is asked for at Pay, and then all that was chosen is still there', async ({
  page,
}) => {
  const { email } = await aBuyer(page)
  await page.getByLabel('State').selectOption('Goa')
  await page.evaluate(() => {
    localStorage.setItem('accessToken', '')
    localStorage.setItem('refreshToken', 'over')
  })
  await pay(page).click()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  const before = codeMailedTo(email)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect.poll(() => codeMailedTo(email)).not.toBe(before)
  await enterCode(page, email)
  await expect(page.getByLabel('State')).toHaveValue('Goa')
  await pay(page).click()
  await expect(page.getByRole('button', { name: 'Succeed' })).toBeVisible()
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
