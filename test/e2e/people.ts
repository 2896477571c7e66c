import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, type Page } from '@playwright/test'

/** Signs a new person up in this page with the emailed code. */
export async function signUp(page: Page, person: Person) {
  await page.goto('/signup')
  await fillSignUp(page, person)
  await enterCode(page, person.email)
  await expect(page.getByRole('link', { name: `Hi, ${person.name.split(' ')[0]}` })).toBeVisible()
}

/** Signs a new person up through the API, which is quicker than by hand, and opens an address as that member. */
export async function signUpByCalls(
  page: Page,
  { email, ...userData }: Person,
  { open = '/profile', referralCode = undefined as string | undefined } = {},
) {
  return enterByCalls(page, { email, userData: { ...userData, referralCode } }, open)
}

/** Signs a person with an account in through the API, and opens an address as that member. */
export const signInByCalls = (page: Page, email: string, open: string) => enterByCalls(page, { email }, open)

async function enterByCalls(page: Page, who: { email: string; userData?: object }, open: string) {
  const { email } = who
  const post = async (call: string, data: object) =>
    (await (await page.request.post(`/api/users/auth/email/${call}`, { data })).json()) as Record<
      string,
      never
    >
  const before = codeMailedTo(email)
  const { sessionToken } = await post('send-otp', { email })
  await expect.poll(() => codeMailedTo(email)).not.toBe(before)
  const data = { ...who, sessionToken, otp: codeMailedTo(email) }
  const { tokens, user } = (await post('verify-otp', data)) as unknown as SignedUp
  await page.goto('/signin')
  await page.evaluate(
    (entries) => Object.entries(entries).forEach(([name, value]) => localStorage.setItem(name, value)),
    { ...tokens, user: JSON.stringify(user) },
  )
  await page.goto(open)
  return { user, headers: { authorization: `Bearer ${tokens.accessToken}` } }
}

interface SignedUp {
  tokens: { accessToken: string; refreshToken: string }
  user: { _id: string; referralCode: string }
}

/** Fills the first step of sign-up and requests a code. */
export async function fillSignUp(page: Page, person: Person) {
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Phone').fill(person.phone)
  await page.getByRole('button', { name: 'Send Code' }).click()
}

/** Shows the fields of sign-up that few fill in, which are behind a link. */
export const openMoreFields = (page: Page) => page.getByText('Add college, course or a referral code').click()

/** Shows the field for a coupon at checkout, which is behind a link. */
export const openCoupon = (page: Page) => page.getByText('Add a coupon').click()

/** Types the newest code mailed to an address; the form is sent at the sixth digit. */
export async function enterCode(page: Page, email: string) {
  const field = page.getByLabel('6-digit code')
  await expect(field).toBeVisible()
  await expect.poll(() => codeMailedTo(email)).toMatch(/^[0-9]{6}$/)
  await field.pressSequentially(codeMailedTo(email)!)
}

export async function signInAsStaff(page: Page) {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill('admin@readymade.example')
  await page.getByLabel('Password').fill('readymade-demo')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
}

/** The code in the newest email to an address, from the server's mail folder. */
export const codeMailedTo = (email: string): string | undefined =>
  mailTo(email)?.match(/^([0-9]{6})\r?$/m)?.[1]

/** The path of the one-time link in the newest email to an address, with its token. */
export const linkMailedTo = (email: string): string | undefined =>
  mailTo(email)
    ?.replaceAll(/=\r?\n/g, '')
    .match(/\/signin\/link#[A-Za-z]+/)?.[0]

/** The newest email to an address, or the newest that contains these words. */
export function mailTo(email: string, words = ''): string | undefined {
  const folder = join(process.env.E2E_DATA_DIR!, 'mail')
  const mails = readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  return mails.findLast((text) => text.includes(`To: ${email}`) && text.includes(words))
}

interface Person {
  name: string
  email: string
  phone: string
}
