import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { aListedProject } from './listings.ts'
import { signIn, signUp, staffHeaders } from './people.ts'

test.use({ own: true })

const run = Date.now().toString(36)

let minutes = 0
/** Simulates that somebody returns to a tab a minute later. */
async function comeBack(page: Page) {
  await page.clock.setFixedTime(Date.now() + ++minutes * 60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

test('what was bought on the phone is owned on the laptop, and what was refunded is offered again: as soon as a page shows or its tab comes back', async ({
  page: laptop,
  elsewhere,
}) => {
  const seller = await elsewhere()
  const { headers } = await signUp(seller, {
    name: 'Anil Das',
    email: `seller-${run}@e2e.example`,
    phone: '9876543210',
  })
  const id = await aListedProject(seller, headers, { title: `Ownership Desk ${run}`, price: 700 })
  const email = `owning-${run}@e2e.example`
  await signUp(laptop, { name: 'Ravi Menon', email, phone: '9876543210' })
  await laptop.goto(`/projects/${id}`)
  await hydrated(laptop)
  const buys = laptop.getByRole('link', { name: 'Purchase Now' }).first()
  const owns = laptop.getByText('You own this').first()
  await expect(buys).toBeVisible()

  await laptop.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  const cart = await laptop.context().newPage()
  await cart.goto('/cart')
  await hydrated(cart)
  await expect(cart.getByText('Total, 1 item')).toBeVisible()

  const phone = await elsewhere()
  await phone.setViewportSize({ width: 390, height: 844 })
  await signIn(phone, email, `/checkout?project=${id}`)
  await phone.getByLabel('State').selectOption('Kerala')
  await phone.getByRole('button', { name: 'Pay ₹700' }).click()
  await phone.getByRole('button', { name: 'Succeed' }).click()
  await expect(phone.getByText('Payment received')).toBeVisible()
  const order = new URL(phone.url()).pathname.split('/').at(-1)!

  await comeBack(laptop)
  await expect(owns).toBeVisible()
  await expect(buys).toBeHidden()
  await comeBack(cart)
  await expect(cart.getByText('You own this')).toBeVisible()
  await expect(cart.getByText('Nothing here can be bought any more.')).toBeVisible()
  await laptop.goto(`/orders/${order}`)
  await expect(laptop.getByRole('button', { name: 'Download', exact: true }).first()).toBeVisible()

  const staff = await staffHeaders(seller)
  const token = await phone.evaluate(() => localStorage.getItem('accessToken'))
  const asked = await phone.request.post(`/api/orders/${order}/refund`, {
    headers: { authorization: `Bearer ${token}` },
    data: { reason: 'The database script stops at line 40.' },
  })
  expect(asked.status()).toBe(200)
  const decided = await phone.request.post(`/api/admin/refunds/${(await asked.json()).refund.request._id}`, {
    headers: staff,
    data: { decision: 'approve', note: '' },
  })
  expect(decided.status()).toBe(200)

  // The refund shows on the order's page on the laptop and on the project's page on the phone.
  await comeBack(laptop)
  await expect(laptop.getByText('Refunded', { exact: true })).toBeVisible()
  await expect(laptop.getByRole('button', { name: 'Download', exact: true })).toHaveCount(0)
  await phone.goto(`/projects/${id}`)
  await expect(phone.getByRole('link', { name: 'Purchase Now' }).last()).toBeVisible()
  await expect(phone.getByText('You own this')).toHaveCount(0)
})
