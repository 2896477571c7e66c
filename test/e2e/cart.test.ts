import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'
import { signUp } from './people.ts'
import { fillCart, store } from './storage.ts'

const gone = '01890000-0000-7000-8000-000000000000'

test('an empty cart says what to do, and the header says it is empty', async ({ page }) => {
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: 'Cart, empty' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Browse Projects' }).click()
  await expect(page).toHaveURL('/projects')
})

test('a project and its report are two things on one label, each once, priced and added up, until they are removed', async ({
  page,
}) => {
  const address = await projectWith(page, ({ hasReport }) => hasReport)
  const { project } = (await (await page.request.get(`/api${address}`)).json()) as {
    project: { title: string; price: number; reportPrice: number }
  }
  const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN')}`
  await page.goto(address)
  await hydrated(page)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).dblclick()
  await page.getByRole('button', { name: 'In your cart', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await page.getByRole('button', { name: 'Add the report to the cart' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' }).click()
  const label = page.getByRole('main').getByRole('listitem').filter({ hasText: 'source code' })
  await expect(label).toHaveCount(1)
  await expect(label).toContainText(rupees(project.price))
  const report = label.getByRole('checkbox', { name: /^Add the report/ })
  await expect(report).toBeChecked()
  await expect(label).toContainText(rupees(project.reportPrice))
  await expect(page.getByText('Total, 2 items').locator('..')).toContainText(
    rupees(project.price + project.reportPrice),
  )
  await page.reload()
  await report.uncheck()
  await expect(page.getByText('Total, 1 item').locator('..')).toContainText(rupees(project.price))
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await report.check()
  await expect(page.getByText('Total, 2 items')).toBeVisible()
  await label.getByRole('button', { name: 'Remove' }).click()
  const alone = page.getByRole('main').getByRole('listitem').filter({ hasText: 'project report' })
  await expect(alone).toContainText(rupees(project.reportPrice))
  await expect(page.getByText('Total, 1 item')).toBeVisible()
  await page.getByRole('link', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/signin\?next=%2Fcheckout/)
})

test('the report of a project that one owns has a label of its own, with its price and a way to remove it', async ({
  page,
}) => {
  const address = await projectWith(page, ({ hasReport, price }) => hasReport && price > 0)
  const projectId = address.split('/').at(-1)!
  await signUp(page, {
    name: 'Ravi Owner',
    email: `ravi-${Date.now().toString(36)}@e2e.example`,
    phone: '9876543210',
  })
  await page.goto(`/checkout?project=${projectId}`)
  await page.getByLabel('State').selectOption('Kerala')
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await page.getByRole('button', { name: 'Succeed' }).click()
  await expect(page.getByText('Payment received').first()).toBeVisible()
  await fillCart(page, [
    { projectId, title: 'Bought' },
    { projectId, kind: 'report', title: 'Its report' },
  ])
  const label = page.getByRole('main').getByRole('listitem').filter({ hasText: 'project report' })
  await expect(label.getByText(/^₹/)).toBeVisible()
  await expect(page.getByText('Total, 1 item')).toBeVisible()
  await label.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Total, 1 item')).toHaveCount(0)
})

test('what is no longer for sale is pointed out, not added up, and cannot be bought alone', async ({
  page,
}) => {
  await fillCart(page, [{ projectId: gone, title: 'Gone Project' }])
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Gone Project' })
  await expect(row).toContainText('No longer available')
  await expect(page.getByText('Nothing here can be bought any more.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Checkout' })).toHaveCount(0)
  await row.getByRole('button', { name: 'Remove Gone Project' }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('what cannot be bought is not counted in the header, and leaves the cart with one press', async ({
  page,
}) => {
  const projectId = (await projectWith(page, ({ price }) => price > 0)).split('/').pop()!
  const other = gone.replace('7000', '7001')
  await fillCart(page, [
    { projectId: gone, title: 'Gone Project' },
    { projectId, title: 'Sold Project' },
    { projectId: other, title: 'Other Gone Project' },
  ])
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await expect(page.getByText('2 items cannot be bought.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Them' }).click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('Total, 1 item')).toBeVisible()
  await page.goto('/about')
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})

test('a cart that cannot be priced keeps what is in it and can be tried again', async ({ page }) => {
  await page.route('**/api/orders/quote', (route) => route.fulfill({ status: 500, body: 'out of order' }))
  await fillCart(page, [{ projectId: gone, title: 'Gone Project' }])
  await expect(page.getByRole('heading', { name: 'Your cart could not be priced' })).toBeVisible()
  await page.unroute('**/api/orders/quote')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Gone Project')).toBeVisible()
})

test('while it is priced the cart says so', async ({ page }) => {
  let priced = () => {}
  const held = new Promise<void>((resolve) => (priced = resolve))
  await page.route('**/api/orders/quote', async (route) => {
    await held
    await route.continue()
  })
  await fillCart(page, [{ projectId: gone, title: 'Gone Project' }])
  await expect(page.getByText('Loading your cart...').first()).toBeAttached()
  priced()
  await expect(page.getByText('Gone Project')).toBeVisible()
})

test('a stored cart that is not ours counts as empty', async ({ page }) => {
  await store(page, { cart: { a: 1 } })
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})
