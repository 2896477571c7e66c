import type { Order } from '#contract/orders/orders.ts'

import { projectWith } from './catalogue.ts'
import { expect, type Page, test } from './journey.ts'
import { signInAsStaff, signUp } from './people.ts'

test('whoever paid another amount is not asked to pay again; staff see it among their tasks and send the money back', async ({
  page: buyer,
  elsewhere,
}) => {
  const { payment, orderId } = await anOddPayment(buyer)
  await buyer.goto(`/orders/payments/${payment}`)
  await expect(buyer.getByRole('heading', { name: 'Our staff look at your payment' })).toBeVisible()
  await expect(buyer.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await buyer.goto(`/orders/${orderId}`)
  await expect(buyer.getByText('you need not pay again')).toBeVisible()
  await expect(buyer.getByRole('link', { name: /^Pay/ })).toHaveCount(0)

  const staff = await elsewhere()
  await signInAsStaff(staff, '/admin/dashboard')
  await staff.getByRole('link', { name: /held payments? to decide/ }).click()
  const held = staff
    .getByRole('listitem')
    .filter({ has: staff.locator(`a[href="/admin/orders/${orderId}"]`) })
  await expect(held.first()).toContainText('less than was asked for')
  await held.first().getByRole('button', { name: 'Return' }).click()
  await staff.keyboard.press('Escape')
  await expect(held.first()).toBeVisible()
  await held.first().getByRole('button', { name: 'Return' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Return' }).dblclick()
  await expect(held).toHaveCount(0)

  await buyer.reload()
  await expect(buyer.getByText('Your payment was not the amount that was asked for.')).toBeVisible()
})

/** Signs up a buyer who pays less than a project costs, through the API; returns the ids of payment and order. */
async function anOddPayment(buyer: Page) {
  const email = `odd-${Date.now().toString(36)}@e2e.example`
  const { headers } = await signUp(buyer, { name: 'Rohan Das', email, phone: '9876543210' })
  const call = async (path: string, data: object) =>
    (await buyer.request.post(`/api${path}`, { data, headers })).json()
  const project = await projectWith(buyer, ({ price }) => price > 10)
  const { payment } = (await call('/orders/checkout', {
    items: [{ projectId: project.split('/').at(-1)!, kind: 'source' }],
    state: 'Goa',
    idempotencyKey: email,
  })) as { payment: { _id: string; gateway: { orderId: string }; orders: Order[] } }
  const { callback } = await call(`/sandbox/payments/${payment.gateway.orderId}`, {
    outcome: 'succeed',
    amount: 5,
  })
  await call('/orders/payments/callback', callback)
  return { payment: payment._id, orderId: payment.orders[0]!._id }
}
