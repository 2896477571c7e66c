import { expect, type Page, test } from './journey.ts'
import { signUp, newcomer } from './people.ts'

test('details: what is wrong, what failed and what was saved comes into view; two tabs keep what each changed', async ({
  page,
}) => {
  await signUp(page, newcomer('Divya Menon'), { open: '/profile?tab=settings&edit=name' })
  const other = await page.context().newPage()
  await other.goto('/profile?tab=settings&edit=name')
  const save = (tab: Page) => tab.getByRole('button', { name: 'Save Changes' }).click()
  await other.getByLabel('Full Name').fill('Divya K Menon')
  await save(other)
  await expect(other.getByText('Profile updated successfully!')).toBeVisible()

  await page.getByLabel('Course').fill('B.Tech')
  await page.getByLabel('Phone').fill('98765')
  await save(page)
  await expect(page.getByText('Phone number must be 10 digits')).toBeInViewport()
  await page.getByLabel('Phone').fill('9876543210')
  await page.route('**/api/users/profile', (route) => route.abort('connectionreset'))
  await save(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to update profile' })).toBeInViewport()
  await page.unrouteAll()
  await save(page)
  await expect(page.getByText('Profile updated successfully!')).toBeInViewport()
  const details = page.getByRole('region', { name: 'Your details' })
  await expect(details).toContainText('Divya K Menon')
  await expect(details).toContainText('B.Tech')
})
