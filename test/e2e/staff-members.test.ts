import { expect, test } from '@playwright/test'

import { aListedProject } from './listings.ts'
import { signInAsStaff, signUpByCalls } from './people.ts'
import { expectSound } from './sound.ts'

test('staff find a member, make an agent, deactivate and reactivate, and send a receipt again', async ({
  page,
}) => {
  const mark = Date.now()
  const name = `Devika ${mark}`
  const owner = { name, email: `devika-${mark}@e2e.example`, phone: '9876543210' }
  const { headers } = await signUpByCalls(page, owner)
  const title = `Hostel mess ${mark}`
  const id = await aListedProject(page, headers, { title })
  const buyer = { name: 'Kiran Shah', email: `kiran-${mark}@e2e.example`, phone: '9876543211' }
  const { headers: asBuyer } = await signUpByCalls(page, buyer)
  const cart = { items: [{ projectId: id, kind: 'source' }], idempotencyKey: `key-${mark}` }
  expect((await page.request.post('/api/orders/checkout', { headers: asBuyer, data: cart })).status()).toBe(
    200,
  )

  await signInAsStaff(page)
  await page.goto(`/admin/members?search=${owner.email}`)
  await expectSound(page, { widths: [1280] })
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Projects' }).getByText('· listed')).toBeVisible()
  await page.getByRole('button', { name: 'Make agent' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make agent' }).click()
  await expect(page.getByText(/^Agent, joined/)).toBeVisible()

  await page.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(dialog.getByText('Write a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Sold work of others')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText(/^Deactivated on/)).toBeVisible()
  await expect(page.getByText('Sold work of others')).toBeVisible()
  await expect(page.getByText('deactivate member')).toBeVisible()
  await expectSound(page, { widths: [1280] })
  expect((await page.request.get(`/api/projects/${id}`)).status()).toBe(404)
  expect((await page.request.get('/api/users/profile', { headers })).status()).toBe(401)

  await page.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
  await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible()
  expect((await page.request.get(`/api/projects/${id}`)).status()).toBe(200)

  await page.getByRole('link', { name: 'All orders and sales' }).click()
  await expectSound(page, { widths: [1280] })
  await page.getByRole('link', { name: /^RM-/ }).first().click()
  await expect(page.getByRole('link', { name: 'Kiran Shah' })).toBeVisible()
  await page.getByRole('button', { name: 'Send receipt again' }).click()
  await expect(page.getByText('The receipt is on its way.')).toBeVisible()
  await expect(page.getByText('send receipt again', { exact: true })).toBeVisible()
  await expectSound(page, { widths: [1280] })
})
