import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'
import { isLong } from './long.ts'
import { codeMailedTo } from './mails.ts'
import { enterCode, fillSignUp, openMoreFields, signUp, newcomer } from './people.ts'

test('in a small window what failed and what was done is in sight and announced', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await page.route('**/send-otp', (route) => route.abort())
  await page.goto('/signup')
  await hydrated(page)
  await openMoreFields(page)
  await page.getByLabel('Referral code').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByText('Name is required')).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Name')).toBeFocused()
  const person = newcomer('Ila Das')
  await fillSignUp(page, { ...person, phone: '123' })
  await expect(page.getByText('Phone number must be 10 digits')).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Phone').fill('098765 43210')
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to send OTP' })).toBeInViewport({ ratio: 1 })
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Send Code' }).click()
  const field = page.getByLabel('6-digit code')
  await field.fill(codeMailedTo(person.email) === '000000' ? '111111' : '000000')
  await expect(page.getByRole('main').getByText('OTP verification failed')).toBeInViewport({ ratio: 1 })
  await expect(field).toBeFocused()
  await enterCode(page, person.email)
  await expect(page.getByText('Welcome, Ila Das. Your account is ready.')).toBeInViewport({ ratio: 1 })
})

test('tabs that refresh at once stay signed in', async ({ page, context }) => {
  await signUp(page, newcomer('Tara Singh'), { open: '/about' })
  // It looks valid to the browser, but the server refuses it.
  await page.evaluate(() => {
    const [head, body] = localStorage.getItem('accessToken')!.split('.')
    localStorage.setItem('accessToken', `${head}.${body}.${'x'.repeat(43)}`)
  })
  const tabs = await Promise.all((isLong ? [1, 2, 3, 4] : [1, 2]).map(() => context.newPage()))
  await Promise.all(tabs.map((tab) => tab.goto('/profile?tab=orders')))
  for (const tab of tabs) await expect(tab.getByRole('heading', { name: 'Tara Singh' })).toBeVisible()
})
