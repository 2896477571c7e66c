import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'
import { codeMailedTo } from './mails.ts'
import { enterCode, fillSignUp, signUp, signUpByHand } from './people.ts'

const newcomer = (name: string) => ({
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}-${Date.now().toString(36)}@e2e.example`,
  phone: '9876543210',
})

test('a reload while the code is awaited loses neither the step nor what was filled in, nor the way to the cart', async ({
  page,
}) => {
  const person = newcomer('Leela Roy')
  await page.goto('/signup?next=%2Fcart')
  await hydrated(page)
  await fillSignUp(page, person)
  await expect(page.getByLabel('6-digit code')).toBeVisible()
  await page.reload()
  await enterCode(page, person.email)
  await expect(page.getByText('Welcome, Leela Roy.')).toBeVisible()
  await expect(page).toHaveURL('/cart')
})

test('who reads the terms before the sign-up is sent finds the form as it was left', async ({ page }) => {
  const person = newcomer('Tara Menon')
  await page.goto('/signup')
  await hydrated(page)
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('main').getByRole('link', { name: 'terms' }).click()
  await expect(page).toHaveURL('/support/terms')
  await page.goBack()
  await expect(page.getByLabel('Name')).toHaveValue(person.name)
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await fillSignUp(page, person)
  await enterCode(page, person.email)
  await expect(page.getByText('Welcome, Tara Menon.')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('drafts'))).toBeNull()
})

test('Back and Send Code again comes back to the code that is on its way', async ({ page }) => {
  const person = newcomer('Joseph Kurian')
  await page.goto('/signup')
  await hydrated(page)
  await fillSignUp(page, person)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue(person.name)
  await expect(page.getByLabel('Phone')).toHaveValue(person.phone)
  await page.goto('/signup')
  await hydrated(page)
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByText('We have already sent you an email.')).toBeVisible()
  await page.getByLabel('6-digit code').fill(codeMailedTo(person.email) === '000000' ? '111111' : '000000')
  await expect(page.getByRole('main').getByText('OTP verification failed')).toBeVisible()
  await expect(page.getByText('A code is used up after 5 wrong tries or 10 minutes.')).toBeVisible()
  await enterCode(page, person.email)
  await expect(page.getByText('Welcome, Joseph Kurian.')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('askedCode'))).toBeNull()
})

test('another tab begins at the first step, and so does who signed out', async ({ page, context }) => {
  const person = newcomer('Hema Das')
  await signUp(page, person)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/signin')
  await hydrated(page)
  await expect(page.getByLabel('Email')).toHaveValue('')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByLabel('6-digit code')).toBeVisible()
  const tab = await context.newPage()
  await tab.goto('/signin')
  await hydrated(tab)
  await expect(tab.getByLabel('Email')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('6-digit code')).toBeVisible()
  expect(codeMailedTo(person.email)).toMatch(/^\d{6}$/)
})

test('old addresses of sign-up and sign-in keep the referral code and the way on', async ({ page }) => {
  await page.goto('/register?ref=ASHA1234&next=%2Fcart')
  await expect(page).toHaveURL('/signup?ref=ASHA1234&next=%2Fcart')
  await expect(page.getByLabel('Referral code')).toHaveValue('ASHA1234')
  await page.goto('/login?next=%2Fcart')
  await expect(page).toHaveURL('/signin?next=%2Fcart')
})

test('whose session has ended signs in and comes back to where they were', async ({ page }) => {
  await signUp(page, newcomer('Uma Sen'))
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'x.eyJleHAiOjF9.x')
    localStorage.setItem('refreshToken', 'over')
  })
  await page.goto('/profile?tab=orders')
  await expect(page).toHaveURL('/signin?next=%2Fprofile%3Ftab%3Dorders')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('who loses the connection while paying keeps every page on the way, and pays when it is back', async ({
  page,
  context,
}) => {
  await signUp(page, newcomer('Omana Pillai'))
  const address = await projectWith(page, ({ price }) => price > 0)
  await page.goto(`/checkout?project=${address.split('/')[2]}`)
  await hydrated(page)
  await page.getByLabel('State').selectOption('Goa')
  await context.setOffline(true)
  const pay = page.getByRole('button', { name: /^Pay/ })
  await pay.click()
  await expect(
    page.getByText('We could not be reached. Nothing was charged; please try again.'),
  ).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByLabel('State')).toHaveValue('Goa')
  await pay.click()

  const succeed = page.getByRole('button', { name: 'Succeed' })
  await expect(succeed).toBeVisible()
  await context.setOffline(true)
  await succeed.click()
  await expect(page.getByText('The sandbox did not answer')).toBeVisible()
  await expect(succeed).toBeVisible()
  await context.setOffline(false)

  await page.getByRole('link', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
  await context.setOffline(true)
  await page.waitForEvent('requestfailed')
  await pay.click()
  await expect(page.getByText('We could not be reached.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
  await context.setOffline(false)
  await pay.click()
  await succeed.click()
  await expect(page.getByText('Payment received')).toBeVisible()
})

test('over http from another machine, where browsers have fewer means, sessions are renewed and projects bought', async ({
  page: local,
  browser,
  baseURL,
}) => {
  const { port } = new URL(baseURL!)
  // The browser is told that this name is of this machine.
  const page = await browser.newPage({ baseURL: `http://lan.test:${port}` })
  await signUpByHand(page, newcomer('Lana Roy'))
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  const address = await projectWith(local, ({ price }) => price > 0)
  await page.evaluate(() => localStorage.setItem('accessToken', 'x.eyJleHAiOjF9.x'))
  await page.goto(`/checkout?project=${address.split('/')[2]}`)
  await hydrated(page)
  await page.getByLabel('State').selectOption('Goa')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('button', { name: 'Succeed' })).toBeVisible()
})
