import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { codeMailedTo } from './mails.ts'
import { enterCode, fillSignUp, signInAsStaffByHand, signUp, signUpByHand } from './people.ts'
import { expectSound } from './sound.ts'

const newcomer = (name: string) => ({
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}-${Date.now().toString(36)}@e2e.example`,
  phone: '9876543210',
})

test('who signs up on the way to the checkout comes to the checkout, also when sign-in was opened first', async ({
  page,
}) => {
  const person = newcomer('Ritika Shah')
  const address = await projectWith(page, ({ price }) => price > 0)
  await page.goto(address)
  await hydrated(page)
  await page.getByRole('link', { name: 'Purchase Now' }).first().click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  // Both pages have an Email field, so wait for the right page.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByRole('main').getByText('No account found for that email.')).toBeVisible()
  await fillSignUp(page, person)
  await enterCode(page, person.email)
  await expect(page).toHaveURL(`/checkout?project=${address.split('/')[2]}`)
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible()
})

test('who signs in from a project or the cart comes back to it', async ({ page }) => {
  const person = newcomer('Irfan Ali')
  await signUp(page, person)
  const address = await projectWith(page, () => true)
  for (const place of [address, '/cart']) {
    await signOut(page)
    await page.goto(place)
    await hydrated(page)
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await signIn(page, person.email)
    await expect(page).toHaveURL(place)
  }
})

test('who came from nowhere goes home, after 2 seconds', async ({ page }) => {
  const person = newcomer('Neha Pillai')
  await signUpByHand(page, person)
  await expect(page).toHaveURL('/')
  await signOut(page)
  await page.goto('/signin')
  await hydrated(page)
  await signIn(page, person.email)
  const seen = Date.now()
  await expect(page).toHaveURL('/')
  expect(Date.now() - seen).toBeGreaterThan(1500)
})

test('who is signed out meanwhile and adds a project is asked to log in, and comes back to the form', async ({
  page,
}) => {
  const person = newcomer('Sana Mirza')
  await signUp(page, person)
  await page.goto('/profile?tab=projects')
  await expect(page.getByText('No projects yet')).toBeVisible()
  await page.evaluate(() => {
    for (const entry of ['accessToken', 'refreshToken', 'user']) localStorage.removeItem(entry)
  })
  await page.getByRole('button', { name: 'Add New Project' }).click()
  const popup = page.getByRole('dialog', { name: 'Login Required' })
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await expect(popup).toBeHidden()
  await page.getByRole('button', { name: 'Add New Project' }).click()
  await expectSound(page)
  await popup.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL('/signin?next=%2Fprofile%3Ftab%3Dprojects%26new%3D1')
  await signIn(page, person.email)
  await expect(page).toHaveURL('/profile?tab=projects&new=1')
  await expect(page.getByRole('dialog', { name: 'Add New Project' })).toBeVisible()
})

test('nobody is led from sign-up to another site', async ({ page }) => {
  const person = newcomer('Omkar Joshi')
  await page.goto(`/signup?next=${encodeURIComponent('/\t/evil.example')}`)
  await fillSignUp(page, person)
  await enterCode(page, person.email)
  await expect(page).toHaveURL('/')
})

test("staff stay on staff's pages: the logo, the sign-in and unknown addresses", async ({ page }) => {
  await page.goto('/admin/nothing/here')
  await expect(page).toHaveURL('/admin/login')
  await signInAsStaffByHand(page)
  await page.getByRole('link', { name: 'Readymade admin' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  for (const address of ['/admin/nothing/here', '/admin/dashboards', '/admin/projects/a/b']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
    await expect(page).toHaveURL(address)
  }
  for (const link of await page.getByRole('main').getByRole('link').all())
    expect(await link.getAttribute('href')).toMatch(/^\/admin\//)
  for (const address of ['/admin', '/admin/login']) {
    await page.goto(address)
    await expect(page).toHaveURL('/admin/dashboard')
  }
})

test('staff and members who are signed out are led to their sign-in', async ({ page }) => {
  for (const address of [
    '/admin',
    '/admin/projects',
    '/admin/projects/01890000-0000-7000-8000-000000000000',
  ]) {
    await page.goto(address)
    await expect(page).toHaveURL('/admin/login')
  }
  await page.goto('/owner/projects/01890000-0000-7000-8000-000000000000')
  await expect(page).toHaveURL(/^.*\/signin\?next=/)
})

async function signIn(page: Page, email: string) {
  const last = codeMailedTo(email)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect.poll(() => codeMailedTo(email)).not.toBe(last)
  await enterCode(page, email)
  await expect(page.getByText('Welcome back')).toBeVisible()
}

async function signOut(page: Page) {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
}
