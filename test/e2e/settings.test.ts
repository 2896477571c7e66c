import { expect, test } from './journey.ts'
import { signUp } from './people.ts'

test('details: what is wrong is said at its field, what was typed outlives a failed call and an expired token, Cancel restores', async ({
  page,
}) => {
  await signUp(page, newcomer('Asha Rao'), { open: '/profile?tab=orders' })
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await page.getByLabel('Full Name').fill('Asha L. Rao')
  await page.getByLabel('Year').selectOption('3rd Year')
  await page.getByLabel('LinkedIn').fill('https://www.linkedin.com/in/asha')
  for (const [label, wrong, words, right] of [
    ['Phone', '98765', 'Phone number must be 10 digits', '9000000001'],
    ['Pincode', '12', 'Pincode must be 6 digits', '560001'],
    ['YouTube', 'asha', 'Enter a link that starts with http:// or https://', ''],
  ] as const) {
    await page.getByLabel(label).fill(wrong)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText(words)).toBeInViewport()
    await expect(page.getByLabel(label)).toBeFocused()
    await page.getByLabel(label).fill(right)
  }
  for (const pasted of ['+91 90000 00001', '090000 00001', '(+91)-90000-00001']) {
    await page.getByLabel('Phone').fill(pasted)
    await expect(page.getByLabel('Phone')).toHaveValue('9000000001')
  }
  await page.getByLabel('Phone').fill('')
  await page.getByLabel('Phone').pressSequentially('+91 90000 000017')
  await expect(page.getByLabel('Phone'), 'no more than ten').toHaveValue('9000000001')
  await page.route('**/api/users/profile', (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to update profile' })).toBeInViewport()
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha L. Rao')
  await expect(page.getByLabel('Pincode')).toHaveValue('560001')
  await page.unrouteAll()

  await page.evaluate(() => {
    const [head, , sign] = localStorage.getItem('accessToken')!.split('.')
    localStorage.setItem('accessToken', `${head}.${btoa(JSON.stringify({ exp: 1 }))}.${sign}`)
  })
  const refreshed = page.waitForResponse('**/api/users/auth/refresh')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  expect((await refreshed).status()).toBe(200)
  await expect(page.getByText('Profile updated successfully!')).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Asha L. Rao', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Hi, Asha' })).toBeVisible()
  const details = page.getByRole('region', { name: 'Your details' })
  await expect(details).toContainText('9000000001')
  await expect(details).toContainText('3rd Year')
  await expect(details).toContainText('India')

  // Unsaved input survives a reload, Back and other tabs.
  await details.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('City').fill('Nowhere')
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('Nowhere')
  await page.getByRole('tab', { name: 'Orders' }).click()
  await expect(page.getByText('No orders yet')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('City')).toHaveValue('Nowhere')
  await page.goBack()
  await expect(details).toContainText('You have changes that are not saved yet.')
  await details.getByRole('link', { name: 'Continue Editing' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Nowhere')
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha L. Rao')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(details).not.toContainText('not saved yet')
  await expect(details).not.toContainText('Nowhere')
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('City')).toHaveValue('')
})

test('two tabs that edit details keep what each changed; a message above the tabs is gone when its tab is left', async ({
  page,
}) => {
  await signUp(page, newcomer('Divya Menon'), { open: '/profile?tab=settings&edit=name' })
  const other = await page.context().newPage()
  await other.goto('/profile?tab=settings&edit=name')
  for (const [tab, label, text] of [
    [other, 'Full Name', 'Divya K Menon'],
    [page, 'Course', 'B.Tech'],
  ] as const) {
    await tab.getByLabel(label).fill(text)
    await tab.getByRole('button', { name: 'Save Changes' }).click()
    await expect(tab.getByText('Profile updated successfully!')).toBeVisible()
  }
  const details = page.getByRole('region', { name: 'Your details' })
  await expect(details).toContainText('Divya K Menon')
  await expect(details).toContainText('B.Tech')
  await page.getByRole('tab', { name: 'Orders' }).click()
  await expect(page.getByText('No orders yet')).toBeVisible()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(details).toBeVisible()
  await expect(page.getByText('Profile updated successfully!')).toHaveCount(0)
})

test('switches are saved at once, a double click sends one request; one that could not be saved goes back and says so', async ({
  page,
}) => {
  await signUp(page, newcomer('Zoya Khan'), { open: '/profile?tab=settings' })
  const notifications = page.getByRole('switch', { name: 'Email Notifications' })
  const isPublic = page.getByRole('switch', { name: 'Public Profile' })
  await expect(notifications).toBeChecked()
  await expect(isPublic).not.toBeChecked()
  const puts: string[] = []
  page.on('request', (request) => void (request.method() === 'PUT' && puts.push(request.url())))
  const twice = (button: HTMLElement) => {
    button.click()
    button.click()
  }
  let saved = page.waitForResponse('**/api/users/profile')
  await isPublic.evaluate(twice)
  await saved
  expect(puts).toHaveLength(1)
  await page.getByRole('link', { name: 'Edit your details' }).click()
  await page.getByLabel('City').fill('Kochi')
  saved = page.waitForResponse('**/api/users/profile')
  await page.getByRole('button', { name: 'Save Changes' }).evaluate(twice)
  await saved
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  expect(puts).toHaveLength(2)
  await page.reload()
  await expect(isPublic).toBeChecked()
  await page.getByRole('link', { name: 'your public profile', exact: true }).click()
  await expect(page).toHaveURL(/\/members\//)
  await expect(page.getByRole('heading', { name: 'Zoya Khan', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(isPublic).toBeChecked()
  await page.route('**/api/users/profile', (route) =>
    route.request().method() === 'PUT' ? route.abort('connectionreset') : route.continue(),
  )
  await notifications.click()
  await expect(page.locator('.notice').filter({ hasText: 'Failed to update profile' })).toBeInViewport()
  await expect(notifications).toBeChecked()
})

let people = 0
const newcomer = (name: string) => ({
  name,
  email: `settings-${++people}-${Date.now().toString(36)}@e2e.example`,
  phone: '9876543210',
})
