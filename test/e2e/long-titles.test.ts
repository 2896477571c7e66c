import { expect, test } from '@playwright/test'

import { hydrated } from './hydrated.ts'
import { aListedProject } from './listings.ts'
import { signUpByCalls } from './people.ts'

test('a title of one long word stays inside every page of its buyer on a phone', async ({
  page,
  browser,
}) => {
  const run = Date.now().toString(36)
  const title = `Spam_Mail_Classifier_${run}_`.padEnd(120, 'with_naive_bayes_')
  const person = (who: string) => ({
    name: 'Asha Rao',
    email: `${who}-${run}@e2e.example`,
    phone: '9876543210',
  })
  const owner = await (await browser.newContext()).newPage()
  const { headers: owning } = await signUpByCalls(owner, person('owner'))
  const id = await aListedProject(owner, owning, { title })
  await owner.context().close()

  await page.setViewportSize({ width: 360, height: 800 })
  const { headers } = await signUpByCalls(page, person('buyer'))
  const items = [{ projectId: id, kind: 'source' }]
  const cart = JSON.stringify([{ ...items[0], title }])
  await page.evaluate((cart) => localStorage.setItem('cart', cart), cart)
  const fits = async (address: string) => {
    await page.goto(address)
    await hydrated(page)
    await expect(page.getByRole('main').getByText(title).first()).toBeVisible()
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.soft(beyond(), address).resolves.toBeLessThanOrEqual(0)
  }
  const of = `/projects/${id}`
  for (const address of [of, `${of}/ask`, `${of}/report`, '/cart', '/checkout']) await fits(address)

  const data = { items, idempotencyKey: `long-title-${run}` }
  const bought = await page.request.post('/api/orders/checkout', { headers, data })
  const { payment } = (await bought.json()) as { payment: { _id: string; orders: { _id: string }[] } }
  const order = `/orders/${payment.orders[0]!._id}`
  for (const address of [order, `/orders/payments/${payment._id}`, '/profile?tab=orders']) await fits(address)
})
