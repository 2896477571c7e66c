import { answerBy } from '#contract/answer-times.ts'
import { namedDay } from '#contract/format.ts'

import type { ListedProject } from './catalogue.ts'
import { expect, test } from './journey.ts'
import { mailTo } from './mails.ts'
import { signInAsStaff, signUp, staffHeaders } from './people.ts'
import { expectSound, expectSoundIfLong } from './sound.ts'

const run = Date.now().toString(36)

test('a buyer reviews what they bought with stars, asks for the money back, and gets it from staff who see the evidence', async ({
  page,
  elsewhere,
}) => {
  const email = `meera-${run}@e2e.example`
  const { headers } = await signUp(page, { name: 'Meera Nair', email, phone: '9876543210' })
  const call = async (path: string, data: object) =>
    (await page.request.post(`/api${path}`, { data, headers })).json()
  const { projects } = (await (await page.request.get('/api/projects?limit=50')).json()) as {
    projects: ListedProject[]
  }
  const { _id: projectId, title } = projects.find(({ price }) => price > 0)!
  const items = [{ projectId, kind: 'source' }]
  const { payment } = await call('/orders/checkout', {
    items,
    state: 'Kerala',
    idempotencyKey: `refund-${run}`,
  })
  const { callback } = await call(`/sandbox/payments/${payment.gateway.orderId}`, { outcome: 'succeed' })
  await call('/orders/payments/callback', callback)

  await page.goto(`/orders/${payment.orders[0]._id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const licence = await page.request.get(`/api/orders/${payment.orders[0]._id}/licence`, { headers })
  const code = /Code: +(\S+)/.exec(await licence.text())![1]!
  await page.goto(`/verify/${code}`)
  await expect(page.getByText('This licence is genuine')).toBeVisible()
  await expect(page.getByText('What the buyer may do stands in')).toBeVisible()
  await page.goBack()
  const number = (await page.getByText(/^Order RM-/).innerText()).replace('Order ', '')
  await page.getByRole('button', { name: 'Write a Review' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Choose 1 to 5 stars')).toBeVisible()
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked()
  await page.getByLabel('Your review').getByRole('textbox').fill('Good, but the script stops.')
  await expectSound(page)
  await page.reload()
  await page.getByRole('button', { name: 'Write a Review' }).click()
  await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked()
  await expect(page.getByLabel('Your review').getByRole('textbox')).toHaveValue('Good, but the script stops.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('3 of 5')).toBeVisible()

  await page.getByRole('button', { name: 'Request Refund' }).click()
  await page.getByLabel('What is wrong?').fill('The database script stops at line 40.')
  await page.reload()
  await page.getByRole('button', { name: 'Request Refund' }).click()
  await expect(page.getByLabel('What is wrong?')).toHaveValue('The database script stops at line 40.')
  await page.getByRole('button', { name: 'Send Request' }).click()
  await expect(page.getByText('Your request waits for our staff')).toBeVisible()
  const by = namedDay(answerBy('refund', new Date()))
  await expect(page.getByText(`They decide by ${by}`)).toBeVisible()

  const staff = await elsewhere()
  await signInAsStaff(staff, '/admin/dashboard')
  await staff.getByRole('link', { name: 'Refunds' }).first().click()
  const asked = staff.getByRole('listitem', { name: `Order ${number}` })
  await expect(asked).toContainText('The database script stops at line 40.')
  await expect(asked).toContainText(`we decide by ${by}`)
  await expect(asked.getByRole('region', { name: 'Evidence' })).toContainText('3 of 5')
  await expectSoundIfLong(staff)
  await asked.getByRole('button', { name: 'Decline' }).click()
  await expect(asked.getByText('Tell the buyer why')).toBeVisible()
  await asked.getByRole('button', { name: 'Approve' }).click()
  await expect(asked).toHaveCount(0)
  await expect(staff.getByText(`${number} is refunded.`)).toBeVisible()

  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/^₹[\d,.]+ was returned on/)).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(page.getByText('Refunded', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0)
  await page.goto(`/projects/${projectId}`)
  await expect(page.getByText('Good, but the script stops.')).toHaveCount(0)
  await page.goto(`/verify/${code}`)
  await expect(page.getByText('This licence was withdrawn')).toBeVisible()
  await expect(page.getByText('What the buyer may do stands in')).toHaveCount(0)
})

test('who was declined reads what they can still do, on the order and by mail', async ({ page }) => {
  const email = `asha-declined-${run}@e2e.example`
  const { headers } = await signUp(page, { name: 'Asha Rao', email, phone: '9876543210' })
  const call = async (path: string, data: object, as: Record<string, string> = headers) =>
    (await page.request.post(`/api${path}`, { data, headers: as })).json()
  const { projects } = (await (await page.request.get('/api/projects?limit=50')).json()) as {
    projects: ListedProject[]
  }
  const { _id: projectId } = projects.find(({ price }) => price > 0)!
  const items = [{ projectId, kind: 'source' }]
  const { payment } = await call('/orders/checkout', {
    items,
    state: 'Kerala',
    idempotencyKey: `declined-${run}`,
  })
  const { callback } = await call(`/sandbox/payments/${payment.gateway.orderId}`, { outcome: 'succeed' })
  await call('/orders/payments/callback', callback)

  const order = payment.orders[0]._id
  const reason = 'The database script stops at line 40.'
  const { refund } = await call(`/orders/${order}/refund`, { reason })
  const note = 'It runs on our machine as the README says.'
  await call(`/admin/refunds/${refund.request._id}`, { decision: 'decline', note }, await staffHeaders(page))
  await page.goto(`/orders/${order}`)
  await expect(page.getByText('Your request was declined')).toBeVisible()
  await expect(page.getByText(note)).toBeVisible()
  const ways = page.getByRole('region', { name: 'Refund' }).getByRole('listitem')
  await expect(ways).toHaveText([/write to us/, /grievance contact/, /Your bank/])
  await expectSoundIfLong(page)
  await expect.poll(() => mailTo(email, 'is declined')).toContain('What you can still do')
  await page.getByRole('region', { name: 'Refund' }).getByRole('link', { name: 'Write to us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible()
})
