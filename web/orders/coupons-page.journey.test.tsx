import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { field, main, press, reload, startJourneys, user, visit } from '../../test/in-process.tsx'
import { aMember } from '../../test/makers.ts'
import { aListing } from '../../test/orders.ts'
import { labelled } from '../../test/testing-library.ts'

const app = await startJourneys()

test('a coupon is made by an owner, found wrong, corrected, applied and kept by the order', async () => {
  const owner = await aMember(app, { name: 'Ananya Iyer' })
  const { id } = await aListing(app.db, owner.id, 50_000, { title: 'Coupon Desk' })
  await visit('/owner/coupons', { as: owner })
  await user.type(await screen.findByLabelText(labelled('Code')), 'spring26')
  await press('Create Coupon')
  await expect.poll(() => document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  await user.type(field('Percent off'), '20')
  await press('Create Coupon')
  await screen.findByRole('cell', { name: 'SPRING26' })
  await visit(`/projects/${id}`)
  expect(screen.getAllByText('This is your project').length).toBeGreaterThan(0)
  expect(screen.queryByRole('link', { name: 'Purchase Now' })).toBeNull()
  const [manage] = screen.getAllByRole('link', { name: 'Manage Project' })
  expect(manage!.getAttribute('href')).toBe(`/owner/projects/${id}`)

  await visit(`/checkout?project=${id}`, { as: await aMember(app, { name: 'Ravi Kumar' }) })
  await user.selectOptions(await screen.findByLabelText(labelled('State')), 'Kerala')
  await user.click(screen.getByText('Add a coupon'))
  await user.type(field('Coupon'), 'NOSUCHCODE')
  // Pay checks a code that was typed but not applied.
  await press('Pay ₹500')
  await screen.findByText('There is no coupon with this code.')
  expect(field('Coupon').value).toBe('NOSUCHCODE')
  expect(field('State').value).toBe('Kerala')
  await user.clear(field('Coupon'))
  await user.type(field('Coupon'), 'spring26')
  await press('Apply')
  await expect.poll(() => main().textContent).toContain('Coupon SPRING26')
  await press('Remove Coupon')
  await screen.findAllByRole('button', { name: 'Pay ₹500' })
  await expect.poll(() => document.activeElement).toBe(field('Coupon'))
  expect(field('Coupon').value).toBe('')
  // With a valid code Pay first shows the new total.
  await user.type(field('Coupon'), 'SPRING26')
  await press('Pay ₹500')
  await screen.findByText('The total is ₹400 now. Press Pay if that is right.')
  await expect.poll(() => main().textContent).toContain('Coupon SPRING26')
  await reload()
  await user.selectOptions(await screen.findByLabelText(labelled('State')), 'Kerala')
  await press('Pay ₹400')
  // A retry after a failure costs the same.
  await press('Fail')
  await user.click((await screen.findAllByRole('link', { name: 'Retry' }))[0]!)
  await expect
    .poll(() => screen.queryByLabelText<HTMLInputElement>(labelled('Coupon'))?.value)
    .toBe('SPRING26')
  await press('Pay ₹400')
  await press('Succeed')
  const label = within(await screen.findByRole('complementary', { name: 'Your order' }))
  label.getByText('−₹100')
  label.getByText('₹400')
  expect(main().textContent).toContain('Payment received')
})
