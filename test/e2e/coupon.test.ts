import { expect, test } from './journey.ts'
import { aListedProject } from './listings.ts'
import { openCoupon, signUp } from './people.ts'

const person = (name: string) => ({
  name,
  email: `${name.toLowerCase().replace(' ', '-')}-${Date.now().toString(36)}@e2e.example`,
  phone: '9876543210',
})

test('a coupon is made by an owner, found wrong, corrected, applied and kept by the order', async ({
  page,
  elsewhere,
}) => {
  const { headers } = await signUp(page, person('Ananya Iyer'), { open: '/owner/coupons' })
  const code = `E2E${Date.now().toString(36).toUpperCase()}`
  await page.getByLabel('Code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Create Coupon' }).click()
  await expect(page.getByText('Enter one of the two')).toBeVisible()
  await page.getByLabel('Percent off').fill('20')
  await page.getByRole('button', { name: 'Create Coupon' }).click()
  await expect(page.getByRole('cell', { name: code, exact: true })).toBeVisible()
  const id = await aListedProject(page, headers, { title: `Coupon Desk ${code}`, price: 500 })
  await page.goto(`/projects/${id}`)
  await expect(page.getByText('This is your project').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Purchase Now' })).toHaveCount(0)
  const manage = page.getByRole('link', { name: 'Manage Project' })
  await expect(manage).toHaveAttribute('href', `/owner/projects/${id}`)

  const buyer = await elsewhere()
  await signUp(buyer, person('Ravi Kumar'), { open: `/checkout?project=${id}` })
  await buyer.getByLabel('State').selectOption('Kerala')
  await openCoupon(buyer)
  await buyer.getByLabel('Coupon').fill('NOSUCHCODE')
  // Pay checks a code that was typed but not applied.
  await buyer.getByRole('button', { name: 'Pay ₹500' }).click()
  await expect(buyer.getByText('There is no coupon with this code.')).toBeVisible()
  await expect(buyer.getByLabel('Coupon')).toHaveValue('NOSUCHCODE')
  await expect(buyer.getByLabel('State')).toHaveValue('Kerala')
  await buyer.getByLabel('Coupon').fill(code.toLowerCase())
  await buyer.getByRole('button', { name: 'Apply' }).click()
  await expect(buyer.getByText(`Coupon ${code}`)).toBeVisible()
  await buyer.getByRole('button', { name: 'Remove Coupon' }).click()
  await expect(buyer.getByRole('button', { name: 'Pay ₹500' })).toBeVisible()
  await expect(buyer.getByLabel('Coupon')).toBeFocused()
  await expect(buyer.getByLabel('Coupon')).toHaveValue('')
  // With a valid code Pay first shows the new total.
  await buyer.getByLabel('Coupon').fill(code)
  await buyer.getByRole('button', { name: 'Pay ₹500' }).click()
  await expect(buyer.getByText('The total is ₹400 now. Press Pay if that is right.')).toBeVisible()
  await expect(buyer.getByText(`Coupon ${code}`)).toBeVisible()
  await buyer.reload()
  await buyer.getByLabel('State').selectOption('Kerala')
  await buyer.getByRole('button', { name: 'Pay ₹400' }).click()
  // A retry after a failure costs the same.
  await buyer.getByRole('button', { name: 'Fail' }).click()
  await buyer.getByRole('link', { name: 'Retry' }).click()
  await expect(buyer.getByLabel('Coupon')).toHaveValue(code)
  await buyer.getByRole('button', { name: 'Pay ₹400' }).click()
  await buyer.getByRole('button', { name: 'Succeed' }).click()
  const label = buyer.getByRole('complementary', { name: 'Your order' })
  await expect(label.getByText('−₹100')).toBeVisible()
  await expect(label.getByText('₹400')).toBeVisible()
})
