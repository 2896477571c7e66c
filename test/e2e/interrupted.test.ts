import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'
import { openCoupon, signUp, signUpByHand, newcomer } from './people.ts'

test('who loses the connection while paying keeps every page on the way and what was chosen, and pays when it is back', async ({
  page,
  context,
}) => {
  await signUp(page, newcomer('Omana Pillai'))
  const address = await projectWith(page, ({ price }) => price > 0)
  await page.goto(`/checkout?project=${address.split('/')[2]}`)
  await hydrated(page)
  await page.getByLabel('State').selectOption('Goa')
  await openCoupon(page)
  const coupon = page.getByLabel('Coupon')
  await coupon.fill('TYPED')
  await context.setOffline(true)
  const pay = page.getByRole('button', { name: /^Pay/ })
  await pay.click()
  await expect(
    page.getByText('We could not be reached. Nothing was charged; please try again.'),
  ).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByLabel('State')).toHaveValue('Goa')
  await expect(coupon).toHaveValue('TYPED')
  await coupon.clear()
  await pay.click()

  const succeed = page.getByRole('button', { name: 'Succeed' })
  await expect(succeed).toBeVisible()
  await context.setOffline(true)
  await succeed.click()
  await expect(page.getByText('The sandbox did not answer')).toBeVisible()
  await expect(succeed).toBeVisible()
  await context.setOffline(false)

  await page.getByRole('link', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
  await context.setOffline(true)
  await page.waitForEvent('requestfailed')
  await pay.click()
  await expect(page.getByText('We could not be reached.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
  await context.setOffline(false)
  await pay.click()
  await succeed.click()
  await expect(page.getByText('Payment received')).toBeVisible()
})

test('over http from another machine, where browsers have fewer means, sessions are renewed and projects bought', async ({
  page: local,
  browser,
  baseURL,
}) => {
  const { port } = new URL(baseURL!)
  // The browser is told that this name is of this machine.
  const page = await browser.newPage({ baseURL: `http://lan.test:${port}` })
  await signUpByHand(page, newcomer('Lana Roy'))
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  const address = await projectWith(local, ({ price }) => price > 0)
  await page.evaluate(() => localStorage.setItem('accessToken', 'x.eyJleHAiOjF9.x'))
  await page.goto(`/checkout?project=${address.split('/')[2]}`)
  await hydrated(page)
  await page.getByLabel('State').selectOption('Goa')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('button', { name: 'Succeed' })).toBeVisible()
})
