import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'
import { aListedProject } from './listings.ts'
import { signUp } from './people.ts'
import { store } from './storage.ts'

test('a title of one long word stays inside every page of its buyer on a phone', async ({
  page,
  elsewhere,
}) => {
  const run = Date.now().toString(36)
  const title = `Spam_Mail_Classifier_${run}_`.padEnd(120, 'with_naive_bayes_')
  const person = (who: string) => ({
    name: 'Asha Rao',
    email: `${who}-${run}@e2e.example`,
    phone: '9876543210',
  })
  const owner = await elsewhere()
  const { headers: owning } = await signUp(owner, person('owner'))
  const id = await aListedProject(owner, owning, { title })

  await page.setViewportSize({ width: 360, height: 800 })
  const { headers } = await signUp(page, person('buyer'))
  const items = [{ projectId: id, kind: 'source' }]
  await store(page, { cart: [{ ...items[0], title }] })
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
