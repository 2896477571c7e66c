import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type DisputeEvent, type DisputeFields, disputeWebhook } from '../dispute-webhook.ts'
import type { ListedProject } from './catalogue.ts'
import { expect, type Page, test } from './journey.ts'
import { signIn, signInAsStaff, signUp, newcomer } from './people.ts'

const run = Date.now().toString(36)

test('an owner is paid out by staff; what a bank disputes is frozen, free again when it is won, and gone when it is lost', async ({
  page: owner,
  elsewhere,
  server,
}) => {
  const staff = await elsewhere()
  const { headers } = await signIn(owner, 'ananya@students.readymade.example', '/owner/payouts')
  await signInAsStaff(staff)

  await owner.getByLabel('Amount').fill('500')
  await owner.getByLabel('Account holder’s name').fill('Ananya Iyer')
  await owner.getByLabel('UPI ID').fill('ananya')
  await owner.getByRole('button', { name: 'Ask for Payout' }).click()
  await expect(owner.getByText('Enter a UPI ID like name@bank')).toBeVisible()
  await owner.getByLabel('UPI ID').fill('ananya.iyer@okaxis')
  const asked = owner.waitForResponse(
    (response) => response.url().endsWith('/api/payouts') && response.request().method() === 'POST',
  )
  await owner.getByRole('button', { name: 'Ask for Payout' }).click()
  const { number } = ((await (await asked).json()) as { payout: { number: string } }).payout
  const payout = owner.getByRole('listitem', { name: `Payout ${number}` })
  await expect(payout).toContainText('Requested')
  await expect(payout).toContainText('an••••@okaxis')

  await staff.goto('/admin/payouts')
  await staff.getByRole('link', { name: number, exact: true }).click()
  await staff.getByRole('button', { name: 'Hold' }).click()
  await expect(staff.getByText('Tell the member why')).toBeVisible()
  await staff.getByLabel('Note').fill('Is this account your own?')
  await staff.getByRole('button', { name: 'Hold' }).click()
  await expect(staff.getByText('On hold', { exact: true })).toBeVisible()
  await owner.reload()
  await expect(payout).toContainText('Is this account your own?')
  await staff.getByRole('button', { name: 'Approve' }).click()
  await expect(staff.getByRole('button', { name: 'Mark as Paid' })).toBeVisible()
  await staff.goto('/admin/payouts?status=approved')
  const saving = staff.waitForEvent('download')
  await staff.getByRole('button', { name: 'Download new ones' }).click()
  expect(readFileSync(await (await saving).path(), 'utf8')).toContain(
    `${number},500.00,UPI,Ananya Iyer,ananya.iyer@okaxis,,,Readymade ${number}`,
  )
  await staff.getByLabel('Payouts and references').fill(`${number}, UTR${run}`)
  await staff.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect(staff.getByText('1 of 1 done')).toBeVisible()
  await owner.reload()
  await expect(payout).toContainText(`UTR${run}`.toUpperCase())

  const buyer = await elsewhere()
  const sale = await aDownload(buyer, headers)
  await buyer.goto(`/orders/${sale.orderId}#run`)
  await expect(buyer.getByRole('heading', { name: 'Did it run?' })).toBeInViewport()

  await sendDispute(owner, server.dataDir, 'created', sale)
  await owner.reload()
  await expect(owner.getByText('is frozen')).toBeVisible()
  await staff.goto('/admin/disputes')
  await staff.getByRole('row').filter({ hasText: 'Evidence wanted' }).getByRole('link').first().click()
  const evidence = staff.waitForEvent('download')
  await staff.getByRole('button', { name: 'Save the Evidence' }).click()
  expect(readFileSync(await (await evidence).path(), 'utf8')).toMatch(
    new RegExp(`ORDER ${sale.number}: [^]*Downloaded release \\d+ 1 time`),
  )
  await sendDispute(owner, server.dataDir, 'won', { ...sale, after: 60 })
  await staff.reload()
  await expect(staff.getByText('Won', { exact: true })).toBeVisible()
  await owner.reload()
  await expect(payout).toBeVisible()
  await expect(owner.getByText('is frozen')).toHaveCount(0)

  const again = { ...sale, disputeId: `disp_again_${run}`, after: 120 }
  await sendDispute(owner, server.dataDir, 'created', again)
  await sendDispute(owner, server.dataDir, 'lost', { ...again, after: 180 })
  await staff.goto('/admin/disputes?state=ended')
  await expect(staff.getByRole('row').filter({ hasText: 'Lost' }).first()).toBeVisible()
  await buyer.reload()
  await expect(buyer.getByText('Refunded', { exact: true })).toBeVisible()
  await expect(buyer.getByRole('button', { name: 'Download' })).toHaveCount(0)
})

/** Signs up a buyer who buys and downloads one of the owner's projects through the API. */
async function aDownload(buyer: Page, ownersHeaders: Record<string, string>) {
  const person = newcomer('Rohan Das')
  const { headers } = await signUp(buyer, person)
  const { request } = buyer
  const mine = await (await request.get('/api/projects/me', { headers: ownersHeaders })).json()
  const { _id: projectId } = (mine as { projects: ListedProject[] }).projects.find(({ price }) => price > 0)!
  const call = async (path: string, data: object) =>
    (await request.post(`/api${path}`, { data, headers })).json()
  const items = [{ projectId, kind: 'source' }]
  const { payment } = await call('/orders/checkout', {
    items,
    state: 'Goa',
    idempotencyKey: `dispute-${run}`,
  })
  const { orderId, amountPaise } = payment.gateway
  const { callback } = await call(`/sandbox/payments/${orderId}`, { outcome: 'succeed' })
  await call('/orders/payments/callback', callback)
  const source = await request.get(`/api/github/owner/repo/${projectId}/download`, { headers })
  expect(source.status()).toBe(200)
  const [{ _id, number }] = payment.orders
  return { orderId: _id, number, paymentId: callback.razorpay_payment_id, amount: amountPaise }
}

/** Sends a webhook of the gateway about a dispute. */
async function sendDispute({ request }: Page, dataDir: string, event: DisputeEvent, fields: DisputeFields) {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const { body, headers } = disputeWebhook(secret, event, fields)
  const data = Buffer.from(body)
  expect((await request.post('/api/orders/payments/webhook', { data, headers })).status()).toBe(200)
}
